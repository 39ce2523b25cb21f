import Measurement
import ScenarioModel
import Verdicts

extension RunVerdict {
  /// The verdict in one line, with its counts.
  var headline: String {
    let tally = VerdictTally(self)
    let unmeasured = tally.cases - tally.measured
    switch exitCode {
    case .pass where tally.thresholds == 0:
      return "PASSED: \(LimitedList.counted(tally.cases, "case")) measured, no thresholds"
    case .pass:
      return
        "PASSED: \(tally.passed) of \(LimitedList.counted(tally.thresholds, "threshold")) hold, "
        + "\(LimitedList.counted(tally.cases, "case")) measured"
    case .toolError where tally.cases == 0:
      return "ERROR: nothing was measured"
    case .toolError, .notComparable:
      return "ERROR: \(unmeasured) of \(LimitedList.counted(tally.cases, "case")) cannot be judged"
    case .failed:
      let inconclusive = tally.inconclusive == 0 ? "" : "\(tally.inconclusive) inconclusive, "
      return "FAILED: \(LimitedList.counted(tally.failed, "threshold")) failed, "
        + "\(tally.notDecided) not decided, \(inconclusive)\(tally.passed) of "
        + "\(tally.thresholds) hold"
    case .interrupted:
      return "INTERRUPTED: \(LimitedList.counted(tally.cases, "case")) so far"
    case .inconclusive:
      return "INCONCLUSIVE: \(tally.inconclusive) of "
        + "\(LimitedList.counted(tally.thresholds, "threshold")) are inconclusive, "
        + "\(tally.passed) hold, \(LimitedList.counted(tally.cases, "case")) measured"
    case .caseBroken:
      return
        "BROKEN: \(unmeasured) of \(LimitedList.counted(tally.cases, "case")) did not complete; "
        + "\(tally.passed) of \(LimitedList.counted(tally.thresholds, "threshold")) hold"
    }
  }
}

/// The numbers of a run's verdicts by outcome.
struct VerdictTally {
  let cases: Int
  let measured: Int
  let thresholds: Int
  let passed: Int
  let failed: Int
  /// Thresholds with a value that may be on either side of its bound.
  let inconclusive: Int
  let notDecided: Int
  /// Thresholds that the selection of the run left out.
  let unselected: Int

  init(_ verdict: RunVerdict) {
    let outcomes = verdict.thresholds.map(\.outcome)
    cases = verdict.cases.count
    measured = verdict.cases.count { $0.outcome == .measured }
    thresholds = outcomes.count
    passed = outcomes.count { $0 == .passed }
    failed = outcomes.count { $0 == .failed }
    inconclusive = outcomes.count { if case .inconclusive = $0 { true } else { false } }
    notDecided = thresholds - passed - failed - inconclusive
    unselected = verdict.scenarios.reduce(0) { $0 + $1.unselectedThresholds.count }
  }
}

extension ThresholdVerdict {
  /// The value for people.
  ///
  /// - Parameter metrics: the scenario's metrics, for their units.
  func valueLabel(metrics: [Metric]) -> String {
    if let growth { return GrowthText.text(growth) }
    return value.map { NumberFormat.text($0, unit(metrics)) } ?? "not available"
  }

  /// The bound for people.
  func boundLabel(metrics: [Metric]) -> String {
    guard let bound else { return "not available" }
    switch threshold.subject {
    case .growth: return GrowthText.power(bound)
    case .median: return NumberFormat.text(bound, unit(metrics))
    }
  }

  private func unit(_ metrics: [Metric]) -> MetricUnit {
    metrics.first { $0.name == threshold.metric }?.unit ?? .count
  }
}

extension ClaimVerdict {
  /// The reasons of the verdict in one line, with the numbers.
  ///
  /// - Parameter metrics: the scenario's metrics, for their units.
  func summary(metrics: [Metric]) -> String {
    switch outcome {
    case .contradicted(let why), .notTestable(let why): return why
    case .reproduced, .notReproduced: break
    }
    switch (claim.test, numbers) {
    case (.range(let name, let strategy, let low, let high), .value(let value)):
      let (unit, kind) = Self.nature(of: name, metrics)
      return "\(name)\(kind) of \(strategy) is \(NumberFormat.text(value, unit)); claimed: "
        + Self.range(low, high) { NumberFormat.text($0, unit) }
    case (.ratio(let name, let strategy, let other, let low, let high), .ratio(let of, let to)):
      let (unit, kind) = Self.nature(of: name, metrics)
      return "\(name)\(kind) of \(strategy) is \(NumberFormat.text(of, unit)), "
        + "\(NumberFormat.ratio(of / to)) the \(NumberFormat.text(to, unit)) of \(other); "
        + "claimed: " + Self.range(low, high, NumberFormat.ratio)
    case (.growth(let name, let strategy, let low, let high), .growth(let sizes, let values, let e)):
      let (unit, kind) = Self.nature(of: name, metrics)
      let points = zip(sizes, values).map { size, value in
        "\(NumberFormat.text(value, unit)) at \(NumberFormat.grouped(size))"
      }
      return
        "\(name)\(kind) of \(strategy) grows with the power \(NumberFormat.plain(e)) of the size: "
        + points.joined(separator: ", ") + "; claimed: "
        + Self.range(low, high, NumberFormat.plain)
    default:
      return ""
    }
  }

  /// A metric's unit, and its kind in brackets: what is modelled rests on a profile,
  /// assumptions included.
  private static func nature(of name: String, _ metrics: [Metric]) -> (MetricUnit, String) {
    guard let metric = metrics.first(where: { $0.name == name }) else { return (.count, "") }
    return (metric.unit, " (\(metric.kind.rawValue))")
  }

  /// A range whose ends may be open.
  private static func range(
    _ low: Double, _ high: Double, _ text: (Double) -> String
  ) -> String {
    let hasLow = low > -.greatestFiniteMagnitude
    let hasHigh = high < .greatestFiniteMagnitude
    switch (hasLow, hasHigh) {
    case (true, true): return "\(text(low)) to \(text(high))"
    case (true, false): return "at least \(text(low))"
    case (false, true): return "at most \(text(high))"
    case (false, false): return "any number"
    }
  }
}
