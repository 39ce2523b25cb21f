import Clustering
import PinData
import ScenarioModel
import Simulation

extension StrategyEntry where Make == PinOpeningFactory {
  /// The strategies that come with MapPressure, naive ones first.
  static var standardOpening: [Self] {
    [
      Self(
        "zoom-to-cluster",
        summary: "Shows a hierarchy's clusters down to zoom 16; a tap zooms to the cluster's pins.",
        reasoning: "A cluster opens when the map is close enough."
      ) { OpeningMap(try ClustersInView(hierarchyOf: $0, context: $1), of: $0) },
      ofAllLevels(
        "zoom-to-cluster-all-levels", nil,
        "Like zoom-to-cluster, but down to zoom 20, so that no pins cover each other."),
      Self(
        "zoom-to-grid-cluster",
        summary: "Shows the cells of a grid at each zoom; a tap zooms to the cluster's pins."
      ) { OpeningMap(try ClustersInView(gridOf: $0, context: $1), of: $0) },
      Self(
        "zoom-to-native-cluster",
        summary: "Shows the map view's own clusters; a tap zooms to the cluster's pins."
      ) { pins, _ in OpeningMap(AllPins(pins, views: .clustered), of: pins) },
      Self(
        "no-clusters", summary: "Shows each pin's marker, even where markers cover each other."
      ) { pins, _ in OpeningMap(AllPins(pins, views: .reused), of: pins) },
      Self(
        "declutter-offset",
        summary:
          "Moves pins at one coordinate 4 metres apart, and clusters them as zoom-to-cluster does."
      ) { pins, context in
        let moved = pins.decluttered
        return OpeningMap(try ClustersInView(hierarchyOf: moved, context: context), of: moved)
      },
      ofAllLevels(
        "zoom-then-list", { .list($0) },
        "Shows clusters down to zoom 20; a cluster that no zoom separates lists its pins."),
      ofAllLevels(
        "zoom-then-spiderfy", { .fan(FanLayout(multiplier: 1).markers(of: $0)) },
        "Shows clusters down to zoom 20; if no zoom separates a cluster, lays its pins out around "
          + "it, with Leaflet.markercluster's distances."),
      ofAllLevels(
        "zoom-then-spiderfy-wide", { .fan(FanLayout(multiplier: 1.6).markers(of: $0)) },
        "Like zoom-then-spiderfy, but with distances 1.6 times as long, for markers of 28 points."),
    ]
  }

  /// Clusters at all levels that a map has.
  ///
  /// - Parameter layOut: what a tap on a cluster does with pins that no zoom level separates; `nil`
  ///   if it zooms to them, too.
  private static func ofAllLevels(
    _ name: String, _ layOut: (@Sendable ([Int]) -> TapResponse)?, _ summary: String
  ) -> Self {
    Self(name, summary: summary) { pins, context in
      var options = HierarchicalClusters.Options.standardRadius
      options.maxZoom = 20
      let clusters = try HierarchicalClusters(points: pins.mapPoints, options: options)
      let content = ClustersInView(
        try context.clusters(of: pins.mapPoints) { _ in clusters }, margin: options.radius)
      return OpeningMap(content, of: pins) { cluster in
        let zoom = clusters.expansionZoom(of: cluster.annotation.id)
        if let zoom, Double(zoom) <= cluster.zoomLimit { return nil }
        return layOut?(cluster.pins)
      }
    }
  }
}

extension OpeningMap {
  /// A map that shows the rectangle around the pins of a tapped cluster.
  ///
  /// - Parameter exception: what a tap does instead; `nil` for nothing else.
  fileprivate init(
    _ content: any AnnotationStrategyCallbacks, of pins: PinSet,
    except exception: @escaping (TappedCluster) -> TapResponse? = { _ in nil }
  ) {
    let points = pins.mapPoints
    self.init(content: content) { _, cluster in
      exception(cluster) ?? .zoom(to: Self.rect(around: cluster.pins.map { points[$0] }))
    }
  }

  /// The rectangle around points and a tenth more on each side, the short way around the world.
  private static func rect(around points: [MapPoint]) -> MapRect {
    let (world, first) = (MapSize.world.width, points[0])
    var rect = MapRect(
      around: points.map { point in
        let x = point.x - first.x
        return MapPoint(x: x - (x / world).rounded() * world, y: point.y)
      })
    rect.origin.x += first.x
    return rect.padded(by: 0.1)
  }
}
