/// Two fresh processes that did the same work in turns.
package struct NoisePair: Hashable, Sendable, Codable {
  /// The wall time of each slice of the one process, in nanoseconds.
  package let first: [Int64]
  /// The same of the other process; each slice was next to the first one's of the same index.
  package let second: [Int64]

  package init(first: [Int64], second: [Int64]) {
    self.first = first
    self.second = second
  }
}

/// How long the same work took, again and again.
package struct NoiseRecord: Hashable, Sendable, Codable {
  /// In the order of time.
  package let pairs: [NoisePair]
  /// The wall time of it all, in seconds.
  package let seconds: Double

  package init(pairs: [NoisePair], seconds: Double) {
    self.pairs = pairs
    self.seconds = seconds
  }
}
