import MapSimulation

/// Compares the new data with what the map holds by stable identities, and removes, adds and moves
/// only what differs.
public final class DifferenceByID: AnnotationUpdateStrategy {
  private let model: PinModel
  private let context: UpdateContext
  private var annotations = ItemAnnotations()

  public init(model: PinModel, context: UpdateContext) {
    self.model = model
    self.context = context
  }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
    annotations.show(model.pins.map(\.item), on: mapView, context: context)
    context.shows(revision: model.revision)
  }
}
