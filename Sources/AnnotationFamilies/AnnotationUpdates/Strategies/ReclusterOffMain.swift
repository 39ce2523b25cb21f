import MapSimulation

/// Groups the pins in view from scratch beside the main thread, ten times a second at most; while
/// one grouping is under way, only the latest camera waits for the next.
public final class ReclusterOffMain: AnnotationUpdateStrategy {
  /// The least time from the beginning of one grouping to that of the next, in nanoseconds.
  public static let leastInterval: Int64 = 100_000_000
  /// The share of the visible rectangle that is grouped beyond each edge, for where the camera goes
  /// meanwhile.
  public static let padding = 0.25

  private let model: PinModel
  private let context: UpdateContext
  private var cells = VisibleCells()
  private var annotations = ItemAnnotations()
  private var isOutOfDate = false
  private var isGrouping = false
  private var latestStart: Int64?

  public init(model: PinModel, context: UpdateContext) {
    self.model = model
    self.context = context
  }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
    isOutOfDate = true
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    isOutOfDate = true
  }

  public func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
    guard isOutOfDate, !isGrouping else { return }
    if let latestStart, context.now - latestStart < Self.leastInterval { return }
    isOutOfDate = false
    isGrouping = true
    latestStart = context.now
    let (revision, cameraRevision) = (model.revision, context.cameraRevision)
    context.inBackground { counts in
      context.timing(\.clustering) {
        VisibleCells(
          of: model.pins, in: mapView.visibleMapRect.padded(by: Self.padding), zoom: mapView.zoom,
          counts: &counts)
      }
    } completion: { [weak self, weak mapView] cells in
      guard let self, let mapView else { return }
      isGrouping = false
      self.cells = cells
      annotations.show(cells.items, on: mapView, context: context)
      context.shows(revision: revision, cameraRevision: cameraRevision)
    }
  }

  public func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    cells.forEachPin(of: annotation.id, body)
  }
}
