/// Adds up the values of pins.
///
/// The type must have room for the sum of all: an integer that overflows traps, as with `+`.
public struct SumOfPins<Value: AdditiveArithmetic & Sendable>: PinAggregation {
  private let values: [Value]

  /// - Parameter values: One for each pin, by its index.
  /// - Precondition: There are as many as the index has pins.
  public init(_ values: [Value]) { self.values = values }

  public func value(ofPin pin: Int) -> Value { values[pin] }
  public func add(_ other: Value, to value: inout Value) { value += other }
}

/// Finds the least value of pins.
public struct MinimumOfPins<Value: Comparable & Sendable>: PinAggregation {
  private let values: [Value]

  /// - Parameter values: One for each pin, by its index.
  /// - Precondition: There are as many as the index has pins.
  public init(_ values: [Value]) { self.values = values }

  public func value(ofPin pin: Int) -> Value { values[pin] }
  public func add(_ other: Value, to value: inout Value) { value = min(value, other) }
}

/// Finds the greatest value of pins.
public struct MaximumOfPins<Value: Comparable & Sendable>: PinAggregation {
  private let values: [Value]

  /// - Parameter values: One for each pin, by its index.
  /// - Precondition: There are as many as the index has pins.
  public init(_ values: [Value]) { self.values = values }

  public func value(ofPin pin: Int) -> Value { values[pin] }
  public func add(_ other: Value, to value: inout Value) { value = max(value, other) }
}

/// Counts the pins of each category: what a pie chart in a cluster's view shows.
public struct CountsByCategory: PinAggregation {
  private let categories: [Int]
  private let categoryCount: Int

  /// - Parameters:
  ///   - categories: One for each pin, by its index; as many as the index has pins. A pin whose
  ///     category is not in `0..<categoryCount` is counted in none.
  ///   - categoryCount: How many categories there are; a cluster's value has a count for each.
  public init(_ categories: [Int], categoryCount: Int) {
    self.categories = categories
    self.categoryCount = max(categoryCount, 0)
  }

  public func value(ofPin pin: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: categoryCount)
    if counts.indices.contains(categories[pin]) { counts[categories[pin]] = 1 }
    return counts
  }

  public func add(_ other: [Int], to value: inout [Int]) {
    for category in value.indices { value[category] += other[category] }
  }
}
