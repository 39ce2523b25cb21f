import Clustering
import MapSimulation

/// Makes the annotations in the view's body, each with a new identity: `let id = UUID()` in a value
/// that the body makes, or a computed `id: UUID().uuidString`.
///
/// No annotation is found again: each evaluation of the body removes all annotations and adds all,
/// even if the data did not change.
final class FreshIDsInBody: AnnotationUpdateCallbacks {
  private let model: PinModel
  private let context: UpdateContext
  private var annotations = ItemAnnotations(inBody: true)
  /// UUIDs, as numbers that are never given twice.
  private var nextID: UInt64 = 0
  /// The pins of the latest evaluation, in the order of their identities.
  private var pins: [MapPin] = []

  init(model: PinModel, context: UpdateContext) {
    self.model = model
    self.context = context
  }

  func bodyDidEvaluate(_ mapView: MapView) {
    pins = model.pins
    let items = pins.map { pin in
      nextID += 1
      return ClusterItem(id: .cluster(nextID), point: pin.point, count: 1)
    }
    annotations.show(items, on: mapView, context: context)
    context.shows(revision: model.revision)
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    .ofIdentity(annotation, on: mapView)
  }

  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    let first = AnnotationID.cluster(nextID - UInt64(pins.count) + 1).rawValue
    let position = annotation.id.rawValue &- first
    if position < UInt64(pins.count) { body(pins[Int(position)].number) }
  }
}

/// Compares the new data with the annotations on the map by stable identities, and removes, adds
/// and moves only what differs.
final class DifferenceByID: AnnotationUpdateCallbacks {
  /// The place that compares.
  enum Place {
    /// SwiftUI, at each evaluation of a body that makes the annotations. The body of a separate
    /// view for the map, which observes only the pins, is evaluated when they change; otherwise the
    /// body is evaluated when any state of the screen changes.
    case body
    /// The `updateUIView` of a `UIViewRepresentable`, which compares nothing unless the data has
    /// changed since the latest time: the body is evaluated as often, and does not hold the
    /// annotations.
    case guardedUpdate
    /// The owner of a UIKit map, at every change of the data.
    case dataChange
  }

  private let place: Place
  private let views: PinViews
  private let model: PinModel
  private let context: UpdateContext
  private var annotations: ItemAnnotations
  private var shownRevision: Int?

  /// - Parameter views: the views of a UIKit map; a body's belong to identities.
  init(
    at place: Place, views: PinViews = .reused, model: PinModel, context: UpdateContext
  ) {
    self.place = place
    self.views = views
    self.model = model
    self.context = context
    annotations = ItemAnnotations(inBody: place == .body)
  }

  func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
    if place == .dataChange { show(on: mapView) }
  }

  func bodyDidEvaluate(_ mapView: MapView) {
    if place == .guardedUpdate, shownRevision == model.revision { return }
    show(on: mapView)
  }

  private func show(on mapView: MapView) {
    shownRevision = model.revision
    annotations.show(model.pins.map(\.item), on: mapView, context: context)
    context.shows(revision: model.revision)
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    place == .body
      ? .ofIdentity(annotation, on: mapView) : views.view(for: annotation, on: mapView)
  }
}

/// The quick start of a SwiftUI map: one view binds the map's position and its selection, and makes
/// a marker for each pin in its body.
///
/// Each write of a binding evaluates the body. The dot of the user's location is content of the
/// map, and evaluates nothing.
final class QuickStart: AnnotationUpdateCallbacks {
  private let model: PinModel
  private let context: UpdateContext
  private var annotations = ItemAnnotations(inBody: true)
  private var selectedID: AnnotationID?

  init(model: PinModel, context: UpdateContext) {
    self.model = model
    self.context = context
  }

  func bodyDidEvaluate(_ mapView: MapView) {
    annotations.show(model.pins.map(\.item), on: mapView, context: context)
    context.shows(revision: model.revision)
  }

  /// The map writes its position when a movement has ended; the first one it has from the app.
  func regionDidChange(_ mapView: MapView) {
    if context.cameraRevision > 0 { evaluateBody(for: mapView) }
  }

  /// The map writes its selection after a tap.
  func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
    guard mapView.selectedAnnotation?.id != selectedID else { return }
    selectedID = mapView.selectedAnnotation?.id
    evaluateBody(for: mapView)
  }

  private func evaluateBody(for mapView: MapView) {
    context.bodyWillEvaluate()
    bodyDidEvaluate(mapView)
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    .ofIdentity(annotation, on: mapView)
  }
}

/// Replaces all annotations at every change of the data: `removeAnnotations(mapView.annotations)`
/// and `addAnnotations(new)`.
final class RemoveAllAddAll: AnnotationUpdateCallbacks {
  /// The time of the replacement.
  enum Moment {
    /// Each change of the data.
    case dataChange
    /// Each call of `updateUIView`, which comes with each evaluation of the body.
    case eachUpdate
  }

  private let moment: Moment
  private let selectsAgain: Bool
  private let model: PinModel
  private let context: UpdateContext
  private var selectedID: AnnotationID?

  /// - Parameter selectsAgain: whether it restores the selection, by its identity. The map cannot
  ///   select an annotation without a view, and it makes views in its layout pass, so the selection
  ///   returns with the next frame (as from a `DispatchQueue.main.async`), and only if the pin is
  ///   on screen then.
  init(
    at moment: Moment = .dataChange, selectsAgain: Bool = false, model: PinModel,
    context: UpdateContext
  ) {
    self.moment = moment
    self.selectsAgain = selectsAgain
    self.model = model
    self.context = context
  }

  func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
    if moment == .dataChange { replace(on: mapView) }
  }

  func bodyDidEvaluate(_ mapView: MapView) {
    if moment == .eachUpdate { replace(on: mapView) }
  }

  private func replace(on mapView: MapView) {
    if selectsAgain, let selected = mapView.selectedAnnotation { selectedID = selected.id }
    mapView.removeAnnotations(mapView.annotations)
    mapView.addAnnotations(model.pins.map { Annotation($0.item) })
    context.shows(revision: model.revision)
  }

  func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
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
final class Deltas: AnnotationUpdateCallbacks {
  private let model: PinModel
  private let context: UpdateContext
  private var annotations: CountedDictionary<Int, Annotation>

  init(model: PinModel, context: UpdateContext) {
    self.model = model
    self.context = context
    annotations = context.countedDictionary()
  }

  func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
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

/// Updates a live clusterer by what changed, and shows the clusters in view.
final class LiveClustersUpdated: AnnotationUpdateCallbacks {
  private let model: PinModel
  private let context: UpdateContext
  private var clusters: LiveClusters
  private var items: [ClusterItem] = []
  private var annotations = ItemAnnotations()

  init(model: PinModel, context: UpdateContext) throws {
    self.model = model
    self.context = context
    clusters = try LiveClusters()
  }

  func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    try context.update(&clusters, by: changes)
    show(on: mapView)
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    show(on: mapView)
  }

  private func show(on mapView: MapView) {
    // The data and the camera may change at once, and both callbacks come.
    guard
      !context.isShowing(revision: model.revision, cameraRevision: context.cameraRevision)
    else { return }
    context.counted(clusters.snapshot)
      .items(in: mapView.visibleMapRect, zoom: mapView.zoom, into: &items)
    annotations.show(items, on: mapView, context: context)
    context.shows(revision: model.revision, cameraRevision: context.cameraRevision)
  }

  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    clusters.snapshot.forEachPin(of: annotation.id, body)
  }
}

// MARK: - Parts

/// Annotations on a map that are synchronised with items by their stable identities: an annotation
/// that is still wanted keeps its view and its selection.
struct ItemAnnotations {
  private var items: [ClusterItem] = []
  private var annotations: [Annotation] = []
  private var difference = AnnotationDifference()
  private let isInBody: Bool

  /// - Parameter isInBody: whether SwiftUI computes the differences, as for a `ForEach` in a body.
  init(inBody isInBody: Bool = false) {
    self.isInBody = isInBody
  }

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

extension AnnotationView {
  /// A view as SwiftUI makes it: it belongs to an identity, and another identity gets another view.
  static func ofIdentity(
    _ annotation: Annotation, on mapView: MapView
  ) -> AnnotationView {
    .marker(for: annotation, reuseIdentifier: nil, device: mapView.device)
  }
}
