import MapSimulation

/// Puts the map into a view of its own that is given nothing but the pins: its body is evaluated
/// when they change, and not when other state of the screen does.
public final class MapInOwnView: AnnotationUpdateStrategy {
  public static let observedState = ObservedState.model

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
