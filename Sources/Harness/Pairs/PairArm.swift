/// One of the two programs of a comparison.
public enum PairArm: String, Hashable, Sendable, Codable, CaseIterable {
  case base
  case head

  /// The one that it is compared with.
  public var other: PairArm { self == .base ? .head : .base }
}
