import MapSimulation

/// The coordinator of a map whose pins come from a server: when it asks for them.
///
/// It is the map's delegate; all its methods run on the simulated main thread. An app's own strategy
/// conforms to the same protocol as the ones that come with MapPressure, and is added to a
/// ``RegionFetchesFamily``.
///
/// Used by one thread at a time.
public protocol RegionFetchStrategy: RegionMapViewDelegate, SendableMetatype {
  /// Makes the coordinator before the map appears. The map reports its first region as one that has
  /// changed, without being touched.
  ///
  /// - Parameters:
  ///   - mapView: the map; it does not keep its delegate.
  ///   - layer: the pins on it.
  ///   - server: who knows the pins.
  init(mapView: RegionMapView, layer: PinLayer, server: PinServer)
}
