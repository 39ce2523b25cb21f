import Clustering
import ScenarioModel
import Simulation
import Support

/// The places of an app's views, compared with the places of their pins on the drawn map.
struct PlacementRecord: Hashable, Sendable {
  /// For each view in view, in each frame of a movement in which it was shown, the distance in
  /// points.
  var lags: [Double] = []
  var movingFrames = 0
  /// Frames of a movement in which any shown view was more than a point from its place.
  var laggingFrames = 0
  /// Views in view in all frames of movements, and the number that was shown.
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

  private static let noMovement = "no pin was in view while the map moved"

  static let table = MetricTable<PlacementRecord>(
    MetricTable.Entry.percentiles(
      "annotation-lag", [.p50, .p95, .max], .points, .modelled,
      "The distance of a shown view from its pin's place on the drawn map, in frames of movements; "
        + "the median.",
      of: "views of all these frames", orWhy: "no view was shown while the map moved",
      effects: [.p95: "95 of 100 views are within {} of their place"]
    ) { $0.lags.sorted() } + [
      .ratio(
        "lagging-frames", .modelled, .lowerIsBetter,
        "Of the frames of movements, the fraction in which any shown view is more than a point "
          + "from its place.", effect: "views are off their place in {} of the frames",
        \.laggingFrames, of: \.movingFrames, orWhy: noMovement),
      .init(
        "settle-time-max", .nanoseconds, .modelled, .lowerIsBetter,
        "The longest time from the end of a movement until all views are shown at their places, or "
          + "until the next movement.",
        effect: "views reach their place up to {} after the map stops"
      ) { record in
        MetricValue(
          record.settleFrames.max().map { Double(Int64($0) * record.interval) },
          orWhy: "the map never came to rest")
      },
      .ratio(
        "views-shown", .modelled, .higherIsBetter,
        "Of the views whose pins are in view, the fraction that are shown, in frames of movements.",
        \.shownFrames, of: \.viewFrames, orWhy: noMovement),
      .init(
        "views-placed", .count, .counted, .lowerIsBetter, "Views that the app's main thread placed."
      ) { $0.placements },
      .init(
        "placement-time", .nanoseconds, .modelled, .lowerIsBetter,
        "The main thread's time to place views, as the profile predicts it.", \.placementTime),
    ])
}

/// A camera's path over views that an app places.
struct PlacementDriver {
  /// The largest distance that is none, in points.
  private static let stillness = 1.0

  let use: MapUse
  let mainThread: BusyMainThread
  let make: ViewPlacementMake

  /// Replays the path.
  ///
  /// - Parameter didShow: called after each frame with the largest distance of a shown view.
  func record(didShow: (Int, Double) -> Void = { _, _ in }) -> PlacementRecord {
    let (points, rects) = (use.pins.mapPoints, use.rects)
    let delay = use.device.profile.count(.cameraCallbackDelay)
    let endedMovements = CameraPath(rects).endedMovements
    let placement = ViewPlacement()
    let callbacks = make(placement)
    var record = PlacementRecord(interval: FrameForecast.interval(refresh: use.device.refresh))
    var waiting: [(frame: Int, change: ViewPlacement.Change)] = []
    // The views are at their places when the map appears.
    var placed = rects[0]
    var (isAttached, isShown, didMove, didEnd) = (false, true, false, false)
    var settleStart: Int?
    func takeChanges(in frame: Int) {
      for change in placement.takeChanges() {
        if case .place = change { record.placements += points.count }
        waiting.append((frame, change))
      }
    }
    takeChanges(in: 0)
    for (frame, rect) in rects.enumerated() {
      let time = Int64(frame) * record.interval
      let isMoving = frame > 0 && rect != rects[frame - 1]
      if isMoving { didMove = true }
      if frame > 0, endedMovements[frame] > endedMovements[frame - 1] { didEnd = true }
      if !mainThread.isBusy(at: time) {
        // Movements during a block come as one callback.
        if didMove { callbacks.didChange(rect, time) }
        if didEnd { callbacks.didStop(rect, time) }
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
      let lags = distances(of: points, drawn: rect, placed: isAttached ? rect : placed)
      let largest = isShown ? lags.max() ?? 0 : 0
      if isMoving {
        if let start = settleStart.take() { record.settleFrames.append(frame - start) }
        record.movingFrames += 1
        record.viewFrames += lags.count
        if isShown {
          record.shownFrames += lags.count
          record.lags += lags
          if largest > Self.stillness { record.laggingFrames += 1 }
        }
      } else {
        if frame > 0, rects[frame - 1] != rects[max(frame - 2, 0)] { settleStart = frame }
        if isShown, largest <= Self.stillness, let start = settleStart.take() {
          record.settleFrames.append(frame - start)
        }
      }
      didShow(frame, largest)
    }
    if let start = settleStart { record.settleFrames.append(rects.count - start) }
    record.placementTime = use.device.profile.cost(of: Double(record.placements), .placeView)
    return record
  }

  /// When views are furthest from their places, second by second.
  func transcript() -> Transcript {
    let writer = TranscriptWriter()
    let perSecond = max(1, Int(use.device.refresh.rounded()))
    var largest = 0.0
    _ = record { frame, lag in
      largest = max(largest, lag)
      guard (frame + 1).isMultiple(of: perSecond) else { return }
      writer.note(
        "in this second, views were at most \(Int(largest.rounded())) pt from their places",
        at: Int64((frame + 1) / perSecond - 1) * 1_000_000_000)
      largest = 0
    }
    return writer.transcript(title: "how far views are from their places")
  }

  /// The distances of the views whose pins are in view on the drawn map.
  private func distances(of points: [MapPoint], drawn: MapRect, placed: MapRect) -> [Double] {
    let viewport = use.device.viewport
    // A place on the screen, from its middle.
    func position(of point: MapPoint, in rect: MapRect) -> (x: Double, y: Double) {
      let scale = viewport.width / rect.width
      var x = point.x - rect.midX
      x -= (x / MapSize.world.width).rounded() * MapSize.world.width
      return (x * scale, (point.y - rect.midY) * scale)
    }
    return points.compactMap { point in
      let place = position(of: point, in: drawn)
      guard abs(place.x) <= viewport.width / 2, abs(place.y) <= viewport.height / 2 else {
        return nil
      }
      let view = position(of: point, in: placed)
      let (x, y) = (view.x - place.x, view.y - place.y)
      return (x * x + y * y).squareRoot()
    }
  }
}
