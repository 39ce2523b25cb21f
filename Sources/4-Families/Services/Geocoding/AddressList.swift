import Simulation

/// The function that makes the view model of a list whose rows show the addresses of coordinates,
/// and that decides when to request them.
///
/// It is called when the list opens; the view model is released when the list closes. An app that
/// has stored addresses rather than coordinates reads ``AddressList/addresses``, and shows the place
/// that it finds.
public typealias GeocodingMake = @Sendable (AddressList, SearchService) -> RowCallbacks

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
