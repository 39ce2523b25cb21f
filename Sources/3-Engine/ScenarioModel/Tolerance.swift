import Support

/// A change for the worse of a metric that a comparison does not call a regression.
///
/// It replaces the margin of the metric's own method, which is ``Metric/allowance`` for counted and
/// modelled metrics.
public struct Tolerance: Hashable, Sendable, Codable {
  /// The metric's name.
  public let metric: String
  /// A fraction of the base's value: 0.01 is 1 %. With a base of 0 there is no tolerance.
  public let share: Double

  /// Creates a tolerance of a metric; `share` is a fraction of the base's value, from 0 to 1.
  public init(metric: String, share: Double) {
    self.metric = metric
    self.share = share
  }

  /// The form of a share, for messages of errors.
  public static let expectedShare = "a percentage from 0 to 100 with %, such as 1 %"

  /// Returns the share in a text, such as `0.5 %`; `nil` if there is none.
  ///
  /// A number without `%` is refused, because 1 could mean one percent or the whole value.
  public static func share(_ text: Substring) -> Double? {
    text.contains("%") ? Quantity.parse(text, as: .fraction) : nil
  }
}

extension [Tolerance] {
  /// Returns the share of the first tolerance of a metric; `nil` where there is none.
  package func share(of metric: Metric) -> Double? {
    first { $0.metric == metric.name }?.share
  }
}

extension Tolerance {
  /// Reads the mapping `tolerances` of a scenario file: `{ bytes-allocated: 1 % }`.
  static func tolerances(
    _ value: YAMLValue?, metrics: [Metric]
  ) throws(InputError) -> [Tolerance] {
    guard let value else { return [] }
    var tolerances: [Tolerance] = []
    for entry in try value.mapping().entries {
      let tolerance: Tolerance? = try value.mistakes.part(
        or: nil, try Tolerance(entry, metrics: metrics))
      if let tolerance { tolerances.append(tolerance) }
    }
    return tolerances
  }

  private init(_ entry: YAMLMapping.Entry, metrics: [Metric]) throws(InputError) {
    guard metrics.contains(where: { $0.name == entry.key }) else {
      throw InputError(
        .unknownName(entry.key, what: "metric", known: metrics.map(\.name)), at: entry.location)
    }
    guard let share = Self.share(Substring(try entry.value.text())) else {
      throw entry.value.error(expected: Self.expectedShare)
    }
    self.init(metric: entry.key, share: share)
  }
}
