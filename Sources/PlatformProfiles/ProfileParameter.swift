/// One number of a platform profile, with where it comes from and how sure that is.
public struct ProfileParameter: Hashable, Sendable, Codable {
  /// The units that a profile may use.
  public enum Unit: String, Hashable, Sendable, Codable, CaseIterable {
    case nanoseconds = "ns"
    case microseconds = "us"
    case milliseconds = "ms"
    case seconds = "s"
    case bytes = "B"
    case kilobytes = "KB"
    case megabytes = "MB"
    case points = "pt"
    case degrees = "deg"
    case fraction = "fraction"
    /// Whole things: requests, results.
    case count = "count"

    /// What a value is multiplied with to give nanoseconds, bytes, points, degrees, a plain fraction
    /// or a count.
    var scale: Double {
      switch self {
      case .nanoseconds, .bytes, .points, .degrees, .fraction, .count: 1
      case .microseconds, .kilobytes: 1_000
      case .milliseconds, .megabytes: 1_000_000
      case .seconds: 1_000_000_000
      }
    }

    /// What stands behind a value for people; empty for a count.
    public var symbol: String { self == .count ? "" : rawValue }

    var dimension: Dimension {
      switch self {
      case .nanoseconds, .microseconds, .milliseconds, .seconds: .time
      case .bytes, .kilobytes, .megabytes: .memory
      case .points: .length
      case .degrees: .angle
      case .fraction: .fraction
      case .count: .count
      }
    }
  }

  enum Dimension: String {
    case time = "a time (ns, us, ms, s)"
    case memory = "a memory size (B, KB, MB)"
    case length = "a length (pt)"
    case angle = "an angle (deg)"
    case fraction = "a fraction"
    case count = "a count"
  }

  /// How sure a value is.
  public enum Confidence: String, Hashable, Sendable, Codable, CaseIterable {
    /// The platform's own documentation, or its engineers.
    case documented
    /// Measured by a third party with an instrument and a stated method.
    case measured
    /// Arithmetic on measured values.
    case derived
    /// Reported by developers, without a method.
    case reported
    /// No evidence was found; the model needs a number.
    case assumption
  }

  public let name: Name
  public let value: Double
  public let unit: Unit
  public let source: String
  public let confidence: Confidence

  /// The value in nanoseconds, bytes, points, degrees, as a fraction or as a count.
  public var scaled: Double { value * unit.scale }
}
