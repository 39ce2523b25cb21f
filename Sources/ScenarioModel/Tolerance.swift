import YAMLReading

/// How much worse a metric may get before a comparison calls it a regression.
///
/// It stands in place of the margin of the metric's own method: none for what is counted or
/// modelled.
public struct Tolerance: Hashable, Sendable, Codable {
  /// The metric's name.
  public let metric: String
  /// A share of the base's value: 0.01 is 1 %. Of a base of 0 every share is 0.
  public let share: Double

  /// A tolerance of a metric; `share` is a share of the base's value, from 0 to 1.
  public init(metric: String, share: Double) {
    self.metric = metric
    self.share = share
  }

  /// What a share must be written as.
  public static let expectedShare = "a share from 0 to 100 with %, such as 1 %"

  /// The share that a text says, such as `0.5 %`; `nil` where it says none.
  ///
  /// A number without `%` says none: nobody could tell whether 1 means one percent or all of it.
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
      guard metrics.contains(where: { $0.name == entry.key }) else {
        throw InputError(
          .unknownName(entry.key, what: "metric", known: metrics.map(\.name)), at: entry.location)
      }
      guard let share = share(Substring(try entry.value.text())) else {
        throw entry.value.error(expected: expectedShare)
      }
      tolerances.append(Tolerance(metric: entry.key, share: share))
    }
    return tolerances
  }
}
