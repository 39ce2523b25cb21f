import MapGeometry
import MapSimulation
import PlatformProfiles
import ScenarioModel

/// A camera's path over views that an app places.
struct PlacementUse {
  let points: [MapPoint]
  /// At least one.
  let rects: [MapRect]
  let device: Device
  let mainThread: BusyMainThread
}

/// Other work of an app's main thread: a block of some length in regular intervals.
struct BusyMainThread: Hashable, Sendable {
  /// Nanoseconds from the beginning of a block to that of the next; 0 for none.
  let every: Int64
  /// The length of a block in nanoseconds.
  let block: Int64

  /// Indicates whether a block is under way. The first begins after a whole interval.
  func isBusy(at time: Int64) -> Bool { every > 0 && time >= every && time % every < block }
}

/// Where the views of an app were, compared with where their pins were on the drawn map.
struct PlacementRecord: Hashable, Sendable {
  /// For each view in view, in each frame of a movement in which it was shown, the distance in
  /// points.
  var lags: [Double] = []
  var movingFrames = 0
  /// Frames of a movement in which any shown view was more than a point from its place.
  var laggingFrames = 0
  /// Views in view in all frames of movements, and those of them that were shown.
  var viewFrames = 0
  var shownFrames = 0
  /// For each rest, the frames until all views were at their places; all of its frames if they never
  /// were.
  var settleFrames: [Int] = []
  /// Views that the app placed.
  var placements = 0
  /// The main thread's modelled time for them in nanoseconds.
  var placementTime = 0.0
  let interval: Int64
}

/// Replays a camera's path.
struct PlacementAudit {
  /// The largest distance that is none, in points.
  private static let stillness = 1.0

  /// - Parameter didShow: called after each frame with the largest distance of a shown view.
  static func record(
    _ use: PlacementUse, entry: StrategyEntry<ViewAnnotationsFamily.Make>,
    didShow: (Int, Double) -> Void = { _, _ in }
  ) -> PlacementRecord {
    let interval = FrameForecast.interval(refresh: use.device.refresh)
    let delay = use.device.profile.count(.cameraCallbackDelay)
    let endedMovements = CameraPath(use.rects).endedMovements
    let placement = ViewPlacement()
    let strategy = entry.make(placement)
    var record = PlacementRecord(interval: interval)
    var waiting: [(frame: Int, change: ViewPlacement.Change)] = []
    // The views are at their places when the map appears.
    var placed = use.rects[0]
    var isAttached = false
    var isShown = true
    var didMove = false
    var didEnd = false
    var settleStart: Int?
    func takeChanges(in frame: Int) {
      for change in placement.takeChanges() {
        if case .place = change { record.placements += use.points.count }
        waiting.append((frame, change))
      }
    }
    takeChanges(in: 0)
    for (frame, rect) in use.rects.enumerated() {
      let time = Int64(frame) * interval
      let isMoving = frame > 0 && rect != use.rects[frame - 1]
      if isMoving { didMove = true }
      if frame > 0, endedMovements[frame] > endedMovements[frame - 1] { didEnd = true }
      if !use.mainThread.isBusy(at: time) {
        // Movements during a block come as one callback.
        if didMove { strategy.cameraDidChange(rect, time: time) }
        if didEnd { strategy.cameraDidStop(rect, time: time) }
        (didMove, didEnd) = (false, false)
        takeChanges(in: frame + delay)
      }
      while let first = waiting.first, first.frame <= frame {
        switch first.change {
        case .place(let camera): placed = camera
        case .attach: isAttached = true
        case .show(let isVisible): isShown = isVisible
        }
        waiting.removeFirst()
      }
      let lags = distances(
        of: use.points, drawn: rect, placed: isAttached ? rect : placed, on: use.device)
      let largest = isShown ? lags.max() ?? 0 : 0
      if isMoving {
        if let start = settleStart { record.settleFrames.append(frame - start) }
        settleStart = nil
        record.movingFrames += 1
        record.viewFrames += lags.count
        if isShown {
          record.shownFrames += lags.count
          record.lags += lags
          if largest > stillness { record.laggingFrames += 1 }
        }
      } else {
        if frame > 0, use.rects[frame - 1] != use.rects[max(frame - 2, 0)] { settleStart = frame }
        if let start = settleStart, isShown, largest <= stillness {
          record.settleFrames.append(frame - start)
          settleStart = nil
        }
      }
      didShow(frame, largest)
    }
    if let start = settleStart { record.settleFrames.append(use.rects.count - start) }
    record.placementTime = use.device.profile.cost(of: Double(record.placements), .placeView)
    return record
  }

  /// The distances of the views whose pins are in view on the drawn map.
  private static func distances(
    of points: [MapPoint], drawn: MapRect, placed: MapRect, on device: Device
  ) -> [Double] {
    let (drawnCamera, placedCamera) = (Projection(drawn, device), Projection(placed, device))
    return points.compactMap { point in
      let place = drawnCamera.position(of: point)
      guard abs(place.x) <= device.viewport.width / 2, abs(place.y) <= device.viewport.height / 2
      else { return nil }
      let view = placedCamera.position(of: point)
      let (x, y) = (view.x - place.x, view.y - place.y)
      return (x * x + y * y).squareRoot()
    }
  }

  /// Places on the screen, from its middle.
  private struct Projection {
    let middle: MapPoint
    let scale: Double

    init(_ rect: MapRect, _ device: Device) {
      middle = MapPoint(x: rect.midX, y: rect.midY)
      scale = device.viewport.width / rect.width
    }

    func position(of point: MapPoint) -> (x: Double, y: Double) {
      var x = point.x - middle.x
      x -= (x / MapSize.world.width).rounded() * MapSize.world.width
      return (x * scale, (point.y - middle.y) * scale)
    }
  }
}
