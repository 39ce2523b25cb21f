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
}

extension [String] {
  /// The texts with spaces behind them, so that what follows begins in one column.
  package var aligned: [String] {
    let length = map(\.count).max() ?? 0
    return map { $0 + String(repeating: " ", count: length - $0.count) + "  " }
  }
}
