import Clustering
import Simulation

/// Shows the items in view, for the data and the camera as they are.
class ItemsInView: BuiltInStrategy {
  override func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    show(on: mapView)
  }
  override func mapViewDidChangeVisibleRegion(_ mapView: MapView) { show(on: mapView) }

  func show(on mapView: MapView) {
    // The data and the camera may change at once, and both callbacks come.
    let (revision, cameraRevision) = (model.revision, context.cameraRevision)
    if context.isShowing(revision: revision, cameraRevision: cameraRevision) { return }
    show(items(on: mapView), on: mapView, revision: revision, cameraRevision: cameraRevision)
  }

  /// The items that a map should show.
  func items(on mapView: MapView) -> [ClusterItem] { [] }
}

/// Updates a live clusterer by what changed, and shows the clusters in view.
final class LiveClustersUpdated: ItemsInView {
  private var clusters: LiveClusters
  private var found: [ClusterItem] = []

  init(_ clusters: LiveClusters, _ model: PinModel, _ context: UpdateContext) {
    self.clusters = clusters
    super.init(model, context)
  }

  override func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    try context.update(&clusters, by: changes)
    show(on: mapView)
  }

  override func items(on mapView: MapView) -> [ClusterItem] {
    context.counted(clusters.snapshot)
      .items(in: mapView.visibleMapRect, zoom: mapView.zoom, into: &found)
    return found
  }

  override func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    clusters.snapshot.forEachPin(of: annotation.id, body)
  }
}

/// Groups the pins in view into cells from scratch, on the main thread, whenever the camera moves:
/// once a frame during a gesture.
class ReclusterOnMain: ItemsInView {
  override func items(on mapView: MapView) -> [ClusterItem] {
    cells = context.visibleCells(of: model.pins, in: mapView.visibleMapRect, zoom: mapView.zoom)
    return cells.items
  }
}

/// The same, only when a movement of the camera has ended.
final class ReclusterOnRegionEnd: ReclusterOnMain {
  override func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
  override func regionDidChange(_ mapView: MapView) { show(on: mapView) }
}

/// Shows the pins in view and in a margin around it, and adds all new ones in one frame. They are
/// found by an index that is built again when the data changes.
class AddAtOnce: ItemsInView {
  /// Indicates whether a pin is one flat image of a marker's size, and not a system marker.
  private let isImage: Bool
  private var index: Counted<SpatialIndex>?
  private var indexedPins: [MapPin] = []
  private var found: [Int] = []

  init(images isImage: Bool = false, _ model: PinModel, _ context: UpdateContext) {
    self.isImage = isImage
    super.init(model, context)
  }

  override func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    indexedPins = model.pins
    index = try context.spatialIndex(indexedPins.map(\.point))
    show(on: mapView)
  }

  /// In the order of the data.
  override func items(on mapView: MapView) -> [ClusterItem] {
    guard let index else { return [] }
    index.pins(in: mapView.visibleMapRect.padded(by: PinsInView.padding), into: &found)
    found.sortPins()
    return found.map { indexedPins[$0].item }
  }

  /// Dequeued if one waits, else new.
  override func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    guard isImage else { return super.mapView(mapView, viewFor: annotation) }
    return mapView.dequeueReusableAnnotationView(withIdentifier: "image", for: annotation)
      ?? AnnotationView(
        annotation: annotation, content: .image, reuseIdentifier: "image",
        size: mapView.device.profile[.markerViewSize], scale: mapView.device.scale,
        artwork: MarkerArtwork(color: .markerRed))
  }
}

/// Shows the pins in view, and adds new annotations in small groups, one for each frame: 32 at
/// first, half as many after a late frame, some more after a frame in time.
final class FrameBudgetedAdds: AddAtOnce {
  private var shownItems: [ClusterItem] = []
  private var shownAnnotations: [Annotation] = []
  /// New items that wait for a frame that can add them.
  private var waiting: [ClusterItem] = []
  private var difference = AnnotationDifference()
  /// The revisions of the data and the camera that the wanted annotations are for.
  private var wanted = (revision: -1, cameraRevision: -1)
  /// Annotations that the next frame may add.
  private var limit = 32
  /// The number that the latest frame added.
  private var addedCount = 0

  /// Removes unwanted annotations at once.
  override func show(on mapView: MapView) {
    // The data and the camera may change at once, and both callbacks come.
    guard wanted != (model.revision, context.cameraRevision) else { return }
    wanted = (model.revision, context.cameraRevision)
    let new = items(on: mapView)
    context.compare(shownItems, with: new, into: &difference)
    waiting = difference.insertions.map { new[$0] }
    for change in difference.changes {
      mapView.moveAnnotation(
        shownAnnotations[change.oldPosition], to: new[change.newPosition].point)
    }
    let staying = new.indices.compactMap { position in
      difference.oldPosition(ofNew: position).map {
        (item: new[position], annotation: shownAnnotations[$0])
      }
    }
    mapView.removeAnnotations(difference.removals.map { shownAnnotations[$0] })
    shownItems = staying.map(\.item)
    shownAnnotations = staying.map(\.annotation)
  }

  override func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
    adjustLimit(after: duration)
    let coming = waiting.prefix(limit)
    addedCount = coming.count
    if !coming.isEmpty {
      let added = coming.map { Annotation($0) }
      mapView.addAnnotations(added)
      shownItems += coming
      shownAnnotations += added
      waiting.removeFirst(coming.count)
    }
    guard waiting.isEmpty else { return }
    context.shows(revision: wanted.revision, cameraRevision: wanted.cameraRevision)
  }

  /// Halves the number after a frame that took more than one and a half refreshes. Raises it a
  /// little after a frame in time that added the full number. A frame that added nothing changes
  /// nothing.
  private func adjustLimit(after duration: Int64) {
    guard addedCount > 0 else { return }
    if Double(duration) > 1.5 * (1e9 / context.device.refresh) {
      limit = max(limit / 2, 8)
    } else if addedCount == limit {
      limit = min(limit + 8, 256)
    }
  }
}
