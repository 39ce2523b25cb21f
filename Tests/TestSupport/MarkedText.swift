/// A text in which a `§` shows where an error is expected; the mark itself is taken out.
package struct MarkedText: Sendable, CustomStringConvertible {
  package let text: String
  /// The marked place, counted from 1 as editors do.
  package let line: Int
  package let column: Int

  package init(_ marked: String) {
    // Scalars, because a carriage return and a line feed together are one `Character`.
    let before = marked.unicodeScalars.prefix { $0 != "§" }
    let after = marked.unicodeScalars.dropFirst(before.count + 1)
    text = String(String.UnicodeScalarView(before)) + String(String.UnicodeScalarView(after))
    line = 1 + before.count { $0 == "\n" }
    column = 1 + before.reversed().prefix { $0 != "\n" }.count
  }

  package var description: String { text }
}

extension MarkedText {
  /// The message about the mistake at the mark; `nil` where none is found.
  ///
  /// - Parameter read: reads the text as a file of the given name.
  /// - Throws: the error that is found at another place.
  package func message(in file: String, _ read: (String) throws -> Void) throws -> String? {
    do {
      try read(text)
      return nil
    } catch {
      let place = "\(file):\(line):\(column): error: "
      let text = "\(error)"
      guard text.hasPrefix(place) else { throw error }
      return String(text.dropFirst(place.count))
    }
  }
}

/// Texts with a `§` at one mistake each, and the message about it.
package func markedMistakes(_ mistakes: KeyValuePairs<String, String>) -> [(String, String)] {
  mistakes.map { ($0.key, $0.value) }
}
