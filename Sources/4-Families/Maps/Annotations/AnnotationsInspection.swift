import Clustering
import Foundation
import ScenarioModel
import Simulation

extension AnnotationsReplay {
  /// Each tenth frame is enough for the overlap, which changes little between frames.
  static let overlapStride = 10
  /// The maximum number of pins that an inspection examines; with more pins, it examines fewer
  /// frames.
  private static let maxPinVisits = 100_000_000

  /// Replays the case and observes it without timing: the covered pins, the overlap of the views,
  /// and pictures of a country and a city.
  ///
  /// - Parameter folder: the folder for the pictures and the recording; `nil` for none.
  func inspect(_ scenarioCase: Case, in folder: String?) throws -> Inspection {
    let shown =
      folder == nil
      ? [] : PictureFrame.frames(of: use.rects, pins: use.pins, widest: widestFrame)
    var pictures: [Int: Inspection.Picture] = [:]
    var history = ViewHistory()
    let observed = try observe { frame, observed in
      if folder != nil { history.frameDidEnd(frame, on: mapView) }
      if frame == widestFrame {
        let buffer = mapView.device.makeFrameBuffer()
        let painted = mapView.composite(into: buffer)
        observed.overdraw = Double(painted) / Double(buffer.width * buffer.height)
      }
      guard let folder, let picked = shown.first(where: { $0.frame == frame }) else { return }
      let picture = FramePicture(
        of: mapView, frame: frame,
        caption: ", frame \(frame), \(mapView.visibleMapRect.widthLabel): "
          + "\(mapView.liveViewCount) annotation views on screen")
      pictures[frame] = try picture.write(of: scenarioCase, to: folder, part: picked.part)
    }
    return Inspection(
      values: ObservedFrames.table(strategyWork: .counted).values(of: observed), results: results(),
      pictures: shown.compactMap { pictures[$0.frame] },
      recording: try folder.map { try recording(&history).write(of: scenarioCase, to: $0) })
  }

  /// Replays the case and observes it without timing and painting.
  ///
  /// - Parameters:
  ///   - stride: one of so many frames is searched for all pins; with very many pins, one of more.
  ///   - didShow: called after each frame.
  func observe(
    coverageInOneOf stride: Int = 1,
    didShow: (Int, inout ObservedFrames) throws -> Void = { _, _ in }
  ) throws -> ObservedFrames {
    var observed = ObservedFrames(on: use.device)
    let points = use.pins.mapPoints
    let least = points.count * frameCount / Self.maxPinVisits
    // The frames of the overlap are among those in which all pins are looked for.
    let coverageStride =
      least <= 1
      ? stride : (least + Self.overlapStride - 1) / Self.overlapStride * Self.overlapStride
    try run { frame, strategy in
      if frame.isMultiple(of: coverageStride) || frame == widestFrame {
        observed.coverage.measuresDistance =
          frame.isMultiple(of: Self.overlapStride) || frame == widestFrame
        observed.coverage.inspect(
          mapView, camera: mapView, frame: frame, isMoving: isMoving(in: frame),
          pinCount: points.count, point: { points[$0] }, forEachPin: strategy.forEachPin)
      }
      if frame.isMultiple(of: Self.overlapStride) || frame == widestFrame {
        observed.overlap.inspect(mapView)
      }
      if !isMoving(in: frame), !isRest(frame), let counts = frames[frame]?.counts {
        observed.replacedAtRest += min(counts.annotationsInserted, counts.annotationsRemoved)
      }
      try didShow(frame, &observed)
    }
    return observed
  }
}

/// The record of an observed replay that its metrics are read from.
struct ObservedFrames {
  var coverage: PinCoverageRecord
  var overlap: OverlapMeter
  /// Annotations replaced by others while the map was at rest, and did not just come to rest.
  var replacedAtRest = 0
  /// Pixels of views painted for each pixel of the screen, in the frame with the widest view;
  /// `nil` if the frame was not painted.
  var overdraw: Double?

  init(on device: Device) {
    coverage = PinCoverageRecord(refresh: device.refresh)
    overlap = OverlapMeter(viewport: device.viewport)
  }

  /// What people see of the pins.
  ///
  /// - Parameter kind: as of ``ScenarioModel/MetricTable/coverage(strategyWork:_:)``.
  static func seen(strategyWork kind: MetricKind) -> MetricTable<Self> {
    .coverage(strategyWork: kind) { $0.coverage }
      + MetricTable([
        .init(
          "marker-overlap", .fraction, .modelled, .lowerIsBetter,
          "The fraction of the shown views' area that other views cover, in the worst inspected frame.",
          effect: "markers under others: {} of the markers' area is under other markers"
        ) { $0.overlap.worstFraction }
      ])
  }
}

/// Counts, frame by frame, the pins in view that exactly one annotation on the map covers: a
/// cluster, or its own annotation within one point of the screen from its place.
///
/// The camera decides which pins are in view. If an app is late, its map shows an earlier region,
/// and pins outside of it are not covered.
struct PinCoverageRecord {
  /// For each pin the inspected frame since which it is in view and not covered; -1 for others.
  private var missingSince: [Int32] = []
  private(set) var framesInspected = 0
  private var pinsInView = 0
  private var pinsCovered = 0
  /// True for each pin that was in view.
  private var wasInView: [Bool] = []
  // The same of the frames in which the map moves.
  private var pinsInMovingView = 0
  private var pinsCoveredInMovement = 0
  private var maxMissingFrames = 0
  /// The maximum distance from a pin in view to its cluster, in points of the screen, in frames in which
  /// it is measured.
  private(set) var clusterDistance = 0.0
  /// Whether the next frame measures the distances.
  var measuresDistance = false
  /// Nanoseconds from one frame to the next.
  private let interval: Int64

  /// The maximum distance of an annotation from its pin, in points of the screen.
  private static let tolerance = 1.0
  private static let nothingInView = "no pin was in view: does the camera look at the data?"

  /// - Parameter refresh: frames a second.
  init(refresh: Double) { interval = FrameForecast.interval(refresh: refresh) }

  /// The fraction of the pins in view, over all inspected frames.
  var coverage: MetricValue { MetricValue(pinsCovered, of: pinsInView, orWhy: Self.nothingInView) }

  /// The fraction of the pins that were in view in any inspected frame.
  var seen: MetricValue {
    MetricValue(wasInView.count { $0 }, of: wasInView.count, orWhy: "there is no pin")
  }

  /// The fraction of the pins in view, over the inspected frames in which the map moves.
  var coverageWhileMoving: MetricValue {
    MetricValue(
      pinsCoveredInMovement, of: pinsInMovingView, orWhy: "no pin was in view while the map moved")
  }

  /// The longest time in nanoseconds for which a pin stayed in view and was not covered.
  var maxMissingTime: MetricValue {
    MetricValue(
      pinsInView > 0 ? Double(Int64(maxMissingFrames) * interval) : nil, orWhy: Self.nothingInView)
  }

  /// Examines the contents of the screen.
  ///
  /// - Parameters:
  ///   - shown: the map on the screen; `nil` if there is none, and no pin is covered.
  ///   - camera: a map at the camera's current place: the shown one itself if the app is not late.
  ///   - frame: the number of the frame, larger than those inspected before.
  ///   - isMoving: whether the camera's place is another one than in the frame before.
  ///   - pinCount: pins have numbers below this.
  ///   - point: the place of the pin of a number now; `nil` if there is none.
  ///   - forEachPin: calls its closure with the numbers of the pins that an annotation covers. A
  ///     number without a pin covers nothing.
  mutating func inspect(
    _ shown: MapView?, camera: MapView, frame: Int, isMoving: Bool, pinCount: Int,
    point: @escaping (Int) -> MapPoint?, forEachPin: (Annotation, (Int) -> Void) -> Void
  ) {
    framesInspected += 1
    var counts = [UInt8](repeating: 0, count: pinCount)
    // Once for all pins: each call on an object that others refer to weakly is slow.
    let area = camera.visibleArea
    let shownArea = shown === camera ? nil : shown?.visibleArea
    let mapPointsPerPoint = camera.visibleMapRect.width / camera.device.viewport.width
    let tolerance = Self.tolerance * mapPointsPerPoint
    var clusterDistance = 0.0
    shown?.forEachRepresentingAnnotation { annotation in
      let (place, isCluster) = (annotation.mapPoint, annotation.isCluster)
      let isMeasured = isCluster && measuresDistance
      forEachPin(annotation) { pin in
        guard counts.indices.contains(pin), counts[pin] < 2 else { return }
        if let point = point(pin) {
          if isMeasured {
            if area.contains(point) {
              clusterDistance = max(clusterDistance, point.distance(to: place))
            }
          } else if !isCluster, !point.isNear(place, within: tolerance) {
            return
          }
        }
        counts[pin] += 1
      }
    }
    self.clusterDistance = max(self.clusterDistance, clusterDistance / mapPointsPerPoint)
    let newCount = max(pinCount - missingSince.count, 0)
    missingSince += repeatElement(-1, count: newCount)
    wasInView += repeatElement(false, count: newCount)
    var (inView, covered) = (0, 0)
    for pin in 0..<pinCount {
      guard let point = point(pin), area.contains(point) else {
        missingSince[pin] = -1
        continue
      }
      inView += 1
      wasInView[pin] = true
      if counts[pin] == 1, shown != nil, shownArea?.contains(point) ?? true {
        covered += 1
        missingSince[pin] = -1
      } else {
        if missingSince[pin] < 0 { missingSince[pin] = Int32(frame) }
        maxMissingFrames = max(maxMissingFrames, frame - Int(missingSince[pin]) + 1)
      }
    }
    pinsInView += inView
    pinsCovered += covered
    if isMoving {
      pinsInMovingView += inView
      pinsCoveredInMovement += covered
    }
  }
}

extension MapPoint {
  /// Indicates whether another point is no further away in either direction, the short way around
  /// the world.
  fileprivate func isNear(_ other: MapPoint, within distance: Double) -> Bool {
    width(to: other) <= distance && abs(y - other.y) <= distance
  }

  /// The distance to another point, the short way around the world.
  fileprivate func distance(to other: MapPoint) -> Double {
    hypot(width(to: other), y - other.y)
  }

  private func width(to other: MapPoint) -> Double {
    let difference = abs(x - other.x)
    return min(difference, MapSize.world.width - difference)
  }
}

/// Measures how much of the shown views' area other views cover, on a grid of screen points.
struct OverlapMeter {
  private let width: Int
  private let height: Int
  private let wordsPerRow: Int
  /// A bit for each point of the screen, row by row, in words of 64.
  private var covered: [UInt64]
  /// The maximum fraction of the frames inspected.
  private(set) var worstFraction = 0.0

  init(viewport: Viewport) {
    width = Int(viewport.width)
    height = Int(viewport.height)
    wordsPerRow = (width + 63) / 64
    covered = Array(repeating: 0, count: wordsPerRow * height)
  }

  /// Examines the views on the screen.
  ///
  /// Their union is the visible area; the rest of their summed areas is covered by other views.
  mutating func inspect(_ mapView: MapView) {
    for index in covered.indices { covered[index] = 0 }
    var (summedArea, unionArea) = (0, 0)
    mapView.forEachView { view in
      let left = max(Int((view.x - view.size / 2).rounded()), 0)
      let right = min(Int((view.x + view.size / 2).rounded()), width)
      let top = max(Int((view.y - view.size / 2).rounded()), 0)
      let bottom = min(Int((view.y + view.size / 2).rounded()), height)
      guard left < right, top < bottom else { return }
      summedArea += (right - left) * (bottom - top)
      for word in left / 64...(right - 1) / 64 {
        let bits = Self.bits(from: left - 64 * word, to: right - 64 * word)
        for row in top..<bottom {
          let index = row * wordsPerRow + word
          unionArea += (bits & ~covered[index]).nonzeroBitCount
          covered[index] |= bits
        }
      }
    }
    guard summedArea > 0 else { return }
    worstFraction = max(worstFraction, 1 - Double(unionArea) / Double(summedArea))
  }

  /// The bits of a word from one column to another, which may lie outside of it.
  private static func bits(from start: Int, to end: Int) -> UInt64 {
    (~0 << UInt64(max(start, 0))) & (~0 >> UInt64(64 - min(end, 64)))
  }
}
