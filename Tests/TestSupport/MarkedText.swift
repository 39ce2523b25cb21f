/// A text in which a `§` shows where an error is expected; the mark itself is taken out.
public struct MarkedText: Sendable, CustomStringConvertible {
  public let text: String
  /// The marked place, counted from 1 as editors do.
  public let line: Int
  public let column: Int

  public init(_ marked: String) {
    // Scalars, because a carriage return and a line feed together are one `Character`.
    let before = marked.unicodeScalars.prefix { $0 != "§" }
    let after = marked.unicodeScalars.dropFirst(before.count + 1)
    text = String(String.UnicodeScalarView(before)) + String(String.UnicodeScalarView(after))
    line = 1 + before.count { $0 == "\n" }
    column = 1 + before.reversed().prefix { $0 != "\n" }.count
  }

  public var description: String { text }
}
