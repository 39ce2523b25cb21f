extension String {
  /// The words in lines of at most a number of columns, apart from longer words.
  ///
  /// - Parameters:
  ///   - label: the beginning of the first line.
  ///   - indent: the beginning of the others.
  package func wrapped(after label: String, indent: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = label
    var isFresh = true
    for word in split(separator: " ") {
      if !isFresh, line.count + 1 + word.count > width {
        lines.append(line)
        (line, isFresh) = (indent, true)
      }
      line += (isFresh ? "" : " ") + word
      isFresh = false
    }
    return lines + [line]
  }

  /// A line as it is, with the spaces that align its columns, or in several of whole words if it is
  /// longer than a number of columns.
  ///
  /// - Parameters:
  ///   - width: the columns; `nil` for an output that has none.
  ///   - hanging: the columns by which further lines are indented.
  package func wrapped(to width: Int?, hanging: Int = 2) -> [String] {
    guard let width, count > width else { return [self] }
    let start = String(prefix { $0 == " " })
    let indent = start + String(repeating: " ", count: hanging)
    return wrapped(after: start, indent: indent, width: width)
  }
}

extension [String] {
  /// The texts with spaces behind them, so that what follows begins in one column.
  package var aligned: [String] {
    let length = map(\.count).max() ?? 0
    return map { $0 + String(repeating: " ", count: length - $0.count) + "  " }
  }
}

extension String {
  /// The text with its first letter in upper case.
  package var capitalizedAtStart: String { prefix(1).uppercased() + dropFirst() }
}
