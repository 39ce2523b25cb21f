import MapGeometry
import MapSimulation
import Measurement

/// Counts, frame by frame, the pins in view that exactly one annotation on the map stands for.
struct RepresentationAudit {
  private let points: [MapPoint]
  private var standing: [UInt8]
  private(set) var framesInspected = 0
  private(set) var pinsInView = 0
  private(set) var pinsRepresented = 0

  init(points: [MapPoint]) {
    self.points = points
    standing = Array(repeating: 0, count: points.count)
  }

  /// The share of the pins in view, over all inspected frames.
  var share: MetricValue {
    pinsInView == 0
      ? .notAvailable(reason: "no pin was in view: does the camera look at the data?")
      : .number(Double(pinsRepresented) / Double(pinsInView))
  }

  /// Looks at the frame that the replay shows.
  mutating func inspect(_ replay: AnnotationsReplay) {
    guard let strategy = replay.strategy else { return }
    framesInspected += 1
    // Moved out and back in, so that the closure below can change it in place.
    var marked: [UInt8] = []
    swap(&marked, &standing)
    for pin in marked.indices { marked[pin] = 0 }
    replay.mapView.forEachStandingAnnotation { annotation in
      strategy.forEachPin(of: annotation) { pin in
        // A foreign strategy may name a pin that is none; it stands for nothing.
        if marked.indices.contains(pin), marked[pin] < 2 { marked[pin] += 1 }
      }
    }
    for (pin, point) in points.enumerated() where replay.mapView.isVisible(point) {
      pinsInView += 1
      if marked[pin] == 1 { pinsRepresented += 1 }
    }
    swap(&marked, &standing)
  }
}
