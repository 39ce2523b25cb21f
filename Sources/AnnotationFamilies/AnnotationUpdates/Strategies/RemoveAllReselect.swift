import Clustering
import MapSimulation

/// Removes all annotations and adds all, and selects again what was selected, by its identity.
///
/// The map selects nothing that has no view yet, and it makes views in its layout pass, so the
/// selection comes back with the next frame (as from a `DispatchQueue.main.async`), and only where
/// the pin is on screen by then.
public final class RemoveAllReselect: AnnotationUpdateStrategy {
  private let model: PinModel
  private let context: UpdateContext
  private var selectedID: AnnotationID?

  public init(model: PinModel, context: UpdateContext) {
    self.model = model
    self.context = context
  }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
    if let selected = mapView.selectedAnnotation { selectedID = selected.id }
    mapView.replaceAnnotations(by: model.pins)
    context.shows(revision: model.revision)
  }

  public func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
    guard let id = selectedID else { return }
    // What was tapped meanwhile is what the user wants.
    if mapView.selectedAnnotation == nil,
      let annotation = mapView.annotations.first(where: { $0.id == id })
    {
      mapView.selectAnnotation(annotation)
      // No view yet: try again at the next frame.
      if mapView.selectedAnnotation == nil, mapView.isVisible(annotation.mapPoint) { return }
    }
    selectedID = nil
  }
}
