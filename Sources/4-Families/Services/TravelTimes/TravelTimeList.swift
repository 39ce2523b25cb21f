import Clustering
import Simulation

/// The function that makes the view model of a list whose rows show the travel time to a place, and
/// that decides when to request it.
///
/// It is called when the list opens; the view model is released when the list closes.
public typealias TravelTimeMake = @Sendable (TravelTimeList, SearchService) -> RowCallbacks

/// A list on screen whose rows show travel times once they are known.
///
/// Used by one thread at a time.
public final class TravelTimeList {
  /// A travel time that a row shows.
  public struct Label: Hashable, Sendable {
    /// In seconds.
    public let time: Double
    /// Indicates whether this is an estimate of the app, which the row marks as one.
    public let isEstimate: Bool
    /// The virtual time at which it was shown.
    let shownAt: Int64
  }

  /// The thread of the list.
  public let main: MainThread
  /// The means of transport that the person has chosen.
  public let transportType: TransportType
  /// The travel time of each row that has one.
  public private(set) var labels: [Int: Label] = [:]
  /// Called when a row gets a travel time.
  var rowDidGetTime: (Int, Label) -> Void = { _, _ in }
  private let position: (Int64) -> Coordinate

  /// - Parameter position: the person's place at a virtual time.
  init(main: MainThread, transportType: TransportType, position: @escaping (Int64) -> Coordinate) {
    self.main = main
    self.transportType = transportType
    self.position = position
  }

  /// The person's place now, as `MKMapItem.forCurrentLocation()` has it.
  public var currentLocation: Coordinate { position(main.simulation.now) }

  /// Shows a travel time in seconds in a row.
  ///
  /// - Parameter isEstimate: whether the row says that the time is an estimate.
  public func show(_ time: Double, isEstimate: Bool = false, inRow row: Int) {
    // A terminated app shows nothing.
    guard !main.isTerminated else { return }
    let label = Label(time: time, isEstimate: isEstimate, shownAt: main.simulation.now)
    labels[row] = label
    rowDidGetTime(row, label)
  }
}
