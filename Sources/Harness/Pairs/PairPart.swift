/// What is timed of a case.
public enum PairPart: String, Hashable, Sendable, Codable, CaseIterable {
  /// Making the strategy.
  case builds
  /// The replay's frames.
  case frames
}
