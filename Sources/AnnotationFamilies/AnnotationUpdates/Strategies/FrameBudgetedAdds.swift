import MapSimulation

/// Shows the pins in view, and adds what comes into view a few annotations a frame: 32 at first,
/// half as many after a late frame, some more after one in time.
public final class FrameBudgetedAdds: AnnotationUpdateStrategy {
  private let model: PinModel
  private let context: UpdateContext
  private var inView = PinsInView()
  private var annotations: BudgetedAnnotations
  /// For which revisions of the data and the camera the wanted annotations stand.
  private var wanted = (revision: -1, cameraRevision: -1)

  public init(model: PinModel, context: UpdateContext) {
    self.model = model
    self.context = context
    annotations = BudgetedAnnotations(refresh: context.device.refresh)
  }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    try inView.modelDidChange(model, context: context)
    want(on: mapView)
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    want(on: mapView)
  }

  private func want(on mapView: MapView) {
    // The data and the camera may change at once, and both callbacks come.
    guard wanted != (model.revision, context.cameraRevision) else { return }
    annotations.want(inView.items(around: mapView), on: mapView, context: context)
    wanted = (model.revision, context.cameraRevision)
  }

  public func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
    annotations.frameWillShow(on: mapView, after: duration)
    if annotations.isComplete {
      context.shows(revision: wanted.revision, cameraRevision: wanted.cameraRevision)
    }
  }
}
