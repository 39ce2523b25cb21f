import Measurement
import YAMLReading

/// A bound that one metric of one strategy must keep: `frame-time-p99 <= 0.25 x all-pins`,
/// `growth(build-time) <= 1.1`.
public struct Threshold: Hashable, Sendable, Codable {
  /// How a value is compared; those of two signs stand first, as they are read first.
  public enum Comparison: String, Hashable, Sendable, Codable, CaseIterable {
    case atMost = "<="
    case atLeast = ">="
    case equal = "=="
    case below = "<"
    case above = ">"

    /// Whether a value keeps the bound.
    public func holds(_ value: Double, _ bound: Double) -> Bool {
      switch self {
      case .atMost: value <= bound
      case .atLeast: value >= bound
      case .below: value < bound
      case .above: value > bound
      case .equal: value == bound
      }
    }
  }

  /// What of the metric is bounded.
  public enum Subject: String, Hashable, Sendable, Codable {
    /// Its median, in each world by itself.
    case median
    /// The power of the size that it grows with, over all sizes of a variant together.
    case growth
  }

  public enum Bound: Hashable, Sendable, Codable {
    /// A value in the metric's own unit; of a growth, the power itself.
    case value(Double)
    /// A multiple of what another strategy has in the same run.
    case multiple(Double, of: String)
  }

  /// The expression as it stands in the file.
  public let expression: String
  /// The strategy that must keep the bound.
  public let strategy: String
  /// The metric that is bounded.
  public let metric: String
  /// What of it is.
  public let subject: Subject
  /// How the metric is compared with the bound.
  public let comparison: Comparison
  /// What it is compared with.
  public let bound: Bound
  /// The worlds that it must keep the bound in.
  public let restriction: WorldRestriction
}
