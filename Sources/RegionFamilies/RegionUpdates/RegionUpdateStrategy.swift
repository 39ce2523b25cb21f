import MapGeometry
import MapSimulation

/// How an app keeps a map's region and its own state together: a `UIViewRepresentable` with its
/// coordinator, which is the map's delegate.
///
/// All methods run on the simulated main thread. An app's own strategy conforms to the same
/// protocol as the ones that come with MapPressure, and is added to a ``RegionUpdatesFamily``.
///
/// Used by one thread at a time.
public protocol RegionUpdateStrategy: RegionMapViewDelegate, SendableMetatype {
  /// Makes the coordinator; it lives as long as the screen.
  ///
  /// - Parameters:
  ///   - model: the app's state.
  ///   - delivery: when the delegate is to write state.
  ///   - isAnimated: whether changes of the region from code are to be animated.
  init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool)

  /// The map view was made, as in `makeUIView(context:)`: sets the delegate and the first region.
  func makeUIView(_ mapView: RegionMapView)

  /// The view is updated, as `updateUIView(_:context:)`: after each change of state, whichever.
  func updateUIView(_ mapView: RegionMapView)

  /// Code wants the map elsewhere: a button, a search result, a link.
  func centerMap(on region: Region)
}
