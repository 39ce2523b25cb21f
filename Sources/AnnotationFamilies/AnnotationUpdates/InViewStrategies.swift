import Clustering
import MapSimulation

/// The look of a pin: a system marker, or one flat image of a marker's size.
enum PinDrawing {
  case markers, images

  fileprivate func view(for annotation: Annotation, on mapView: MapView) -> AnnotationView {
    switch self {
    case .markers: mapView.reusedStandardView(for: annotation)
    case .images: mapView.reusedImageView(for: annotation)
    }
  }
}

/// Shows the pins in view, found by an index, and adds all new ones in one frame.
final class AddAtOnce: AnnotationUpdateCallbacks {
  private let drawing: PinDrawing
  private let model: PinModel
  private let context: UpdateContext
  private var inView = IndexedPins()
  private var annotations = ItemAnnotations()

  init(drawing: PinDrawing, model: PinModel, context: UpdateContext) {
    self.drawing = drawing
    self.model = model
    self.context = context
  }

  func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    try inView.modelDidChange(model, context: context)
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
    annotations.show(inView.items(around: mapView), on: mapView, context: context)
    context.shows(revision: model.revision, cameraRevision: context.cameraRevision)
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    drawing.view(for: annotation, on: mapView)
  }
}

/// Shows the pins in view, and adds new annotations in small groups, one for each frame: 32 at
/// first, half as many after a late frame, some more after a frame in time.
final class FrameBudgetedAdds: AnnotationUpdateCallbacks {
  private let drawing: PinDrawing
  private let model: PinModel
  private let context: UpdateContext
  private var inView = IndexedPins()
  private var annotations: BudgetedAnnotations
  /// The revisions of the data and the camera that the wanted annotations are for.
  private var wanted = (revision: -1, cameraRevision: -1)

  init(drawing: PinDrawing, model: PinModel, context: UpdateContext) {
    self.drawing = drawing
    self.model = model
    self.context = context
    annotations = BudgetedAnnotations(refresh: context.device.refresh)
  }

  func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    try inView.modelDidChange(model, context: context)
    want(on: mapView)
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    want(on: mapView)
  }

  private func want(on mapView: MapView) {
    // The data and the camera may change at once, and both callbacks come.
    guard wanted != (model.revision, context.cameraRevision) else { return }
    annotations.want(inView.items(around: mapView), on: mapView, context: context)
    wanted = (model.revision, context.cameraRevision)
  }

  func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
    annotations.frameWillShow(on: mapView, after: duration)
    if annotations.isComplete {
      context.shows(revision: wanted.revision, cameraRevision: wanted.cameraRevision)
    }
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    drawing.view(for: annotation, on: mapView)
  }
}

// MARK: - Parts

/// The pins in the visible rectangle and a margin around it, found by an index that is built again
/// when the data changes.
private struct IndexedPins {
  private var index: Counted<SpatialIndex>?
  private var indexedPins: [MapPin] = []
  private var found: [Int] = []

  mutating func modelDidChange(_ model: PinModel, context: UpdateContext) throws {
    indexedPins = model.pins
    index = try context.spatialIndex(indexedPins.map(\.point))
  }

  /// The pins around what a map shows, as items, in the order of the data.
  mutating func items(around mapView: MapView) -> [ClusterItem] {
    guard let index else { return [] }
    index.pins(in: mapView.visibleMapRect.padded(by: PinsInView.padding), into: &found)
    found.sortPins()
    return found.map { indexedPins[$0].item }
  }
}

/// Annotations on a map that are added in small groups: unwanted ones are removed immediately, new
/// ones wait for a frame that can add them.
private struct BudgetedAnnotations {
  private var items: [ClusterItem] = []
  private var annotations: [Annotation] = []
  private var waiting: [ClusterItem] = []
  private var difference = AnnotationDifference()
  private var budget: FrameBudget
  /// The number that the latest frame added.
  private var addedCount = 0

  /// - Parameter refresh: refreshes a second.
  init(refresh: Double) {
    budget = FrameBudget(refresh: refresh)
  }

  /// Indicates whether the map has all wanted annotations.
  var isComplete: Bool { waiting.isEmpty }

  /// Wants the map to hold exactly these items.
  mutating func want(_ wanted: [ClusterItem], on mapView: MapView, context: UpdateContext) {
    context.compare(items, with: wanted, into: &difference)
    waiting = difference.insertions.map { wanted[$0] }
    for change in difference.changes {
      mapView.moveAnnotation(
        annotations[change.oldPosition], to: wanted[change.newPosition].point)
    }
    var staying: [(item: ClusterItem, annotation: Annotation)] = []
    for (position, item) in wanted.enumerated() {
      if let old = difference.oldPosition(ofNew: position) {
        staying.append((item, annotations[old]))
      }
    }
    mapView.removeAnnotations(difference.removals.map { annotations[$0] })
    items = staying.map(\.item)
    annotations = staying.map(\.annotation)
  }

  /// Adds as many as the frame may add.
  ///
  /// - Parameter duration: nanoseconds since the frame before began; 0 for the first.
  mutating func frameWillShow(on mapView: MapView, after duration: Int64) {
    budget.frameDidShow(adding: addedCount, for: duration)
    let coming = waiting.prefix(budget.limit)
    addedCount = coming.count
    guard !coming.isEmpty else { return }
    let added = coming.map { Annotation($0) }
    mapView.addAnnotations(added)
    items += coming
    annotations += added
    waiting.removeFirst(coming.count)
  }
}

/// The number of annotations that a frame may add, from the time that earlier frames took: half as
/// many after a frame that was late, some more after one in time that added as many as it might.
private struct FrameBudget {
  /// Annotations that the next frame may add.
  private(set) var limit = 32

  private static let limits = 8...256
  /// The growth of the limit after a frame in time.
  private static let growth = 8
  /// A frame that took more refreshes than this was late.
  private static let lateness = 1.5

  private let interval: Double

  /// - Parameter refresh: refreshes a second.
  init(refresh: Double) {
    interval = 1e9 / refresh
  }

  /// Records a frame that came on screen. A frame that added nothing changes nothing.
  ///
  /// - Parameters:
  ///   - count: the number of annotations that it added.
  ///   - duration: nanoseconds from its beginning to that of the next.
  mutating func frameDidShow(adding count: Int, for duration: Int64) {
    guard count > 0 else { return }
    if Double(duration) > Self.lateness * interval {
      limit = max(limit / 2, Self.limits.lowerBound)
    } else if count == limit {
      limit = min(limit + Self.growth, Self.limits.upperBound)
    }
  }
}

extension MapView {
  /// A pin drawn as one flat image of a marker's size: dequeued if one waits, else new.
  fileprivate func reusedImageView(for annotation: Annotation) -> AnnotationView {
    let identifier = "image"
    if let view = dequeueReusableAnnotationView(withIdentifier: identifier, for: annotation) {
      return view
    }
    return AnnotationView(
      annotation: annotation, content: .image, reuseIdentifier: identifier,
      size: device.profile[.markerViewSize], scale: device.scale,
      artwork: MarkerArtwork(color: .markerRed))
  }
}
