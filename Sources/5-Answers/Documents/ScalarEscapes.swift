extension String {
  /// The text with other texts for some scalars.
  ///
  /// Scalar by scalar: to a parser or a compiler, a quote with an accent on it is a quote too.
  ///
  /// - Parameter others: returns the text for every other scalar.
  package func escapingScalars(
    _ escapes: [Unicode.Scalar: String], others: (Unicode.Scalar) -> String = { String($0) }
  ) -> String {
    unicodeScalars.map { escapes[$0] ?? others($0) }.joined()
  }
}
