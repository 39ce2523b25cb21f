/// The reason why bytes are not a vector tile, after the specification 2.1 (section 4).
public struct VectorTileError: Error, Hashable, Sendable {
  /// The position of the byte, counted from 0, where the mistake begins.
  let offset: Int
  /// The content that the specification wants there.
  let expected: String
  /// The content that is there.
  let found: String
}

extension VectorTileError: CustomStringConvertible {
  /// The message for people: where, what was expected, and what was found (section 4).
  public var description: String {
    "vector tile, byte \(offset): expected \(expected), found \(found)"
  }
}
