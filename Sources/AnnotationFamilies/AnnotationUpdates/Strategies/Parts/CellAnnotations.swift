import MapSimulation

/// The cells in view on a map, grouped from scratch on the main thread.
struct CellAnnotations {
  private let model: PinModel
  private let context: UpdateContext
  private var cells = VisibleCells()
  private var annotations = ItemAnnotations()

  init(model: PinModel, context: UpdateContext) {
    self.model = model
    self.context = context
  }

  /// Groups the pins in view anew; the grouping and the difference are charged.
  mutating func recluster(on mapView: MapView) {
    // The data and the camera may change at once, and both callbacks come.
    guard
      !context.isShowing(revision: model.revision, cameraRevision: context.cameraRevision)
    else { return }
    var counts = ComputationCounts()
    cells = context.timing(\.clustering) {
      VisibleCells(of: model.pins, in: mapView.visibleMapRect, zoom: mapView.zoom, counts: &counts)
    }
    context.charge(counts)
    annotations.show(cells.items, on: mapView, context: context)
    context.shows(revision: model.revision, cameraRevision: context.cameraRevision)
  }

  /// Names the pins of an annotation, by their numbers in the data.
  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    cells.forEachPin(of: annotation.id, body)
  }
}
