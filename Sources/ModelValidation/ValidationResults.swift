import Foundation
import ScenarioModel

/// What the model predicts for published benchmarks, and what was measured.
package struct ValidationResults: Hashable, Sendable {
  /// A benchmark as its file describes it.
  package struct Benchmark: Hashable, Sendable, Encodable {
    package let name: String
    package let title: String
    package let measuredOn: String
    package let source: String
    package let assumptions: String

    init(_ benchmark: PublishedBenchmark) {
      name = benchmark.name
      title = benchmark.title
      measuredOn = benchmark.measuredOn
      source = benchmark.source
      assumptions = benchmark.assumptions
    }
  }

  package let benchmarks: [Benchmark]
  package let sets: [ParameterSetResults]

  /// Each row under the parameter set of the device on which it was measured.
  package var ownDeviceErrors: ErrorSummary {
    ErrorSummary(sets.flatMap { set in set.rows.filter { $0.measuredOn == set.name } })
  }
}

/// The predictions with one parameter set.
package struct ParameterSetResults: Hashable, Sendable {
  /// The name of the profile.
  package let name: String
  package let title: String
  package let rows: [ValidationRowResult]

  /// The errors of the rows that were measured on the device of this set.
  package var ownDeviceErrors: ErrorSummary {
    ErrorSummary(rows.filter { $0.measuredOn == name })
  }
  /// The errors of all rows, whatever device they were measured on.
  package var allErrors: ErrorSummary { ErrorSummary(rows) }
}

/// One published figure beside the model's.
package struct ValidationRowResult: Hashable, Sendable, Encodable {
  package let benchmark: String
  package let label: String
  /// The profile of the device on which it was measured.
  package let measuredOn: String
  package let unit: MetricUnit
  /// The published figure; `nil` if the model has no counterpart.
  package let measured: Double?
  package let low: Double?
  package let high: Double?
  package let figure: String
  package let firmness: ValidationRow.Firmness
  package let modelled: MetricValue
  /// The part of the model that the row checks.
  package let checks: ValidationRow.Part
  /// The parameters of the set that were set from this figure.
  package let fitted: [String]

  init(
    benchmark: String, row: ValidationRow, measuredOn: String, modelled: MetricValue,
    fitted: [String]
  ) {
    self.benchmark = benchmark
    label = row.label
    self.measuredOn = measuredOn
    unit = row.unit
    measured = row.measured
    low = row.low
    high = row.high
    figure = row.figure
    firmness = row.firmness
    self.modelled = modelled
    checks = row.part
    self.fitted = fitted
  }

  /// The larger of the two values divided by the smaller; `nil` if there are not two.
  package var errorFactor: Double? {
    guard let measured, let modelled = modelled.number else { return nil }
    return Self.errorFactor(modelled: modelled, measured: measured)
  }

  /// Indicates whether the row counts in the error of the model: it has a ratio, set no parameter,
  /// and is no count of what happened in the rebuilt benchmark.
  package var isCounted: Bool {
    errorFactor != nil && fitted.isEmpty && checks != .rebuilding
  }

  /// Indicates whether the model's value lies in what the measurement leaves open; `nil` if that is
  /// not known.
  package var isWithinSpread: Bool? {
    guard let low, let high, let modelled = modelled.number else { return nil }
    return (low...high).contains(modelled)
  }

  /// Returns max(m/x, x/m), which is 1 for equal values; `nil` unless both are above 0.
  package static func errorFactor(modelled: Double, measured: Double) -> Double? {
    guard modelled > 0, measured > 0 else { return nil }
    return max(modelled / measured, measured / modelled)
  }
}

/// The errors of several rows.
package struct ErrorSummary: Hashable, Sendable {
  /// The rows that count.
  package let count: Int
  /// The geometric mean of their factors; `nil` without a row.
  package let geometricMean: Double?
  /// The row with the largest factor.
  package let worst: ValidationRowResult?
  /// The rows whose measurement has a spread, and those of them that the model meets.
  package let withSpread: Int
  package let withinSpread: Int

  package init(_ rows: [ValidationRowResult]) {
    let counted = rows.filter(\.isCounted)
    let factors = counted.compactMap(\.errorFactor)
    count = counted.count
    geometricMean = Self.geometricMean(factors)
    worst = counted.max { ($0.errorFactor ?? 0) < ($1.errorFactor ?? 0) }
    withSpread = counted.count { $0.isWithinSpread != nil }
    withinSpread = counted.count { $0.isWithinSpread == true }
  }

  /// Returns exp(mean(ln x)); `nil` without a factor.
  package static func geometricMean(_ factors: [Double]) -> Double? {
    guard !factors.isEmpty else { return nil }
    return exp(factors.reduce(0) { $0 + log($1) } / Double(factors.count))
  }
}
