import MapSimulation

/// Makes the annotations in the view's body with the identities of the data: what is there already
/// is found again, by comparing all at each evaluation.
public final class RebuiltInBody: AnnotationUpdateStrategy {
  public static let observedState = ObservedState.everything

  private let model: PinModel
  private let context: UpdateContext
  private var annotations = ItemAnnotations(inBody: true)

  public init(model: PinModel, context: UpdateContext) {
    self.model = model
    self.context = context
  }

  public func bodyDidEvaluate(_ mapView: MapView) {
    annotations.show(model.pins.map(\.item), on: mapView, context: context)
    context.shows(revision: model.revision)
  }

  public func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    .ofIdentity(annotation, on: mapView)
  }
}
