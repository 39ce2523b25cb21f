import MapSimulation
import PinData
import Workloads

/// Every pin as an annotation, added to the map view when it is first asked for and never removed.
struct AddedOnce {
  private let annotations: [Annotation]
  private var isAdded = false

  init(_ pins: PinSet) {
    annotations = pins.annotations
  }

  mutating func add(to mapView: MapView) {
    guard !isAdded else { return }
    isAdded = true
    mapView.addAnnotations(annotations)
  }
}
