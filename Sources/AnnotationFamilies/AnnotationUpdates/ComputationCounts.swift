/// What a strategy computes itself, beside the map's own work: counted, and with a modelled cost.
public struct ComputationCounts: Hashable, Sendable {
  /// Items that a difference compared: those of the longer of the two lists.
  public var itemsCompared = 0
  /// Those of them that SwiftUI compares, after a body was evaluated.
  public var itemsComparedAfterBody = 0
  /// Pins that were sorted into clusters or an index.
  public var pinsClustered = 0
  /// Pins or items that were gone through to decide what to show.
  public var pinsExamined = 0

  /// Nothing computed yet.
  public init() {}

  /// Adds what was computed elsewhere.
  public static func += (total: inout Self, further: Self) {
    total.itemsCompared += further.itemsCompared
    total.itemsComparedAfterBody += further.itemsComparedAfterBody
    total.pinsClustered += further.pinsClustered
    total.pinsExamined += further.pinsExamined
  }

  /// What was computed between two readings.
  static func - (later: Self, earlier: Self) -> Self {
    var difference = later
    difference.itemsCompared -= earlier.itemsCompared
    difference.itemsComparedAfterBody -= earlier.itemsComparedAfterBody
    difference.pinsClustered -= earlier.pinsClustered
    difference.pinsExamined -= earlier.pinsExamined
    return difference
  }
}
