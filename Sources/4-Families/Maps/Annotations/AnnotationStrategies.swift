import Clustering
import PinData
import ScenarioModel
import Simulation
import Support

/// The view that a strategy makes for a pin, and for a cluster of the map's own clustering.
enum PinViews {
  /// A new marker each time a pin comes on screen.
  case new
  /// The same made by SwiftUI: each belongs to an identity, and another identity gets another.
  case hosted
  /// A marker that left the screen, if one waits.
  case reused
  /// Reused markers with one clustering identifier: the map view joins colliding views to clusters,
  /// on the main thread, on every change.
  case clustered
  /// The same with a clustering identifier for each of four kinds of pins, pin n of kind n modulo 4:
  /// views of different kinds never join.
  case clusteredByKind

  func view(for annotation: Annotation, on mapView: MapView) -> AnnotationView {
    if self == .new || self == .hosted {
      let view = AnnotationView.marker(
        for: annotation, reuseIdentifier: nil, device: mapView.device)
      view.isHosted = self == .hosted
      return view
    }
    let view = mapView.reusedStandardView(for: annotation)
    // A cluster's own view has no clustering identifier: it does not cluster again.
    if annotation.isCluster { return view }
    switch self {
    case .new, .hosted, .reused: break
    case .clustered: view.clusteringIdentifier = "pins"
    case .clusteredByKind:
      view.clusteringIdentifier = annotation.id.pinIndex.map { "pins of kind \($0 % 4)" }
    }
    return view
  }
}

/// Adds all pins in one call and never removes one, like a map screen that was written for a dozen
/// places.
final class AllPins: AnnotationStrategyCallbacks {
  private let annotations: [Annotation]
  private let views: PinViews
  private var isAdded = false

  init(_ pins: PinSet, views: PinViews) {
    annotations = pins.annotations
    self.views = views
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    guard !isAdded else { return }
    isAdded = true
    mapView.addAnnotations(annotations)
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    views.view(for: annotation, on: mapView)
  }
}

/// Shows the pins that a search finds for the visible region.
final class PinsInView: AnnotationStrategyCallbacks {
  /// The fraction of the rectangle's width and height that is loaded beyond each edge, so that pins
  /// do not pop in during a pan.
  static let padding = 0.1

  private let points: [MapPoint]
  private let search: (MapView, inout [Int]) throws -> Void
  /// Indicates whether it searches at the end of each movement only, as
  /// `onMapCameraChange(frequency: .onEnd)`: until then the map has the pins of the region where the
  /// movement began.
  private let isAtEnds: Bool
  private let views: PinViews
  private var visible: [Int] = []
  private var shown = ShownAnnotations()

  private init(
    _ points: [MapPoint], atEnds isAtEnds: Bool, views: PinViews,
    search: @escaping (MapView, inout [Int]) throws -> Void
  ) {
    self.points = points
    self.search = search
    self.isAtEnds = isAtEnds
    self.views = views
  }

  /// Searches as the axiom-mapkit guide does: compares every pin with the region's edges in
  /// degrees. The guide does so at the end of a movement.
  ///
  /// The guide's defects are kept, and `pin-coverage` counts the lost pins. If the region spans the
  /// antimeridian, one edge is beyond ±180 and the pins on the other side are not found. If the
  /// region is large, its centre plus and minus half its span in degrees are not the screen's
  /// edges, because on a Mercator map the centre of the screen is not the mean of its latitudes.
  convenience init(scanning pins: PinSet, atEnds isAtEnds: Bool, context: StrategyContext) {
    let coordinates = context.counted(pins.coordinates)
    self.init(pins.mapPoints, atEnds: isAtEnds, views: .reused) { mapView, found in
      let (center, span) = (mapView.region.center, mapView.region.span)
      let latitudes =
        (center.latitude - span.latitudeDelta / 2)...(center.latitude + span.latitudeDelta / 2)
      let longitudes =
        (center.longitude - span.longitudeDelta / 2)...(center.longitude + span.longitudeDelta / 2)
      coordinates.positions(into: &found) {
        latitudes.contains($0.latitude) && longitudes.contains($0.longitude)
      }
    }
  }

  /// Searches the padded visible rectangle with a spatial index in each frame.
  convenience init(
    indexing pins: PinSet, views: PinViews = .reused, context: StrategyContext
  ) throws {
    let points = pins.mapPoints
    let index = try context.spatialIndex(points)
    self.init(points, atEnds: false, views: views) { mapView, found in
      index.pins(in: mapView.visibleMapRect.padded(by: Self.padding), into: &found)
    }
  }

  /// Searches the visible rectangle in a database file, as an app reads pins that it does not keep
  /// in memory.
  convenience init(
    storing pins: PinSet, atEnds isAtEnds: Bool, padding: Double, views: PinViews,
    context: StrategyContext
  ) throws {
    let points = pins.mapPoints
    let database = try context.meter.index(
      of: points.count, as: \.rowsStored, holding: HeldIndexes(databases: 1)
    ) { try PinDatabase(points, path: context.workspace + "/pins.sqlite") }
    self.init(points, atEnds: isAtEnds, views: views) { mapView, found in
      try database.pins(in: mapView.visibleMapRect.padded(by: padding), into: &found)
    }
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) throws {
    if !isAtEnds { try update(mapView) }
  }

  func regionDidChange(_ mapView: MapView) throws {
    if isAtEnds { try update(mapView) }
  }

  private func update(_ mapView: MapView) throws {
    try search(mapView, &visible)
    shown.show(pins: visible, points: points, on: mapView)
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    views.view(for: annotation, on: mapView)
  }
}

/// Shows the clusters of an index that is built once.
///
/// Those of `GridClusters` are the cells of a grid over the world, as ClusterMap has them, each at
/// the mean of its pins. Those of `HierarchicalClusters` are, at each whole zoom level, the pins
/// and clusters within a radius of one another at the level below.
final class ClustersInView<Index: ClusterIndex>: AnnotationStrategyCallbacks {
  private let clusters: Counted<Index>
  private let margin: Double
  private let isFlat: Bool
  private var items: [ClusterItem] = []
  private var shown = ShownAnnotations()

  /// - Parameter margin: the radius of clusters that may lie outside of the rectangle of their
  ///   pins, in points; 0 if an index finds those itself.
  /// - Parameter isFlat: whether a cluster is drawn as a flat image and not as a marker.
  init(_ clusters: Counted<Index>, margin: Double, flat isFlat: Bool = false) {
    self.clusters = clusters
    self.margin = margin
    self.isFlat = isFlat
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    let (rect, zoom) = (mapView.visibleMapRect, mapView.zoom)
    let area = margin > 0 ? rect.grown(byClustersOf: margin, zoom: zoom) : rect
    clusters.items(in: area, zoom: zoom, into: &items)
    shown.show(items, on: mapView)
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    isFlat ? mapView.reusedFlatView(for: annotation) : mapView.reusedStandardView(for: annotation)
  }

  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    clusters.forEachPin(of: annotation.id, body)
  }
}

extension ClustersInView<GridClusters> {
  convenience init(gridOf pins: PinSet, context: StrategyContext) throws {
    self.init(try context.clusters(of: pins.mapPoints) { try GridClusters(points: $0) }, margin: 0)
  }
}

extension ClustersInView<HierarchicalClusters> {
  convenience init(
    hierarchyOf pins: PinSet, context: StrategyContext, flat isFlat: Bool = false
  ) throws {
    let options = HierarchicalClusters.Options.standardRadius
    self.init(
      try context.clusters(of: pins.mapPoints) {
        try HierarchicalClusters(points: $0, options: options)
      }, margin: options.radius, flat: isFlat)
  }
}

extension HierarchicalClusters.Options {
  /// Clusters of 40 points of the screen in radius at each whole zoom level.
  static var standardRadius: Self { Self(radius: 40, extent: Viewport.tileSize) }
}

extension MapRect {
  /// The rectangle grown by as far as a hierarchical cluster can lie from one of its pins, so that
  /// each pin in view has its cluster on the map even if the cluster is just off screen.
  ///
  /// At each level an item joins a seed within one radius, and the mean moves from the seed by at
  /// most another; over all deeper levels that adds up to 2r (1 + 1/2 + 1/4 + ...) = 4r.
  func grown(byClustersOf radius: Double, zoom: Double) -> MapRect {
    let level = min(max(Int(zoom.rounded(.down)), 0), 24)
    let distance = 4 * radius / Viewport.tileSize * MapSize.world.width / Double(1 << level)
    return insetBy(dx: -distance, dy: -distance)
  }
}
