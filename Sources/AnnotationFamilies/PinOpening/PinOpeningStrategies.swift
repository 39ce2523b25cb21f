import Clustering
import MapGeometry
import MapSimulation
import PinData
import ScenarioModel
import Workloads

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The maker of a strategy of the family `pin-opening`.
public struct PinOpeningFactory: Sendable {
  package let make: @Sendable (PinSet, StrategyContext) throws -> any PinOpeningCallbacks
}

extension StrategyEntry where Make == PinOpeningFactory {
  /// Creates an entry for a strategy's type.
  public init(
    _ name: String, _ strategy: (some PinOpeningStrategy).Type, summary: String,
    reasoning: String? = nil
  ) {
    self.init(
      name, summary: summary, reasoning: reasoning,
      make: PinOpeningFactory { try strategy.init(pins: $0, context: $1) })
  }

  private init(
    _ name: String, _ summary: String, reasoning: String? = nil,
    make: @escaping @Sendable (PinSet, StrategyContext) throws -> any PinOpeningCallbacks
  ) {
    self.init(name, summary: summary, reasoning: reasoning, make: PinOpeningFactory(make: make))
  }

  /// The strategies that come with MapPressure.
  package static var standardOpening: [Self] { naive + opening }

  private static var naive: [Self] {
    [
      Self(
        "zoom-to-cluster",
        "Clusters of a hierarchy down to zoom 16; a tap zooms to the pins of the cluster.",
        reasoning: "A cluster opens when the map is close enough."
      ) { pins, context in
        OpeningMap(
          try ClustersInView(hierarchyOf: pins, context: context), points: pins.mapPoints)
      },
      Self(
        "zoom-to-cluster-all-levels",
        "The same with clusters down to zoom 20, so that no pins cover each other."
      ) { pins, context in
        let (content, _) = try deepClusters(pins, context)
        return OpeningMap(content, points: pins.mapPoints)
      },
      Self(
        "zoom-to-grid-cluster",
        "The cells of a grid at each zoom; a tap zooms to the pins of the cluster."
      ) { pins, context in
        OpeningMap(
          ClustersInView(
            try context.clusters(of: pins.mapPoints) { try GridClusters(points: $0) }, margin: 0),
          points: pins.mapPoints)
      },
      Self(
        "zoom-to-native-cluster",
        "The map view's own clusters; a tap zooms to the pins of the cluster."
      ) { pins, _ in OpeningMap(AllPins(pins, views: .clustered), points: pins.mapPoints) },
      Self("no-clusters", "A marker for each pin, also where they cover each other.") { pins, _ in
        OpeningMap(AllPins(pins, views: .reused), points: pins.mapPoints)
      },
    ]
  }

  private static var opening: [Self] {
    [
      Self(
        "declutter-offset",
        "Moves pins of one coordinate 4 metres apart, and clusters them as zoom-to-cluster."
      ) { pins, context in
        let moved = DeclutteredPins(pins).pins
        return OpeningMap(
          try ClustersInView(hierarchyOf: moved, context: context), points: moved.mapPoints)
      },
      Self(
        "zoom-then-list",
        "Clusters down to zoom 20; a cluster that no zoom separates shows a list of its pins."
      ) { pins, context in
        let (content, clusters) = try deepClusters(pins, context)
        return OpeningMap(
          content, points: pins.mapPoints, behavior: .zoomOrList,
          expansionZoom: clusters.expansionZoom)
      },
      Self(
        "zoom-then-spiderfy",
        "Clusters down to zoom 20; a cluster that no zoom separates lays its pins out around it, "
          + "with Leaflet.markercluster's distances."
      ) { try spiderfying($0, $1, multiplier: 1) },
      Self(
        "zoom-then-spiderfy-wide",
        "The same with distances for markers of 28 points: 1.6 times as long."
      ) { try spiderfying($0, $1, multiplier: 1.6) },
    ]
  }

  private static func spiderfying(
    _ pins: PinSet, _ context: StrategyContext, multiplier: Double
  ) throws -> OpeningMap {
    let (content, clusters) = try deepClusters(pins, context)
    return OpeningMap(
      content, points: pins.mapPoints, behavior: .zoomOrFan(FanLayout(multiplier: multiplier)),
      expansionZoom: clusters.expansionZoom)
  }

  /// Clusters at all levels that a map has.
  private static func deepClusters(
    _ pins: PinSet, _ context: StrategyContext
  ) throws -> (any AnnotationStrategyCallbacks, HierarchicalClusters) {
    var options = HierarchicalClusters.Options.standardRadius
    options.maxZoom = 20
    let clusters = try HierarchicalClusters(points: pins.mapPoints, options: options)
    return (
      ClustersInView(
        try context.clusters(of: pins.mapPoints) { _ in clusters }, margin: options.radius),
      clusters
    )
  }
}

/// Pins of which those at one coordinate are moved apart: on a spiral of sunflower seeds, the first
/// one in its place.
struct DeclutteredPins {
  let pins: PinSet

  /// The distance of the second pin in metres, a marker's width at zoom 20 near the equator.
  private static let spacing = 4.0
  private static let goldenAngle = 2.399_963_229_728_653
  private static let degreesPerMeter = 1 / 111_195.0

  init(_ original: PinSet) {
    var counts: [Coordinate: Int] = [:]
    pins = PinSet(
      coordinates: original.coordinates.map { coordinate in
        let number = counts[coordinate, default: 0]
        counts[coordinate] = number + 1
        guard number > 0 else { return coordinate }
        let degrees = Self.spacing * Double(number).squareRoot() * Self.degreesPerMeter
        let angle = Double(number) * Self.goldenAngle
        let longitude = degrees * cos(angle) / max(cos(coordinate.latitude * .pi / 180), 0.01)
        return Coordinate(
          latitude: min(max(coordinate.latitude + degrees * sin(angle), -85), 85),
          longitude: min(max(coordinate.longitude + longitude, -180), 180))
      })
  }
}
