import MapGeometry
import MapSimulation
import Measurement
import ScenarioModel

/// Counts, frame by frame, the pins in view that exactly one annotation on the map stands for: a
/// cluster, or an annotation of its own within a point of the screen of its place.
///
/// Which pins are in view, the camera says. Where an app is late, its map shows an earlier region,
/// and a pin that lies outside of that is not represented.
struct RepresentationAudit {
  private var standing: [UInt8] = []
  private(set) var framesInspected = 0
  private(set) var pinsInView = 0
  private(set) var pinsRepresented = 0

  /// How far from its pin an annotation may stand, in points of the screen.
  private static let tolerance = 1.0

  /// The share of the pins in view, over all inspected frames.
  var share: MetricValue {
    pinsInView == 0
      ? .notAvailable(reason: "no pin was in view: does the camera look at the data?")
      : .number(Double(pinsRepresented) / Double(pinsInView))
  }

  /// Looks at what the screen shows.
  ///
  /// - Parameters:
  ///   - shown: the map on the screen; `nil` where there is none, and no pin is represented.
  ///   - camera: a map where the camera is now: the shown one itself where the app is not late.
  ///   - pinCount: pins have numbers below this.
  ///   - place: where the pin of a number is now; `nil` where there is none.
  ///   - forEachPin: names the numbers of the pins that an annotation stands for. A foreign strategy
  ///     may name one that is no pin's; it stands for nothing.
  mutating func inspect(
    _ shown: MapView?, camera: MapView, pinCount: Int, place: @escaping (Int) -> MapPoint?,
    forEachPin: (Annotation, (Int) -> Void) -> Void
  ) {
    framesInspected += 1
    // Moved out and back in, so that the closure below can change it in place.
    var marked: [UInt8] = []
    swap(&marked, &standing)
    marked.removeAll(keepingCapacity: true)
    marked.append(contentsOf: repeatElement(0, count: pinCount))
    let tolerance =
      Self.tolerance * camera.visibleMapRect.width / camera.device.viewport.width
    shown?.forEachRepresentingAnnotation { annotation in
      forEachPin(annotation) { pin in
        guard marked.indices.contains(pin), marked[pin] < 2 else { return }
        if !annotation.isCluster, let place = place(pin),
          !place.isNear(annotation.mapPoint, within: tolerance)
        {
          return
        }
        marked[pin] += 1
      }
    }
    for pin in 0..<pinCount {
      guard let place = place(pin), camera.isVisible(place) else { continue }
      pinsInView += 1
      guard marked[pin] == 1, let shown else { continue }
      if shown === camera || shown.isVisible(place) { pinsRepresented += 1 }
    }
    swap(&marked, &standing)
  }
}

extension MapPoint {
  /// Whether another point is no further away in either direction, the short way around the world.
  fileprivate func isNear(_ other: MapPoint, within distance: Double) -> Bool {
    let world = MapSize.world.width
    let way = abs(x - other.x)
    return min(way, world - way) <= distance && abs(y - other.y) <= distance
  }
}
