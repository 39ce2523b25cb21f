/// Where a number comes from; the three kinds are never mixed.
public enum MetricKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// Operations and bytes that are the same on every run of the same case.
  case counted
  /// What the clock and the operating system say on this machine.
  case measured
  /// What the platform profile predicts from counted operations on a virtual clock.
  case modelled

  /// Whether two trials of one case must agree to the bit.
  public var isDeterministic: Bool { self != .measured }
}

/// The unit of a metric's values.
public enum MetricUnit: String, Hashable, Sendable, Codable, CaseIterable {
  case nanoseconds = "ns"
  case bytes = "bytes"
  case count = "count"
  /// A share between 0 and 1.
  case fraction = "fraction"
  /// Pixels drawn for each pixel of the screen, and other plain ratios.
  case ratio = "ratio"
  /// Time lost for each second, as XCTest's hitch time ratio.
  case millisecondsPerSecond = "ms/s"
  /// Distances on screen.
  case points = "pt"
}

/// Which direction of change is good.
public enum Polarity: String, Hashable, Sendable, Codable {
  case lowerIsBetter = "lower"
  case higherIsBetter = "higher"
  /// Says what happened; neither direction is good or bad in itself.
  case neutral
}

/// A named quantity that a trial answers with: its name, unit, kind and polarity.
public struct Metric: Hashable, Sendable, Codable {
  /// The name in reports, thresholds and files: lower case words joined by hyphens.
  public let name: String
  public let unit: MetricUnit
  public let kind: MetricKind
  public let polarity: Polarity
  /// What the number is, in one sentence for the reader of a report.
  public let summary: String

  public init(
    _ name: String, _ unit: MetricUnit, _ kind: MetricKind, _ polarity: Polarity, _ summary: String
  ) {
    self.name = name
    self.unit = unit
    self.kind = kind
    self.polarity = polarity
    self.summary = summary
  }
}

/// A change for the worse that is none: up to a share of the base's value, or up to an amount,
/// whichever is more.
public struct Allowance: Hashable, Sendable {
  /// 0.01 is 1 %.
  public let share: Double
  /// In the metric's own unit.
  public let amount: Double

  public init(share: Double, amount: Double = 0) {
    self.share = share
    self.amount = amount
  }

  /// Every change for the worse counts.
  public static let none = Allowance(share: 0)

  /// The change that passes from a base, in its unit.
  public func change(from base: Double) -> Double { max(share * abs(base), amount) }
}

extension Metric {
  /// The change for the worse that passes where no tolerance was given for the metric.
  ///
  /// One more operation is one more, and counts. A stored property more is some bytes more of some
  /// megabytes: up to 0.1 % or 1 KB of counted bytes pass. Nobody feels a hundredth of a modelled
  /// time: up to 1 % of it, 10 µs, or 0.1 ms of each second pass.
  public var allowance: Allowance {
    switch (kind, unit) {
    case (.counted, .bytes): Allowance(share: 0.001, amount: 1_000)
    case (.modelled, .nanoseconds): Allowance(share: 0.01, amount: 10_000)
    case (.modelled, .millisecondsPerSecond): Allowance(share: 0.01, amount: 0.1)
    default: .none
    }
  }
}
