import Clustering
import MapSimulation

/// Makes the annotations in the view's body, each with an identity of its own: `let id = UUID()` in
/// a value that the body makes, or a computed `id: UUID().uuidString`.
///
/// Nothing that was there is found again: every evaluation of the body removes all annotations and
/// adds all, whether the data changed or not.
public final class FreshIDsInBody: AnnotationUpdateStrategy {
  public static let observedState = ObservedState.everything

  private let model: PinModel
  private let context: UpdateContext
  private var annotations = ItemAnnotations(inBody: true)
  /// UUIDs, as numbers that are never given twice.
  private var nextID: UInt64 = 0
  /// The pins of the latest evaluation, in the order of their identities.
  private var pins: [MapPin] = []

  public init(model: PinModel, context: UpdateContext) {
    self.model = model
    self.context = context
  }

  public func bodyDidEvaluate(_ mapView: MapView) {
    pins = model.pins
    let items = pins.map { pin in
      nextID += 1
      return ClusterItem(id: .cluster(nextID), point: pin.point, count: 1)
    }
    annotations.show(items, on: mapView, context: context)
    context.shows(revision: model.revision)
  }

  public func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    .ofIdentity(annotation, on: mapView)
  }

  public func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    let first = AnnotationID.cluster(nextID - UInt64(pins.count) + 1).rawValue
    let position = annotation.id.rawValue &- first
    if position < UInt64(pins.count) { body(pins[Int(position)].number) }
  }
}
