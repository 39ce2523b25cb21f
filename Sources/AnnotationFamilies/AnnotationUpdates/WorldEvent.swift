/// Something that happens to an app while it shows its map.
struct WorldEvent: Hashable, Sendable {
  enum Kind: Int, Hashable, Sendable, Comparable {
    /// The user taps a pin.
    case tap
    /// State changes that the map does not show, such as the user's location.
    case location
    /// Some pins move.
    case movement
    /// The data is loaded again.
    case refresh

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Whether it changes the data that the map shows.
    var changesModel: Bool { self == .movement || self == .refresh }
  }

  /// Nanoseconds since the map appeared.
  let time: Int64
  let kind: Kind
}
