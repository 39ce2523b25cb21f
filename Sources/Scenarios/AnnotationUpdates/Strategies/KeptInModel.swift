import MapSimulation

/// Keeps the annotations in the model: an evaluation of the body compares nothing unless the data
/// has changed since the latest one.
public final class KeptInModel: AnnotationUpdateStrategy {
  public static let observedState = ObservedState.everything

  private let model: MapModel
  private let context: UpdateContext
  private var annotations = ItemAnnotations()
  private var shownRevision: Int?

  public init(model: MapModel, context: UpdateContext) {
    self.model = model
    self.context = context
  }

  public func bodyDidEvaluate(_ mapView: MapView) {
    guard shownRevision != model.revision else { return }
    shownRevision = model.revision
    annotations.show(model.pins.map(\.item), on: mapView, context: context)
    context.shows(revision: model.revision)
  }

  public func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    .ofIdentity(annotation, on: mapView)
  }
}
