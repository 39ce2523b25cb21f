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
  /// What a report needs to know about the number; `nil` for most metrics.
  public let role: MetricRole?

  public init(
    _ name: String, _ unit: MetricUnit, _ kind: MetricKind, _ polarity: Polarity,
    _ summary: String, role: MetricRole? = nil
  ) {
    self.name = name
    self.unit = unit
    self.kind = kind
    self.polarity = polarity
    self.summary = summary
    self.role = role
  }
}

/// A meaning of a metric that reports and verdicts act on, whatever its name is.
public enum MetricRole: String, Hashable, Sendable, Codable {
  /// The time of a frame, which is compared with the screen's frame budget.
  case frameTime
  /// The time that frames come late for each second.
  case hitchRatio
  /// The number of times that the system's watchdog ended the app.
  case watchdogTermination
  /// The app's memory footprint, which speaks for a strategy beside the headlines.
  case footprint
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

/// One trial's answer for one metric: a number, or the reason why there is none.
///
/// A number that could not be taken is never 0 and never left out.
public enum MetricValue: Hashable, Sendable {
  case number(Double)
  case notAvailable(reason: String)

  /// The number, or `nil` where none could be taken.
  public var number: Double? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The reason why there is no number, or `nil` where there is one.
  public var reason: String? {
    if case .notAvailable(let reason) = self { reason } else { nil }
  }
}

extension MetricValue: Codable {
  private enum CodingKeys: String, CodingKey {
    case value
    case notAvailable = "not-available"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let reason = try container.decodeIfPresent(String.self, forKey: .notAvailable) {
      self = .notAvailable(reason: reason)
    } else {
      self = .number(try container.decode(Double.self, forKey: .value))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .number(let value): try container.encode(value, forKey: .value)
    case .notAvailable(let reason): try container.encode(reason, forKey: .notAvailable)
    }
  }
}

extension MetricValue {
  /// The number, or why there is none.
  public init(_ number: Double?, orWhy reason: String) {
    self = number.map { .number($0) } ?? .notAvailable(reason: reason)
  }

  /// A part of a whole as a fraction, or why there is none: of nothing there is no part.
  public init(_ part: Int, of whole: Int, orWhy reason: String) {
    self.init(whole == 0 ? nil : Double(part) / Double(whole), orWhy: reason)
  }
}

/// A metric's name and its value.
public struct NamedValue: Hashable, Sendable, Codable {
  /// The metric's name.
  public let name: String
  /// The number, or why there is none.
  public let value: MetricValue

  public init(_ name: String, _ value: MetricValue) {
    self.name = name
    self.value = value
  }

  public init(_ metric: Metric, _ number: Double) {
    self.init(metric.name, .number(number))
  }

  /// A number, or `nil` where no frame was replayed that could give one.
  public init(_ metric: Metric, _ number: Double?) {
    self.init(metric, number, orWhy: "no frame was replayed")
  }

  /// A number, or why there is none.
  public init(_ metric: Metric, _ number: Double?, orWhy reason: String) {
    self.init(metric.name, number.map { .number($0) } ?? .notAvailable(reason: reason))
  }

  /// A part of a whole, or why there is none: of nothing there is no part.
  package init(_ metric: Metric, share part: Int, of whole: Int, orWhy reason: String) {
    self.init(metric, whole == 0 ? nil : Double(part) / Double(whole), orWhy: reason)
  }

  public init(_ metric: Metric, _ count: Int) {
    self.init(metric.name, .number(Double(count)))
  }
}

extension Array where Element == Metric {
  /// The metric of a name, out of these and those of every trial.
  ///
  /// - Precondition: there is one. The names are those of a family's own source.
  package subscript(name: String) -> Metric {
    guard let metric = (Metric.ofEveryTrial + self).first(where: { $0.name == name }) else {
      preconditionFailure("there is no metric '\(name)'; is it misspelt?")
    }
    return metric
  }

  /// The metrics of some names, in their order, out of these and those of every trial.
  ///
  /// - Precondition: there is one of each name.
  package func named(_ names: String...) -> [Metric] { names.map { self[$0] } }
}
