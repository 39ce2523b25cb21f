extension String {
  /// Whether there is nothing in it to look for.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
