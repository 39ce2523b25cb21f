import Clustering
import Simulation

/// Groups the pins in view from scratch in the background, ten times a second at most; while one
/// grouping is under way, only the latest camera waits for the next.
final class ReclusterOffMain: BuiltInStrategy {
  /// The way in which the background reads the array of pins that the main thread changes.
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

  /// The minimum time between the beginnings of two groupings, in nanoseconds.
  private static let minInterval: Int64 = 100_000_000
  /// The fraction of the visible rectangle that is grouped beyond each edge, for the movement of
  /// the camera meanwhile.
  private static let padding = 0.25

  private let sharing: Sharing
  private var isOutOfDate = false
  private var isGrouping = false
  /// Indicates whether a change during the grouping has copied the array; only the first one does.
  private var isCopied = false
  private var latestStart: Int64?

  init(sharing: Sharing = .value, _ model: PinModel, _ context: UpdateContext) {
    self.sharing = sharing
    super.init(model, context)
  }

  override func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
    isOutOfDate = true
    guard isGrouping else { return }
    switch sharing {
    case .unprotected:
      context.unsafeReads += 1
      if !changes.inserted.isEmpty || !changes.removed.isEmpty { context.main.crash() }
    case .locked: context.waitForBackground()
    case .value:
      if !isCopied { context.meter.count(model.pins.count, \.pinsCopied) }
      isCopied = true
    }
  }

  override func mapViewDidChangeVisibleRegion(_ mapView: MapView) { isOutOfDate = true }

  override func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
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
      show(cells.items, on: mapView, revision: revision, cameraRevision: cameraRevision)
    }
  }
}

/// A result that was built from the data in the background.
struct BuiltIndex<Index> {
  let index: Counted<Index>
  /// The pins that it was built from, in its order.
  let pins: [MapPin]
  let revision: Int
}

/// Builds an index of clusters for all zoom levels in the background when the data changes, and
/// queries it on the main thread whenever the camera moves.
///
/// In a SwiftUI map the clusters are state of a view: each query that `onMapCameraChange` makes
/// evaluates its body, and each cluster has a view of its own.
final class HierarchicalQuery: BuiltInStrategy {
  /// The code that makes the annotations: the owner of a UIKit map, a `ForEach` in the body of a
  /// SwiftUI view, or two in one body, one for the single pins and one for the clusters.
  enum Content { case map, oneList, twoLists }

  private let content: Content
  private var built: BuiltIndex<HierarchicalClusters>?
  private var isOutOfDate = false
  private var isBuilding = false
  private var items: [ClusterItem] = []
  /// The single pins, if they have a list of their own.
  private var pins = ItemAnnotations(inBody: true)

  init(content: Content = .map, _ model: PinModel, _ context: UpdateContext) {
    self.content = content
    super.init(model, context)
  }

  override var views: PinViews { content == .map ? .reused : .hosted }

  override func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    isOutOfDate = true
    try buildIfNeeded(for: mapView)
  }

  override func mapViewDidChangeVisibleRegion(_ mapView: MapView) { show(on: mapView) }

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
      built = BuiltIndex(index: clusters, pins: pins, revision: revision)
      show(on: mapView)
      try buildIfNeeded(for: mapView)
    }
  }

  private func show(on mapView: MapView) {
    guard let built else { return }
    let zoom = mapView.zoom
    built.index.items(
      in: mapView.visibleMapRect.grown(
        byClustersOf: HierarchicalClusters.Options.standardRadius.radius, zoom: zoom),
      zoom: zoom, into: &items)
    // The index numbers the pins by their order in the data, the map by their own numbers.
    let named = items.map { item in item.id.pinIndex.map { built.pins[$0].item } ?? item }
    if content != .map { context.bodyEvaluations += 1 }
    if content == .twoLists {
      pins.show(named.filter { $0.count == 1 }, on: mapView, context: context)
    }
    show(
      content == .twoLists ? named.filter { $0.count > 1 } : named, on: mapView,
      revision: built.revision, cameraRevision: context.cameraRevision)
  }

  override func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    if let pin = annotation.id.pinIndex { return body(pin) }
    built?.index.forEachPin(of: annotation.id) { position in
      if let pin = built?.pins[position] { body(pin.number) }
    }
  }
}
