import Clustering
import PinData
import ScenarioModel
import Simulation

/// An app's code that shows pins, and decides what a tap on a cluster does.
///
/// The harness shows all pins, and taps one marker after the other until a certain pin is open.
/// Used by one thread at a time.
public protocol PinOpeningStrategy: AnnotationStrategyCallbacks, SendableMetatype {
  /// Makes the strategy from its pins.
  init(pins: PinSet, context: StrategyContext) throws

  /// A person tapped a cluster, as `mapView(_:didSelect:)`.
  ///
  /// A tap on a single pin opens it, and is not asked for.
  func mapView(_ mapView: MapView, didTap cluster: TappedCluster) -> TapResponse
}

/// A cluster that a person tapped.
public struct TappedCluster {
  /// The annotation of the strategy, or one of the map's own clustering.
  public let annotation: Annotation
  /// The pins of the cluster, in ascending order, at least two.
  public let pins: [Int]
  /// The closest zoom level of the map.
  public let zoomLimit: Double
}

/// The effect of a tap on a cluster.
public enum TapResponse: Hashable, Sendable {
  /// Nothing happens.
  case nothing
  /// The map shows a rectangle, fitted to the screen, as close as it can.
  case zoom(to: MapRect)
  /// The pins are laid out around the cluster, over everything else.
  case fan([FannedMarker])
  /// A list of the pins appears, in the order of the array.
  case list([Int])
}

/// The marker of a pin that is laid out around its cluster.
public struct FannedMarker: Hashable, Sendable {
  /// The pin.
  public let pin: Int
  /// The marker's middle from that of the cluster to the right, in points of the screen.
  public let x: Double
  /// The same downwards.
  public let y: Double

  /// Creates a marker at a distance from its cluster.
  public init(pin: Int, x: Double, y: Double) {
    self.pin = pin
    self.x = x
    self.y = y
  }
}

/// A map of any content, and what a tap on a cluster does.
public struct OpeningMap {
  let content: any AnnotationStrategyCallbacks
  let didTap: (MapView, TappedCluster) -> TapResponse
}

/// The function that makes a strategy of the family `pin-opening`.
public typealias PinOpeningFactory = @Sendable (PinSet, StrategyContext) throws -> OpeningMap

extension StrategyEntry where Make == PinOpeningFactory {
  /// Creates an entry for a strategy's type.
  public init(
    _ name: String, _ strategy: (some PinOpeningStrategy).Type, summary: String,
    reasoning: String? = nil
  ) {
    self.init(name, summary: summary, reasoning: reasoning) {
      let strategy = try strategy.init(pins: $0, context: $1)
      return OpeningMap(content: strategy, didTap: strategy.mapView(_:didTap:))
    }
  }
}
