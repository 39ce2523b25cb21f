import MapSimulation

/// Shows the pins in view, and adds what comes into view a few annotations a frame: 32 at first,
/// half as many after a late frame, some more after one in time.
public final class FrameBudgetedAdds: AnnotationUpdateStrategy {
  private var annotations: PinsInViewByBudget

  public init(model: MapModel, context: UpdateContext) {
    annotations = PinsInViewByBudget(model: model, context: context)
  }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    try annotations.modelDidChange(on: mapView)
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    annotations.visibleRegionDidChange(on: mapView)
  }

  public func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
    annotations.frameWillShow(on: mapView, after: duration)
  }
}
