import Clustering
import MapGeometry
import MapSimulation

/// Groups the pins in view into cells from scratch, on the main thread, whenever the camera moves:
/// once a frame during a gesture; or only when a movement of the camera has ended.
final class ReclusterOnMain: AnnotationUpdateCallbacks {
  private let atRestOnly: Bool
  private let model: PinModel
  private let context: UpdateContext
  private var cells = VisibleCells()
  private var annotations = ItemAnnotations()

  init(atRestOnly: Bool, model: PinModel, context: UpdateContext) {
    self.atRestOnly = atRestOnly
    self.model = model
    self.context = context
  }

  func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
    recluster(on: mapView)
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    if !atRestOnly { recluster(on: mapView) }
  }

  func regionDidChange(_ mapView: MapView) {
    if atRestOnly { recluster(on: mapView) }
  }

  private func recluster(on mapView: MapView) {
    // The data and the camera may change at once, and both callbacks come.
    guard
      !context.isShowing(revision: model.revision, cameraRevision: context.cameraRevision)
    else { return }
    cells = context.visibleCells(
      of: model.pins, in: mapView.visibleMapRect, zoom: mapView.zoom)
    annotations.show(cells.items, on: mapView, context: context)
    context.shows(revision: model.revision, cameraRevision: context.cameraRevision)
  }

  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    cells.forEachPin(of: annotation.id, body)
  }
}

/// Groups the pins in view from scratch in the background, ten times a second at most; while one
/// grouping is under way, only the latest camera waits for the next.
final class ReclusterOffMain: AnnotationUpdateCallbacks {
  /// How the background reads the array of pins that the main thread changes.
  enum Sharing {
    /// Both use one mutable array, such as an `NSMutableArray`, without protection. An enumeration
    /// throws at the first element after pins were added or removed; a pin that moves meanwhile is
    /// read in part before and in part after.
    case unprotected
    /// A lock is held during a grouping; the main thread waits for it before it changes the array.
    case locked
    /// The background has a value of its own, an `Array` of Swift. The first change meanwhile
    /// copies the whole array on the main thread.
    case value
  }

  /// The minimum time from the beginning of one grouping to that of the next, in nanoseconds.
  private static let minInterval: Int64 = 100_000_000
  /// The fraction of the visible rectangle that is grouped beyond each edge, for the movement of
  /// the camera meanwhile.
  private static let padding = 0.25

  private let sharing: Sharing
  private let model: PinModel
  private let context: UpdateContext
  private var cells = VisibleCells()
  private var annotations = ItemAnnotations()
  private var isOutOfDate = false
  private var isGrouping = false
  /// True after the first change during a grouping, which copies the array.
  private var isCopied = false
  private var latestStart: Int64?

  init(sharing: Sharing = .value, model: PinModel, context: UpdateContext) {
    self.sharing = sharing
    self.model = model
    self.context = context
  }

  func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
    isOutOfDate = true
    guard isGrouping else { return }
    switch sharing {
    case .unprotected:
      context.noteUnsafeRead()
      if !changes.inserted.isEmpty || !changes.removed.isEmpty { context.main.crash() }
    case .locked:
      context.waitForBackground()
    case .value:
      if !isCopied { context.countCopy(ofPins: model.pins.count) }
      isCopied = true
    }
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    isOutOfDate = true
  }

  func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
    guard isOutOfDate, !isGrouping else { return }
    if let latestStart, context.now - latestStart < Self.minInterval { return }
    isOutOfDate = false
    isGrouping = true
    isCopied = false
    latestStart = context.now
    let (revision, cameraRevision) = (model.revision, context.cameraRevision)
    context.inBackground {
      context.visibleCells(
        of: model.pins, in: mapView.visibleMapRect.padded(by: Self.padding), zoom: mapView.zoom)
    } completion: { [weak self, weak mapView] cells in
      guard let self, let mapView else { return }
      isGrouping = false
      self.cells = cells
      annotations.show(cells.items, on: mapView, context: context)
      context.shows(revision: revision, cameraRevision: cameraRevision)
    }
  }

  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    cells.forEachPin(of: annotation.id, body)
  }
}

/// Builds an index of clusters for all zoom levels in the background when the data changes, and
/// queries it on the main thread whenever the camera moves.
///
/// In a SwiftUI map the clusters are state of a view: each query that `onMapCameraChange` makes
/// evaluates its body, and each cluster has a view of its own.
final class HierarchicalQuery: AnnotationUpdateCallbacks {
  /// What makes the annotations.
  enum Content {
    /// The owner of a UIKit map.
    case map
    /// A `ForEach` in the body of a SwiftUI view.
    case oneList
    /// Two in one body: one for the single pins, one for the clusters.
    case twoLists
  }

  private struct Index {
    let clusters: Counted<HierarchicalClusters>
    /// The pins that it was built from, in its order.
    let pins: [MapPin]
    let revision: Int
  }

  private let model: PinModel
  private let context: UpdateContext
  private var index: Index?
  private var isOutOfDate = false
  private var isBuilding = false
  private var items: [ClusterItem] = []
  private let content: Content
  private var annotations: ItemAnnotations
  /// The single pins, if they have a list of their own.
  private var pins = ItemAnnotations(inBody: true)

  init(content: Content = .map, model: PinModel, context: UpdateContext) {
    self.content = content
    annotations = ItemAnnotations(inBody: content != .map)
    self.model = model
    self.context = context
  }

  func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    isOutOfDate = true
    try buildIfNeeded(for: mapView)
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    show(on: mapView)
  }

  /// One index is built at a time; changes meanwhile wait for the next.
  private func buildIfNeeded(for mapView: MapView) throws {
    guard isOutOfDate, !isBuilding else { return }
    isOutOfDate = false
    isBuilding = true
    let (pins, revision) = (model.pins, model.revision)
    try context.inBackground {
      try context.hierarchicalClusters(pins.map(\.point), options: .standardRadius)
    } completion: { [weak self, weak mapView] clusters in
      guard let self, let mapView else { return }
      isBuilding = false
      index = Index(clusters: clusters, pins: pins, revision: revision)
      show(on: mapView)
      try buildIfNeeded(for: mapView)
    }
  }

  private func show(on mapView: MapView) {
    guard let index else { return }
    let zoom = mapView.zoom
    index.clusters.items(
      in: mapView.visibleMapRect.grown(
        byClustersOf: HierarchicalClusters.Options.standardRadius.radius, zoom: zoom),
      zoom: zoom, into: &items)
    // The index numbers the pins by their order in the data, the map by their own numbers.
    let named = items.map { item in
      item.id.pinIndex.map { index.pins[$0].item } ?? item
    }
    if content != .map { context.bodyWillEvaluate() }
    if content == .twoLists {
      pins.show(named.filter { $0.count == 1 }, on: mapView, context: context)
    }
    annotations.show(
      content == .twoLists ? named.filter { $0.count > 1 } : named, on: mapView, context: context)
    context.shows(revision: index.revision, cameraRevision: context.cameraRevision)
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    content == .map
      ? mapView.reusedStandardView(for: annotation) : .ofIdentity(annotation, on: mapView)
  }

  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    if let pin = annotation.id.pinIndex { return body(pin) }
    index?.clusters.forEachPin(of: annotation.id) { position in
      if let pin = index?.pins[position] { body(pin.number) }
    }
  }
}
