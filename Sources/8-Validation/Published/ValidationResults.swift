import Foundation
import Reporting
import ScenarioModel

/// The model's predictions for published benchmarks, and the measured figures.
package struct ValidationResults: Hashable, Sendable {
  /// A benchmark as its file describes it.
  package struct Benchmark: Hashable, Sendable, Encodable {
    package let name: String
    package let title: String
    let measuredOn: String
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
  /// The error over the rows that count; `nil` without one.
  package var modelError: ModelError? {
    let hitches = errors(of: .millisecondsPerSecond, for: .counts)
    let footprints = errors(of: .bytes, for: .counts)
    guard let factor = ownDeviceErrors.geometricMean, let model = hitches.model,
      let constant = hitches.constant, let memory = footprints.model,
      let memoryOfConstant = footprints.constant
    else { return nil }
    return ModelError(
      figures: ownDeviceErrors.count, factor: factor, hitches: model, hitchesOfConstant: constant,
      memory: memory, memoryOfConstant: memoryOfConstant)
  }

  /// The errors of the numbers of a unit for one use, except those that set a parameter.
  package func errors(of unit: MetricUnit, for use: ValidationRow.Use) -> ComparedErrors {
    let own = rows.filter { $0.measuredOn == name && $0.unit == unit }
    // The constant with the least error over the rows for fitting: their median.
    let fitting = own.filter { $0.use == .fit && $0.group == nil }.compactMap(\.measured).sorted()
    let constant =
      fitting.isEmpty
      ? nil : (fitting[fitting.count / 2] + fitting[(fitting.count - 1) / 2]) / 2
    let rows = own.filter { $0.use == use && $0.isComparable }
    func error(ofAlways value: Double?) -> Double? {
      guard let value else { return nil }
      return ErrorSummary.geometricMean(
        rows.compactMap(\.measured).compactMap {
          ValidationRowResult.errorFactor(modelled: value, measured: $0)
        })
    }
    return ComparedErrors(
      count: rows.count, model: ErrorSummary.geometricMean(rows.compactMap(\.errorFactor)),
      floor: error(ofAlways: unit == .millisecondsPerSecond ? hitchFloor : nil),
      constant: error(ofAlways: constant), constantValue: constant)
  }
  /// The errors of all rows, whatever device they were measured on.
  package var allErrors: ErrorSummary { ErrorSummary(rows) }
}

/// The errors of numbers of one unit, next to those of two predictions that know nothing of
/// annotations.
package struct ComparedErrors: Hashable, Sendable, Encodable {
  /// The number of figures.
  package let count: Int
  /// The geometric mean of the model's factors; `nil` without a row.
  package let model: Double?
  /// The same where the prediction is always the map's own floor.
  package let floor: Double?
  /// The same where it is always the constant.
  package let constant: Double?
  /// The constant: the median of the figures for fitting.
  package let constantValue: Double?
}

/// One published figure next to the model's.
package struct ValidationRowResult: Hashable, Sendable, Encodable {
  package let benchmark: String
  package let label: String
  /// The profile of the device on which it was measured.
  let measuredOn: String
  package let unit: MetricUnit
  /// The published figure; `nil` if the model has no counterpart, or if it is only a bound.
  package let measured: Double?
  package let low: Double?
  package let high: Double?
  package let figure: String
  package let firmness: ValidationRow.Firmness
  package let modelled: MetricValue
  /// The part of the model that the row checks.
  package let checks: ValidationRow.Part
  /// The use of the figure.
  package let use: ValidationRow.Use
  /// The group of a figure of another project; `nil` for the project whose recordings set the costs.
  package let group: String?
  /// The parameters of the set that were set from this figure.
  package let fitted: [String]

  /// The larger of the two values divided by the smaller; `nil` if there are not two.
  package var errorFactor: Double? {
    guard let measured, let modelled = modelled.number else { return nil }
    return Self.errorFactor(modelled: modelled, measured: measured)
  }

  /// Indicates whether the row shows how wrong the model is: it has a ratio, set no parameter of
  /// the set, and is no count of what happened in the rebuilt benchmark.
  var isComparable: Bool {
    errorFactor != nil && fitted.isEmpty && checks != .rebuilding
  }
  /// Indicates whether the row counts in the error of the model.
  package var isCounted: Bool { isComparable && use == .counts }
  /// Indicates whether the figure is only a bound.
  package var isBound: Bool { bound != nil }
  /// The bound; `nil` for another figure.
  package var bound: Double? { measured == nil ? high ?? low : nil }

  /// Indicates whether the model's value lies in what the measurement leaves open; `nil` if that is
  /// not known.
  package var isWithinSpread: Bool? {
    guard let modelled = modelled.number, isBound || low != nil && high != nil else { return nil }
    return (low ?? -.infinity) <= modelled && modelled <= (high ?? .infinity)
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
  let withSpread: Int
  let withinSpread: Int

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
