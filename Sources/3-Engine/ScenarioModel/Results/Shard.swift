/// One of several parts of a run's work, for different machines.
///
/// Written as `2/4`: the second of four.
public struct Shard: Hashable, Sendable {
  /// The number of the part, from 1.
  public let index: Int
  /// The number of parts.
  public let count: Int

  /// - Throws: ``ShardError`` unless the index is from 1 to the count.
  public init(index: Int, of count: Int) throws(ShardError) {
    guard index >= 1, index <= count else {
      throw ShardError(
        description:
          "expected a part from 1 to the number of parts, as in 2/4, found \(index)/\(count)")
    }
    self.index = index
    self.count = count
  }

  /// Reads `2/4`.
  public init(_ text: String) throws(ShardError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Self.number($0) }
    guard parts.count == 2, numbers.count == 2 else {
      throw ShardError(
        description: "expected a part and the number of parts, as in 2/4, found '\(text)'")
    }
    try self.init(index: numbers[0], of: numbers[1])
  }

  /// Digits only: `Int` reads `+2` too, which is a typing error here.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}

extension Shard: CustomStringConvertible {
  public var description: String { "\(index)/\(count)" }
}

extension Shard: Codable {
  private enum CodingKeys: String, CodingKey {
    case index, count
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      index: container.decode(Int.self, forKey: .index),
      of: container.decode(Int.self, forKey: .count))
  }
}

/// A reason why a text or a pair of numbers is not a shard.
public struct ShardError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
}
