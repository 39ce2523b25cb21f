import Clustering
import Simulation

/// A strategy that comes with MapPressure; it overrides the callbacks that it needs.
class BuiltInStrategy: AnnotationUpdateCallbacks {
  let model: PinModel
  let context: UpdateContext
  /// The cells that are shown by a strategy that groups pins into cells; else empty.
  var cells = VisibleCells()
  private lazy var annotations = ItemAnnotations(inBody: views == .hosted)

  init(_ model: PinModel, _ context: UpdateContext) {
    self.model = model
    self.context = context
  }

  var views: PinViews { .reused }

  /// Updates the map to have exactly these items, which are right for a revision of the data, and
  /// for one of the camera or for all.
  final func show(
    _ items: [ClusterItem], on mapView: MapView, revision: Int, cameraRevision: Int? = nil
  ) {
    annotations.show(items, on: mapView, context: context)
    context.shows(revision: revision, cameraRevision: cameraRevision)
  }

  func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {}
  func bodyDidEvaluate(_ mapView: MapView) {}
  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
  func regionDidChange(_ mapView: MapView) {}
  func displayWillRefresh(_ mapView: MapView, after duration: Int64) {}

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    views.view(for: annotation, on: mapView)
  }

  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    cells.forEachPin(of: annotation.id, body)
  }
}

/// Makes the annotations in the view's body, each with a new identity: `let id = UUID()` in a value
/// that the body makes, or a computed `id: UUID().uuidString`.
///
/// No annotation is found again: each evaluation of the body removes all annotations and adds all,
/// even if the data did not change.
final class FreshIDsInBody: BuiltInStrategy {
  /// UUIDs, as numbers that are never given twice.
  private var nextID: UInt64 = 0
  /// The pins of the latest evaluation, in the order of their identities.
  private var pins: [MapPin] = []

  override var views: PinViews { .hosted }

  override func bodyDidEvaluate(_ mapView: MapView) {
    pins = model.pins
    let items = pins.map { pin in
      nextID += 1
      return ClusterItem(id: .cluster(nextID), point: pin.point, count: 1)
    }
    show(items, on: mapView, revision: model.revision)
  }

  override func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    let first = AnnotationID.cluster(nextID - UInt64(pins.count) + 1).rawValue
    let position = annotation.id.rawValue &- first
    if position < UInt64(pins.count) { body(pins[Int(position)].number) }
  }
}

/// Makes the annotations in the view's body, with the identities of the data: SwiftUI compares them
/// at each evaluation with those on the map.
///
/// The body of a separate view for the map, which observes only the pins, is evaluated when they
/// change; otherwise the body is evaluated when any state of the screen changes.
class DifferenceInBody: BuiltInStrategy {
  override var views: PinViews { .hosted }

  override func bodyDidEvaluate(_ mapView: MapView) {
    show(model.pins.map(\.item), on: mapView, revision: model.revision)
  }
}

/// The quick start of a SwiftUI map: one view binds the map's position and its selection, and makes
/// a marker for each pin in its body.
///
/// Each write of a binding evaluates the body. The dot of the user's location is content of the
/// map, and evaluates nothing.
final class QuickStart: DifferenceInBody {
  private var selectedID: AnnotationID?

  /// The map writes its position when a movement has ended; the first one it has from the app.
  override func regionDidChange(_ mapView: MapView) {
    if context.cameraRevision > 0 { evaluateBody(for: mapView) }
  }

  /// The map writes its selection after a tap.
  override func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
    guard mapView.selectedAnnotation?.id != selectedID else { return }
    selectedID = mapView.selectedAnnotation?.id
    evaluateBody(for: mapView)
  }

  private func evaluateBody(for mapView: MapView) {
    context.bodyEvaluations += 1
    bodyDidEvaluate(mapView)
  }
}

/// Compares the changed data with the annotations on a UIKit map by stable identities, and removes,
/// adds and moves only what differs.
///
/// The owner of the map does so; or the `updateUIView` of a `UIViewRepresentable`, which is called
/// at each evaluation of the body, and does nothing unless the data has changed.
class DifferenceByID: BuiltInStrategy {
  override func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
    show(model.pins.map(\.item), on: mapView, revision: model.revision)
  }
}

/// The same with views that the map view joins to clusters.
final class DifferenceOfClusteredViews: DifferenceByID {
  override var views: PinViews { .clustered }
}

/// Replaces all annotations at every change of the data: `removeAnnotations(mapView.annotations)`
/// and `addAnnotations(new)`.
class RemoveAllAddAll: BuiltInStrategy {
  override func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
    replace(on: mapView)
  }

  func replace(on mapView: MapView) {
    mapView.removeAnnotations(mapView.annotations)
    mapView.addAnnotations(model.pins.map { Annotation($0.item) })
    context.shows(revision: model.revision)
  }
}

/// The same at each call of `updateUIView`, which comes with each evaluation of the body.
final class WrappedReplaceAll: RemoveAllAddAll {
  override func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {}
  override func bodyDidEvaluate(_ mapView: MapView) { replace(on: mapView) }
}

/// Replaces all annotations, and restores the selection by its identity.
///
/// The map cannot select an annotation without a view, and it makes views in its layout pass, so the
/// selection returns with the next frame (as from a `DispatchQueue.main.async`), and only if the pin
/// is on screen then.
final class RemoveAllReselect: RemoveAllAddAll {
  private var selectedID: AnnotationID?

  override func replace(on mapView: MapView) {
    if let selected = mapView.selectedAnnotation { selectedID = selected.id }
    super.replace(on: mapView)
  }

  override func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
    guard let id = selectedID else { return }
    // A pin that was tapped meanwhile stays selected.
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

/// Takes the changes from the data, and changes nothing else: only the coordinates of moved pins
/// are set, independent of the number of pins.
final class Deltas: BuiltInStrategy {
  private var annotations: CountedDictionary<Int, Annotation>

  override init(_ model: PinModel, _ context: UpdateContext) {
    annotations = context.countedDictionary()
    super.init(model, context)
  }

  override func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
    for number in changes.removed {
      if let annotation = annotations.removeValue(for: number) {
        mapView.removeAnnotation(annotation)
      }
    }
    for pin in changes.moved {
      if let annotation = annotations.value(for: pin.number) {
        mapView.moveAnnotation(annotation, to: pin.point)
      }
    }
    for pin in changes.inserted {
      let annotation = Annotation(pin.item)
      annotations.store(annotation, for: pin.number)
      mapView.addAnnotation(annotation)
    }
    context.shows(revision: model.revision)
  }
}

/// Annotations on a map that are synchronised with items by their stable identities: an annotation
/// that is still wanted keeps its view and its selection.
struct ItemAnnotations {
  private var items: [ClusterItem] = []
  private var annotations: [Annotation] = []
  private var difference = AnnotationDifference()
  private let isInBody: Bool

  /// - Parameter isInBody: whether SwiftUI computes the differences, as for a `ForEach` in a body.
  init(inBody isInBody: Bool = false) { self.isInBody = isInBody }

  /// Updates the map to have exactly these items.
  mutating func show(_ wanted: [ClusterItem], on mapView: MapView, context: UpdateContext) {
    context.compare(items, with: wanted, afterBody: isInBody, into: &difference)
    let (removed, inserted) = difference.apply(
      to: &annotations, inserting: { Annotation(wanted[$0]) },
      changing: { annotation, position in annotation.show(wanted[position], on: mapView) })
    items = wanted
    mapView.removeAnnotations(removed)
    mapView.addAnnotations(inserted)
  }
}

extension Annotation {
  /// An annotation for a pin or a cluster.
  convenience init(_ item: ClusterItem) {
    self.init(id: item.id, mapPoint: item.point, memberCount: item.count)
  }

  /// Takes the place and the number of pins of an item.
  fileprivate func show(_ item: ClusterItem, on mapView: MapView) {
    if mapPoint != item.point { mapView.moveAnnotation(self, to: item.point) }
    guard memberCount != item.count else { return }
    memberCount = item.count
    mapView.view(for: self)?.displayCluster(count: item.count)
  }
}
