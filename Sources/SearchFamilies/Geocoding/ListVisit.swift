import MapGeometry

/// What one person does with a list of addresses: which rows it has, and when which are on screen.
struct ListVisit: Hashable, Sendable {
  struct Event: Hashable, Sendable {
    enum Change: Hashable, Sendable {
      case appears
      case disappears
    }

    /// Nanoseconds since the list was opened.
    let time: Int64
    let row: Int
    let change: Change
  }

  /// The coordinate of each row.
  let coordinates: [Coordinate]
  /// Where the address is that lies nearest to each row's coordinate.
  let nearestAddresses: [Coordinate]
  /// In ascending order of time.
  let events: [Event]
  /// When the list is closed, in nanoseconds.
  let closingTime: Int64
}
