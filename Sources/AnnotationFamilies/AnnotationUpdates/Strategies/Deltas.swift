import MapSimulation

/// Takes from the data what changed, and touches nothing else: a pin that moved has its coordinate
/// set, whatever the number of pins.
public final class Deltas: AnnotationUpdateStrategy {
  private let model: PinModel
  private let context: UpdateContext
  private var annotations: [Int: Annotation] = [:]

  public init(model: PinModel, context: UpdateContext) {
    self.model = model
    self.context = context
  }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
    // Looking up what changed is charged as comparing it; what is new is not looked up.
    context.chargeComparison(ofItems: changes.removed.count + changes.moved.count)
    for number in changes.removed {
      if let annotation = annotations.removeValue(forKey: number) {
        mapView.removeAnnotation(annotation)
      }
    }
    for pin in changes.moved {
      if let annotation = annotations[pin.number] {
        mapView.moveAnnotation(annotation, to: pin.point)
      }
    }
    for pin in changes.inserted {
      let annotation = Annotation(pin.item)
      annotations[pin.number] = annotation
      mapView.addAnnotation(annotation)
    }
    context.shows(revision: model.revision)
  }
}
