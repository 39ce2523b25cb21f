import EventSimulation
import MapGeometry
import ScenarioModel
import SearchSimulation

/// The view model of a list whose rows show the addresses of coordinates: it decides when to
/// request them.
///
/// All methods run on the simulated main thread. An app's own strategy conforms to the same
/// protocol as the ones that come with MapPressure, and is added to a ``GeocodingFamily``.
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

extension StrategyEntry where Make == GeocodingFamily.Make {
  /// An entry for a strategy of a ``GeocodingFamily``.
  ///
  /// - Parameters:
  ///   - name: the name in scenario files and reports: lower case words joined by hyphens.
  ///   - summary: what the strategy does, in one sentence.
  public init(_ name: String, _ strategy: (some GeocodingStrategy).Type, summary: String) {
    self.init(name, summary: summary) { list, service in
      strategy.init(list: list, service: service)
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
  /// coordinate. They are there before the first row appears.
  public internal(set) var addresses: [String] = []
  /// The address of each row that shows one.
  public private(set) var labels: [Int: Placemark] = [:]
  /// Called when a row gets an address.
  var rowDidGetLabel: (Int, Placemark) -> Void = { _, _ in }

  init(main: MainThread) {
    self.main = main
  }

  /// Shows an address in a row.
  public func show(_ placemark: Placemark, inRow row: Int) {
    // A terminated app shows nothing.
    guard !main.isTerminated else { return }
    labels[row] = placemark
    rowDidGetLabel(row, placemark)
  }
}
