import Support

/// The origin of a number; a report never mixes the three kinds.
public enum MetricKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// Work of a strategy that is the same on every run of the same case, and the same with every
  /// platform profile.
  case counted
  /// Values of the clock and the operating system of this machine.
  case measured
  /// Values that are the same on every run, and others with another platform profile: predicted
  /// times, and operations that they decide about.
  case modelled

  /// Indicates whether two trials of one case must agree to the bit.
  public var isDeterministic: Bool { self != .measured }
}

/// The unit of a metric's values.
public enum MetricUnit: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nanoseconds.
  case nanoseconds = "ns"
  /// Bytes.
  case bytes = "bytes"
  /// A number of things or events.
  case count = "count"
  /// A fraction between 0 and 1.
  case fraction = "fraction"
  /// Plain ratios, such as drawn pixels for each pixel of the screen.
  case ratio = "ratio"
  /// Lost time per second, such as XCTest's hitch time ratio.
  case millisecondsPerSecond = "ms/s"
  /// Distances on screen.
  case points = "pt"
  /// Distances on the earth.
  case meters = "m"
}

/// The direction of change that is an improvement.
public enum Polarity: String, Hashable, Sendable, Codable {
  /// A lower value is an improvement.
  case lowerIsBetter = "lower"
  /// A higher value is an improvement.
  case higherIsBetter = "higher"
  /// Neither direction is an improvement.
  case neutral
}

/// A named quantity that a trial returns: its name, unit, kind and polarity.
public struct Metric: Hashable, Sendable, Codable {
  /// The name in reports, thresholds and files: lower case words joined by hyphens.
  public let name: String
  /// The unit of its values.
  public let unit: MetricUnit
  /// The origin of its values.
  public let kind: MetricKind
  /// The direction of change that is an improvement.
  public let polarity: Polarity
  /// A description of the number in one sentence, for the reader of a report.
  public let summary: String
  /// The meaning of the number for reports and verdicts; `nil` for most metrics.
  public let role: MetricRole?
  /// The meaning of a value for a person with the app, as a clause with `{}` in the place of the
  /// number. It follows a title and a colon, or stands alone: `longest freeze: the map freezes for
  /// {}`; `nil` for what only an engineer sees.
  public let effect: String?

  /// Creates a metric.
  public init(
    _ name: String, _ unit: MetricUnit, _ kind: MetricKind, _ polarity: Polarity,
    _ summary: String, role: MetricRole? = nil, effect: String? = nil
  ) {
    self.name = name
    self.unit = unit
    self.kind = kind
    self.polarity = polarity
    self.summary = summary
    self.role = role
    self.effect = effect
  }
}

/// A meaning of a metric that reports and verdicts use, independent of its name.
public enum MetricRole: String, Hashable, Sendable, Codable {
  /// The time of a frame, which is compared with the screen's frame budget.
  case frameTime
  /// The time per second by which frames are late.
  case hitchRatio
  /// The number of times that the system's watchdog ended the app.
  case watchdogTermination
  /// The number of times that an exception ended the app.
  case crash
  /// The app's memory footprint, which reports show with the headlines.
  case footprint
  /// The fraction of the data that a replay looked at.
  case dataSeen
  /// The number of selections by the user, which shares of selections rest on.
  case selections
}

/// A change for the worse that is not a regression: up to a fraction of the base's value or up to
/// an amount, the larger of the two.
public struct Allowance: Hashable, Sendable {
  /// The fraction of the base's value: 0.01 is 1 %.
  public let share: Double
  /// The amount in the metric's own unit.
  public let amount: Double

  /// Creates an allowance.
  public init(share: Double, amount: Double = 0) {
    self.share = share
    self.amount = amount
  }

  /// No allowance: each change for the worse is a regression.
  public static let none = Allowance(share: 0)

  /// Returns the largest change from a base that passes, in its unit.
  public func change(from base: Double) -> Double { max(share * abs(base), amount) }
}

extension Metric {
  /// The change for the worse that passes if no tolerance is given for the metric.
  ///
  /// - Operations: none. One more operation is a regression.
  /// - Allocations: up to 0.1 % of the base, and at most 10: a captured variable is one more. What
  ///   grows with pins or frames is more.
  /// - Counted bytes, and those that the allocator has counted: up to 0.1 % or 1 KB. One more stored
  ///   property adds some bytes to megabytes.
  /// - Modelled times: up to 1 %, 10 µs, or 0.1 ms per second, which people do not notice.
  ///
  /// - Parameter base: the base's value; 0 where it is not known.
  public func allowance(from base: Double = 0) -> Allowance {
    switch (kind, unit) {
    case _ where name == Metric.allocations.name && kind != .measured:
      Allowance(share: 0, amount: min(10, (0.001 * base).rounded(.down)))
    case (.counted, .bytes): Self.bytesAllowance
    case (.modelled, .bytes) where name == Metric.bytesAllocated.name: Self.bytesAllowance
    case (.modelled, .nanoseconds): Allowance(share: 0.01, amount: 10_000)
    case (.modelled, .millisecondsPerSecond): Allowance(share: 0.01, amount: 0.1)
    default: .none
    }
  }

  private static let bytesAllowance = Allowance(share: 0.001, amount: 1_000)
}

/// The value of one metric in one trial: a number, or the reason why there is none.
///
/// A number that is not available is never 0 and never left out.
public enum MetricValue: Hashable, Sendable {
  /// A number.
  case number(Double)
  /// No number, for a reason.
  case notAvailable(reason: String)

  /// The number; `nil` if it is not available.
  public var number: Double? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The reason why there is no number; `nil` if there is one.
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
  /// Creates a value from a number, or from a reason if there is none.
  public init(_ number: Double?, orWhy reason: String) {
    self = number.map { .number($0) } ?? .notAvailable(reason: reason)
  }

  /// Creates the fraction of a part in a whole, or a reason if the whole is 0.
  public init(_ part: Int, of whole: Int, orWhy reason: String) {
    self.init(whole == 0 ? nil : Double(part) / Double(whole), orWhy: reason)
  }
}

/// A metric's name and its value.
public struct NamedValue: Hashable, Sendable, Codable {
  /// The metric's name.
  public let name: String
  /// The number, or the reason why there is none.
  public let value: MetricValue

  /// Creates a named value.
  public init(_ name: String, _ value: MetricValue) {
    self.name = name
    self.value = value
  }

  /// Creates the value of a metric from a number.
  public init(_ metric: Metric, _ number: Double) {
    self.init(metric.name, .number(number))
  }

  /// Creates the value of a metric from a number; `nil` means that no frame was replayed.
  public init(_ metric: Metric, _ number: Double?) {
    self.init(metric, number, orWhy: "no frame was replayed")
  }

  /// Creates the value of a metric from a number, or from a reason if there is none.
  public init(_ metric: Metric, _ number: Double?, orWhy reason: String) {
    self.init(metric.name, number.map { .number($0) } ?? .notAvailable(reason: reason))
  }

  /// Creates the value of a metric from a count.
  public init(_ metric: Metric, _ count: Int) {
    self.init(metric.name, .number(Double(count)))
  }
}

extension Array where Element == Metric {
  /// Returns the metric of a name that is in a value of a file.
  package func metric(
    _ name: some StringProtocol, in value: YAMLValue
  ) throws(InputError) -> Metric {
    guard let metric = first(where: { $0.name == name }) else {
      throw value.unknownName(String(name), what: "metric", known: map(\.name))
    }
    return metric
  }

  /// The metric of a name.
  ///
  /// - Precondition: there is one. The names are those of a family's own source.
  package subscript(name: String) -> Metric {
    guard let metric = first(where: { $0.name == name }) else {
      preconditionFailure("there is no metric '\(name)'; is it misspelt?")
    }
    return metric
  }

  /// The metrics of some names, in their order.
  ///
  /// - Precondition: there is one of each name.
  package func named(_ names: String...) -> [Metric] { names.map { self[$0] } }
}

extension Metric {
  // The result of `mappressure validate-model` for the profile iphone-simulator; a test checks it.
  /// The factor by which a modelled hitch ratio is too high or too low, in the geometric mean over
  /// figures that set no parameter.
  package static let hitchError = 1.530
  /// The same of a modelled footprint.
  package static let memoryError = 1.417
  /// The same of a modelled time, over one figure: the worst frame of a zoom.
  package static let timeError = 1.797

  /// The factor by which the metric may be too high or too low; `nil` for a number that predicts no
  /// memory and no time.
  package var modelError: Double? {
    guard kind == .modelled else { return nil }
    return switch unit {
    case .bytes: Self.memoryError
    case .nanoseconds: Self.timeError
    case .millisecondsPerSecond: Self.hitchError
    default: nil
    }
  }
}
