import PinData

extension LocalSearchCompleter {
  /// What a completer may suggest, as `MKLocalSearchCompleter.ResultType`.
  public struct ResultType: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let address = ResultType(rawValue: 1 << 0)
    public static let pointOfInterest = ResultType(rawValue: 1 << 1)
    public static let query = ResultType(rawValue: 1 << 2)
    public static let physicalFeature = ResultType(rawValue: 1 << 3)
    public static let all: ResultType = [.address, .pointOfInterest, .query, .physicalFeature]

    /// Places of some kinds, and no queries.
    public init(_ kinds: Place.Kinds) {
      self = []
      if kinds.contains(.address) { insert(.address) }
      if kinds.contains(.pointOfInterest) { insert(.pointOfInterest) }
      if kinds.contains(.physicalFeature) { insert(.physicalFeature) }
    }

    /// The kinds of places among them.
    var kinds: Place.Kinds {
      var kinds: Place.Kinds = []
      if contains(.address) { kinds.insert(.address) }
      if contains(.pointOfInterest) { kinds.insert(.pointOfInterest) }
      if contains(.physicalFeature) { kinds.insert(.physicalFeature) }
      return kinds
    }
  }

  /// Whether queries may be suggested, as `MKLocalSearchCompleter.FilterType`.
  public enum FilterType: Hashable, Sendable {
    case locationsAndQueries
    case locationsOnly
  }
}
