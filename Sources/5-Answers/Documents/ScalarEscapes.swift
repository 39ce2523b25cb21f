extension String {
  /// The text with other texts for some scalars.
  ///
  /// Scalar by scalar: to a parser or a compiler, a quote with an accent on it is a quote too.
  package func escapingScalars(_ escapes: [Unicode.Scalar: String]) -> String {
    unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
  }
}
