/// How the values of pins become the value of a cluster.
///
/// Values are put together in an order that is the same in every build, and each pin's value is
/// used once a cluster; a sum of floating point numbers is as exact as a sum of sums.
public protocol PinAggregation: Sendable {
  associatedtype Value: Sendable

  /// The value of a single pin, by its index.
  func value(ofPin pin: Int) -> Value

  /// Makes one value of two: that of some pins, and that of others.
  func add(_ other: Value, to value: inout Value)
}
