import MapSimulation

/// Answers every change of the data by `removeAnnotations(mapView.annotations)` and
/// `addAnnotations(new)`.
public final class RemoveAllAddAll: AnnotationUpdateStrategy {
  private let model: PinModel
  private let context: UpdateContext

  public init(model: PinModel, context: UpdateContext) {
    self.model = model
    self.context = context
  }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
    mapView.replaceAnnotations(by: model.pins)
    context.shows(revision: model.revision)
  }
}
