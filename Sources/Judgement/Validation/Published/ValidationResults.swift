import Foundation
import Reporting
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
  /// The hitch ratio of the map itself in milliseconds for each second, without any annotation.
  package let hitchFloor: Double
  package let rows: [ValidationRowResult]

  /// The errors of the rows that were measured on the device of this set.
  package var ownDeviceErrors: ErrorSummary {
    ErrorSummary(rows.filter { $0.measuredOn == name })
  }
  /// The constant with the least error over the hitch ratios for fitting: their median.
  package var hitchConstant: Double? {
    let values = hitchRatios.filter { $0.use == .fit }.compactMap(\.measured).sorted()
    guard !values.isEmpty else { return nil }
    return (values[values.count / 2] + values[(values.count - 1) / 2]) / 2
  }
  /// The error over the rows that count; `nil` without one.
  package var modelError: ModelError? {
    let hitches = hitchErrors(of: .counts)
    guard let factor = ownDeviceErrors.geometricMean, let model = hitches.model,
      let constant = hitches.constant
    else { return nil }
    return ModelError(
      figures: ownDeviceErrors.count, factor: factor, hitches: model, hitchesOfConstant: constant)
  }

  private var hitchRatios: [ValidationRowResult] {
    rows.filter { $0.measuredOn == name && $0.unit == .millisecondsPerSecond }
  }

  /// The errors of the hitch ratios for one use, except those that set a parameter.
  package func hitchErrors(of use: ValidationRow.Use) -> HitchErrors {
    let rows = hitchRatios.filter { $0.use == use && $0.isComparable }
    func error(ofAlways value: Double?) -> Double? {
      guard let value else { return nil }
      return ErrorSummary.geometricMean(
        rows.compactMap(\.measured).compactMap {
          ValidationRowResult.errorFactor(modelled: value, measured: $0)
        })
    }
    return HitchErrors(
      count: rows.count, model: ErrorSummary.geometricMean(rows.compactMap(\.errorFactor)),
      floor: error(ofAlways: hitchFloor), constant: error(ofAlways: hitchConstant))
  }
  /// The errors of all rows, whatever device they were measured on.
  package var allErrors: ErrorSummary { ErrorSummary(rows) }
}

/// The errors of hitch ratios, beside those of two predictions that know nothing of annotations.
package struct HitchErrors: Hashable, Sendable, Encodable {
  /// The number of hitch ratios.
  package let count: Int
  /// The geometric mean of the model's factors; `nil` without a row.
  package let model: Double?
  /// The same where the prediction is always the map's own floor.
  package let floor: Double?
  /// The same where it is always the constant.
  package let constant: Double?
}

/// One published figure beside the model's.
package struct ValidationRowResult: Hashable, Sendable, Encodable {
  package let benchmark: String
  package let label: String
  /// The profile of the device on which it was measured.
  package let measuredOn: String
  package let unit: MetricUnit
  /// The published figure; `nil` if the model has no counterpart, or if it is only an upper bound.
  package let measured: Double?
  package let low: Double?
  package let high: Double?
  package let figure: String
  package let firmness: ValidationRow.Firmness
  package let modelled: MetricValue
  /// The part of the model that the row checks.
  package let checks: ValidationRow.Part
  /// What the figure is for.
  package let use: ValidationRow.Use
  /// The parameters of the set that were set from this figure.
  package let fitted: [String]

  /// The larger of the two values divided by the smaller; `nil` if there are not two.
  package var errorFactor: Double? {
    guard let measured, let modelled = modelled.number else { return nil }
    return Self.errorFactor(modelled: modelled, measured: measured)
  }

  /// Indicates whether the row tells how wrong the model is: it has a ratio, set no parameter of the
  /// set, and is no count of what happened in the rebuilt benchmark.
  package var isComparable: Bool {
    errorFactor != nil && fitted.isEmpty && checks != .rebuilding
  }
  /// Indicates whether the row counts in the error of the model.
  package var isCounted: Bool { isComparable && use == .counts }
  /// Indicates whether the figure is only an upper bound.
  package var isBound: Bool { measured == nil && high != nil }

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
  /// The rows of one use.
  package let count: Int
  /// The geometric mean of their factors; `nil` without a row.
  package let geometricMean: Double?
  /// The row with the largest factor.
  package let worst: ValidationRowResult?
  /// The rows whose measurement has a spread, and those of them that the model meets.
  package let withSpread: Int
  package let withinSpread: Int

  package init(_ rows: [ValidationRowResult], of use: ValidationRow.Use = .counts) {
    let counted = rows.filter { $0.isComparable && $0.use == use }
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
