import Clustering
import Foundation
import ScenarioModel
import Simulation

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
  /// Indicates whether this is each pin that was in view.
  private var wasInView: [Bool] = []
  // The same of the frames in which the map moves.
  private var pinsInMovingView = 0
  private var pinsCoveredInMovement = 0
  private var maxMissingFrames = 0
  /// The maximum distance from a pin in view to its cluster, in points of the screen, in frames in which
  /// it is measured.
  private(set) var clusterDistance = 0.0
  /// Indicates whether the next frame measures the distances.
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
  /// Returns whether another point is no further away in either direction, the short way around the
  /// world.
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
