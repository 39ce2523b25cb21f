import MapSimulation

/// The pins in view on a map, those that come a few a frame.
struct PinsInViewByBudget {
  private let model: MapModel
  private let context: UpdateContext
  private var inView = PinsInView()
  private var annotations: BudgetedAnnotations
  /// For which revisions of the data and the camera the wanted annotations stand.
  private var wanted = (revision: -1, cameraRevision: -1)

  init(model: MapModel, context: UpdateContext) {
    self.model = model
    self.context = context
    annotations = BudgetedAnnotations(refresh: context.device.refresh)
  }

  mutating func modelDidChange(on mapView: MapView) throws {
    try inView.modelDidChange(model, context: context)
    want(on: mapView)
  }

  mutating func visibleRegionDidChange(on mapView: MapView) {
    want(on: mapView)
  }

  private mutating func want(on mapView: MapView) {
    // The data and the camera may change at once, and both callbacks come.
    guard wanted != (model.revision, context.cameraRevision) else { return }
    annotations.want(inView.items(around: mapView), on: mapView, context: context)
    wanted = (model.revision, context.cameraRevision)
  }

  /// - Parameter duration: nanoseconds since the frame before; 0 for the first.
  mutating func frameWillShow(on mapView: MapView, after duration: Int64) {
    annotations.frameWillShow(on: mapView, after: duration)
    if annotations.isComplete {
      context.shows(revision: wanted.revision, cameraRevision: wanted.cameraRevision)
    }
  }
}
