/// Tells requests of one service apart: a later request has a greater number, whatever its kind.
///
/// Answers carry it, so that an observer can tell a late answer from a newer one.
public struct RequestNumber: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// Counted from 1.
  public let value: Int

  public init(_ value: Int) {
    self.value = value
  }

  public static func < (left: RequestNumber, right: RequestNumber) -> Bool {
    left.value < right.value
  }

  public var description: String { "#\(value)" }
}
