import MapSimulation

/// Shows the pins in view, found by an index, and adds all that come into view at once.
public final class AddAtOnce: AnnotationUpdateStrategy {
  private let model: PinModel
  private let context: UpdateContext
  private var inView = PinsInView()
  private var annotations = ItemAnnotations()

  public init(model: PinModel, context: UpdateContext) {
    self.model = model
    self.context = context
  }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    try inView.modelDidChange(model, context: context)
    show(on: mapView)
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    show(on: mapView)
  }

  private func show(on mapView: MapView) {
    // The data and the camera may change at once, and both callbacks come.
    guard
      !context.isShowing(revision: model.revision, cameraRevision: context.cameraRevision)
    else { return }
    annotations.show(inView.items(around: mapView), on: mapView, context: context)
    context.shows(revision: model.revision, cameraRevision: context.cameraRevision)
  }
}
