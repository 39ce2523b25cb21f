import EventSimulation
import SearchSimulation

/// A list on screen whose rows show addresses once they are known.
///
/// Used by one thread at a time.
public final class AddressList {
  /// The thread that the list lives on.
  public let main: MainThread
  /// The address of each row that has one.
  public private(set) var labels: [Int: Placemark] = [:]
  /// Called when a row has got an address.
  var rowDidGetLabel: (Int, Placemark) -> Void = { _, _ in }

  init(main: MainThread) {
    self.main = main
  }

  /// Shows an address in a row.
  public func show(_ placemark: Placemark, inRow row: Int) {
    // What a terminated app still does, nobody sees.
    guard !main.isTerminated else { return }
    labels[row] = placemark
    rowDidGetLabel(row, placemark)
  }
}
