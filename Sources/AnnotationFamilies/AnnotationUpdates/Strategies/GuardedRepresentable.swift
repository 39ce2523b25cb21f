import MapSimulation

/// Wraps the map in a `UIViewRepresentable` whose `updateUIView` compares nothing unless the data
/// has changed since the latest time: the body is evaluated as often, and does not hold the
/// annotations.
public final class GuardedRepresentable: AnnotationUpdateStrategy {
  public static let observedState = ObservedState.everything

  private let model: PinModel
  private let context: UpdateContext
  private var annotations = ItemAnnotations()
  private var shownRevision: Int?

  public init(model: PinModel, context: UpdateContext) {
    self.model = model
    self.context = context
  }

  public func bodyDidEvaluate(_ mapView: MapView) {
    guard shownRevision != model.revision else { return }
    shownRevision = model.revision
    annotations.show(model.pins.map(\.item), on: mapView, context: context)
    context.shows(revision: model.revision)
  }
}
