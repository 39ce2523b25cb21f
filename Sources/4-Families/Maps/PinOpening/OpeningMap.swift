import Clustering
import PinData
import Simulation

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
  /// The distance to the right from the cluster's middle to the marker's, in points of the screen.
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

  /// Creates a map.
  ///
  /// - Parameters:
  ///   - content: the code that shows the pins.
  ///   - didTap: a person tapped a cluster, as `mapView(_:didSelect:)`. A tap on a single pin opens
  ///     it, and is not asked for.
  public init(
    content: any AnnotationStrategyCallbacks,
    didTap: @escaping (MapView, TappedCluster) -> TapResponse
  ) {
    self.content = content
    self.didTap = didTap
  }
}

/// The function that makes an app's code that shows pins, and decides what a tap on a cluster does.
///
/// The harness shows all pins, and taps one marker after the other until a certain pin is open.
public typealias PinOpeningFactory = @Sendable (PinSet, StrategyContext) throws -> OpeningMap
