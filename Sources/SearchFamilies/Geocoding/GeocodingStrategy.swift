import EventSimulation
import MapGeometry
import SearchSimulation

/// The view model of a list whose rows show the addresses of coordinates: when it asks for them.
///
/// All methods run on the simulated main thread. An app's own strategy conforms to the same
/// protocol as the ones that come with MapPressure, and is added to a ``GeocodingFamily``.
///
/// Used by one thread at a time.
public protocol GeocodingStrategy: AnyObject, SendableMetatype {
  /// Makes the view model when the list is opened; it lives until it is closed.
  init(list: AddressList, service: SearchService)

  /// A row comes on screen without an address, as `onAppear` or `tableView(_:cellForRowAt:)`.
  func rowDidAppear(_ row: Int, coordinate: Coordinate)

  /// A row leaves the screen, as `onDisappear`.
  func rowDidDisappear(_ row: Int)
}

extension GeocodingStrategy {
  public func rowDidDisappear(_ row: Int) {}
}
