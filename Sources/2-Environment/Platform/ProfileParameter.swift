/// A number of a platform profile, with the span that the evidence leaves open, its source and how
/// sure it is.
public struct ProfileParameter: Hashable, Sendable, Codable {
  /// The units that a profile may use.
  public enum Unit: String, Hashable, Sendable, Codable, CaseIterable {
    /// Billionths of a second.
    case nanoseconds = "ns"
    /// Millionths of a second.
    case microseconds = "us"
    /// Thousandths of a second.
    case milliseconds = "ms"
    /// Seconds.
    case seconds = "s"
    /// Minutes.
    case minutes = "min"
    /// Bytes.
    case bytes = "B"
    /// 1,000 bytes.
    case kilobytes = "KB"
    /// 1,000,000 bytes.
    case megabytes = "MB"
    /// Points of the screen.
    case points = "pt"
    /// Degrees of latitude or longitude.
    case degrees = "deg"
    /// Map points: 2^28 of them are the width of the world.
    case mapPoints = "map pt"
    /// Metres.
    case meters = "m"
    /// Kilometres.
    case kilometers = "km"
    /// Zoom levels of the map.
    case zoomLevels = "zoom"
    /// Points of the screen per second.
    case pointsPerSecond = "pt/s"
    /// Map points per second.
    case mapPointsPerSecond = "map pt/s"
    /// Kilometres per hour.
    case kilometersPerHour = "km/h"
    /// Times per second.
    case perSecond = "1/s"
    /// Milliseconds per second: thousandths, as of lost time.
    case millisecondsPerSecond = "ms/s"
    /// A plain number, such as 0.5 for a half.
    case fraction = "fraction"
    /// A plain factor.
    case ratio = "ratio"
    /// Whole things: requests, results.
    case count = "count"
    /// One of two ways in which a platform may be built: 0 or 1.
    case choice = "choice"

    /// The factor from a value to the first unit of its dimension, in the order of ``Dimension``.
    package var scale: Double {
      switch self {
      case .nanoseconds, .bytes, .points, .mapPoints, .meters, .degrees, .zoomLevels,
        .pointsPerSecond, .mapPointsPerSecond, .perSecond, .kilometersPerHour, .fraction, .ratio,
        .count, .choice:
        1
      case .millisecondsPerSecond: 0.001
      case .microseconds, .kilobytes, .kilometers: 1_000
      case .milliseconds, .megabytes: 1_000_000
      case .seconds: 1_000_000_000
      case .minutes: 60_000_000_000
      }
    }

    /// The sign behind a value in a report; empty for a plain number.
    public var symbol: String { [.count, .ratio, .choice].contains(self) ? "" : rawValue }

    var dimension: Dimension {
      switch self {
      case .nanoseconds, .microseconds, .milliseconds, .seconds, .minutes: .time
      case .bytes, .kilobytes, .megabytes: .memory
      case .points: .length
      case .mapPoints: .mapLength
      case .meters, .kilometers: .distance
      case .degrees: .angle
      case .zoomLevels: .zoom
      case .pointsPerSecond: .speed
      case .mapPointsPerSecond: .mapSpeed
      case .kilometersPerHour: .groundSpeed
      case .perSecond: .rate
      case .fraction, .millisecondsPerSecond: .fraction
      case .ratio: .ratio
      case .count: .count
      case .choice: .choice
      }
    }
  }

  enum Dimension: String {
    case time = "a time (ns, us, ms, s, min)"
    case memory = "a memory size (B, KB, MB)"
    case length = "a length (pt)"
    case mapLength = "a length on the map (map pt)"
    case distance = "a distance (m, km)"
    case angle = "an angle (deg)"
    case zoom = "a zoom level (zoom)"
    case speed = "a speed (pt/s)"
    case mapSpeed = "a speed on the map (map pt/s)"
    case groundSpeed = "a speed on the ground (km/h)"
    case rate = "a rate (1/s)"
    case fraction = "a fraction (fraction, ms/s)"
    case ratio = "a factor (ratio)"
    case count = "a count"
    case choice = "a choice (0 or 1)"
  }

  /// The kinds of evidence for a value.
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

  /// The number's purpose.
  public let name: Name
  /// The number in its unit.
  public internal(set) var value: Double
  /// The smallest number that the evidence leaves open, in the same unit; at most the value.
  public internal(set) var low: Double
  /// The largest number that the evidence leaves open, in the same unit; at least the value.
  public internal(set) var high: Double
  /// The unit of the value.
  public let unit: Unit
  /// The evidence for the value.
  public internal(set) var source: String
  /// The kind of the evidence.
  public internal(set) var confidence: Confidence
  /// `false` for a parameter that moves no number of any scenario within its span, so that nothing draws
  /// it; `nil` for the others.
  let drawn: Bool?

  /// Indicates whether the evidence leaves open what the value is, and an analysis moves it.
  package var isDrawn: Bool { low < high && drawn != false }

  /// The value in nanoseconds, bytes, points, map points, metres, degrees, zoom levels, per second,
  /// kilometres per hour, as a fraction, a factor or a count.
  public var scaled: Double { scaled(value) }

  /// Returns a number of this parameter's unit as ``scaled`` has it.
  package func scaled(_ number: Double) -> Double { number * unit.scale }

  /// Returns a scaled number in this parameter's unit.
  package func unscaled(_ number: Double) -> Double { number / unit.scale }
}
