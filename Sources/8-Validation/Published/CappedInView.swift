import Clustering
import Families
import ScenarioModel
import Simulation

/// The published app's way to show many markers: those in the padded visible region, thinned out to
/// a maximum that depends on the zoom, found in the background at most ten times a second while the
/// camera moves.
///
/// As react-native-better-maps does it: `MarkerViewportFilter.swift` has the maxima and the
/// padding, ADR 0006 has the interval and the budget of a frame. Its clusterer is not in it.
class CappedInView: AnnotationUpdateCallbacks {
  /// The minimum time between two searches, in nanoseconds.
  private static let minInterval: Int64 = 100_000_000
  /// The fraction of the visible region that is searched beyond each edge.
  private static let padding = 0.2

  private let model: PinModel
  fileprivate let context: UpdateContext
  private var index: Counted<SpatialIndex>?
  private var pins: [MapPin] = []
  private var isOutOfDate = false
  private var hasEnded = false
  private var isSearching = false
  private var latestStart: Int64?
  fileprivate var shown = ShownAnnotations()

  init(model: PinModel, context: UpdateContext) {
    self.model = model
    self.context = context
  }

  func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    pins = model.pins
    try context.inBackground {
      try context.spatialIndex(pins.map(\.point))
    } completion: { [weak self] index in
      self?.index = index
      self?.isOutOfDate = true
      self?.hasEnded = true
    }
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) { isOutOfDate = true }

  /// The region that a movement ends at is searched immediately.
  func regionDidChange(_ mapView: MapView) {
    isOutOfDate = true
    hasEnded = true
  }

  func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
    guard isOutOfDate, !isSearching, index != nil else { return }
    if !hasEnded, let latestStart, context.now - latestStart < Self.minInterval { return }
    isOutOfDate = false
    hasEnded = false
    isSearching = true
    latestStart = context.now
    let (revision, cameraRevision) = (model.revision, context.cameraRevision)
    context.inBackground {
      items(around: mapView)
    } completion: { [weak self, weak mapView] items in
      guard let self, let mapView else { return }
      isSearching = false
      apply(items, on: mapView)
      context.shows(revision: revision, cameraRevision: cameraRevision)
    }
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    mapView.reusedStandardView(for: annotation)
  }

  /// Changes the map to hold exactly the items, in one frame.
  fileprivate func apply(_ items: [ClusterItem], on mapView: MapView) {
    shown.show(items, on: mapView)
  }

  private func items(around mapView: MapView) -> [ClusterItem] {
    guard let index else { return [] }
    let rect = mapView.visibleMapRect.padded(by: Self.padding)
    var found: [Int] = []
    index.pins(in: rect, into: &found)
    found.sort()
    let limit = Self.maxCount(latitudeDelta: mapView.region.span.latitudeDelta)
    if found.count > limit { found = thinned(found, to: limit, in: rect) }
    var compared = ComputationCounts()
    compared.itemsCompared = found.count
    context.charge(compared)
    return found.map { pins[$0].item }
  }

  /// The maximum of shown markers for a span of latitude in degrees.
  private static func maxCount(latitudeDelta: Double) -> Int {
    switch latitudeDelta {
    case ..<0.08: 2_000
    case ..<0.5: 800
    case ..<2: 350
    default: 200
    }
  }

  /// The middle one of the pins in each cell of a grid over the rectangle.
  private func thinned(_ found: [Int], to limit: Int, in rect: MapRect) -> [Int] {
    let columns = Int(Double(limit).squareRoot().rounded(.up))
    let rows = (limit + columns - 1) / columns
    var cells: [Int: [Int]] = [:]
    for pin in found {
      let point = pins[pin].point
      let column = Int((point.x - rect.minX) / rect.width * Double(columns))
      let row = Int((point.y - rect.minY) / rect.height * Double(rows))
      cells[min(max(row, 0), rows - 1) * columns + min(max(column, 0), columns - 1), default: []]
        .append(pin)
    }
    return cells.values.map { $0[$0.count / 2] }.sorted()
  }
}

/// The same with flat images, added a few at a time in each frame: 32 at first, half as many after
/// a late frame, half as many more after one in time, and never above three quarters of the number
/// that made a frame late.
final class CappedInViewBudgeted: CappedInView {
  private static let limits = 8.0...256.0

  private var wanted: [ClusterItem] = []
  private var onMap: [ClusterItem] = []
  private var limit = 32.0
  private var ceiling = CappedInViewBudgeted.limits.upperBound
  private var addedCount = 0

  override func apply(_ items: [ClusterItem], on mapView: MapView) {
    wanted = items
    let ids = Set(items.map(\.id))
    onMap.removeAll { !ids.contains($0.id) }
    shown.show(onMap, on: mapView)
  }

  override func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
    adjust(after: Double(duration) * context.device.refresh / 1e9)
    let ids = Set(onMap.map(\.id))
    let added = wanted.filter { !ids.contains($0.id) }.prefix(Int(limit))
    addedCount = added.count
    if !added.isEmpty {
      onMap += added
      shown.show(onMap, on: mapView)
    }
    super.displayWillRefresh(mapView, after: duration)
  }

  /// - Parameter refreshes: the length of the frame before.
  private func adjust(after refreshes: Double) {
    guard addedCount > 0 else { return }
    if refreshes > 1.5 {
      ceiling = max(0.75 * Double(addedCount), Self.limits.lowerBound)
      limit /= 2
    } else {
      ceiling = min(ceiling + 1, Self.limits.upperBound)
      limit *= 1.5
    }
    limit = min(max(limit, Self.limits.lowerBound), ceiling)
  }

  override func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    let device = mapView.device
    return mapView.dequeueReusableAnnotationView(withIdentifier: "image", for: annotation)
      ?? AnnotationView(
        annotation: annotation, content: .image, reuseIdentifier: "image",
        size: device.profile[.markerViewSize], scale: device.scale, artwork: MarkerArtwork())
  }
}

extension FamilyRegistry {
  /// The standard families with the strategies of the published apps.
  package static func validating(_ standard: FamilyRegistry) -> FamilyRegistry {
    standard.with(
      Family.annotationUpdates.adding([
        StrategyEntry(
          "capped-in-view",
          summary: "Shows at most 200 to 2,000 pins in view, by zoom, ten times a second."
        ) { CappedInView(model: $0, context: $1) },
        StrategyEntry(
          "capped-in-view-budgeted",
          summary: "Shows the pins of capped-in-view as flat images, and adds a few in each frame."
        ) { CappedInViewBudgeted(model: $0, context: $1) },
      ]))
  }
}
