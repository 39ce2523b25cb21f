import Clustering
import ScenarioModel
import Simulation

/// The view model of a list whose rows show the addresses of coordinates: it decides when to
/// request them.
///
/// All methods run on the simulated main thread. An app's own strategy conforms to this protocol,
/// and is added to `Family.geocoding`.
///
/// Used by one thread at a time.
public protocol GeocodingStrategy: AnyObject, SendableMetatype {
  /// Creates the view model when the list opens; it is released when the list closes.
  init(list: AddressList, service: SearchService)

  /// A row comes on screen without an address, as `onAppear` or `tableView(_:cellForRowAt:)`.
  ///
  /// An app that has stored addresses rather than coordinates reads ``AddressList/addresses``, and
  /// shows the place that it finds.
  func rowDidAppear(_ row: Int, coordinate: Coordinate)

  /// A row leaves the screen, as `onDisappear`.
  func rowDidDisappear(_ row: Int)
}

extension GeocodingStrategy {
  /// Does nothing.
  public func rowDidDisappear(_ row: Int) {}
}

/// The function that makes the view model of a list of addresses; its arguments are those of
/// ``GeocodingStrategy/init(list:service:)``.
public typealias GeocodingMake = @Sendable (AddressList, SearchService) -> RowCallbacks

extension StrategyEntry where Make == GeocodingMake {
  /// Creates an entry of `Family.geocoding` for a strategy's type; `summary` is a sentence.
  public init(_ name: String, _ strategy: (some GeocodingStrategy).Type, summary: String) {
    self.init(name, summary: summary) { list, service in
      let strategy = strategy.init(list: list, service: service)
      return RowCallbacks(didAppear: strategy.rowDidAppear, didDisappear: strategy.rowDidDisappear)
    }
  }
}

/// A list on screen whose rows show addresses once they are known.
///
/// Used by one thread at a time.
public final class AddressList {
  /// The thread of the list.
  public let main: MainThread
  /// The address that the app has stored for each row, as text: the one nearest to the row's
  /// coordinate.
  public let addresses: [String]
  /// The address of each row that shows one.
  public private(set) var labels: [Int: Placemark] = [:]
  /// Called when a row gets an address.
  var rowDidGetLabel: (Int, Placemark) -> Void = { _, _ in }

  init(main: MainThread, addresses: [String]) {
    self.main = main
    self.addresses = addresses
  }

  /// Shows an address in a row.
  public func show(_ placemark: Placemark, inRow row: Int) {
    // A terminated app shows nothing.
    guard !main.isTerminated else { return }
    labels[row] = placemark
    rowDidGetLabel(row, placemark)
  }
}
