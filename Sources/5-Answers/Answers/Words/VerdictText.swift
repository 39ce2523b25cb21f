import Documents
import Platform
import ScenarioModel

extension RunVerdict {
  /// The verdict on thresholds and cases; `nil` where all passed without a threshold, so that there
  /// is nothing to say but the answers.
  package var judgement: String? {
    thresholds.isEmpty && unselectedThresholds.isEmpty && exitCode == .pass ? nil : headline
  }

  /// The verdict in one line, with its counts.
  package var headline: String {
    let tally = VerdictTally(self)
    let cases = LimitedList.counted(tally.cases, "case")
    let unmeasured = "\(tally.cases - tally.measured) of \(cases)"
    let thresholds = LimitedList.counted(tally.thresholds, "threshold")
    let hold = tally.thresholds == 0 ? "no thresholds" : "\(tally.passed) of \(thresholds) hold"
    switch exitCode {
    case .pass where tally.thresholds + unselectedThresholds.count == 0:
      return "PASSED: \(cases) measured, no thresholds"
    case .pass where tally.thresholds == 0: return "NOT CHECKED: \(unchecked), \(cases) measured"
    case .pass:
      let rest = unselectedThresholds.isEmpty ? "" : ", not checked: \(unchecked)"
      return "PASSED: \(hold)\(rest), \(cases) measured"
    case .toolError where tally.cases == 0: return "ERROR: nothing was measured"
    case .toolError, .notComparable: return "ERROR: \(unmeasured) cannot be judged"
    case .failed:
      let inconclusive = tally.inconclusive == 0 ? "" : "\(tally.inconclusive) inconclusive, "
      return "FAILED: \(LimitedList.counted(tally.failed, "threshold")) failed, "
        + "\(tally.notDecided) not decided, \(inconclusive)\(tally.passed) of "
        + "\(tally.thresholds) hold"
    case .interrupted: return "INTERRUPTED: \(cases) so far"
    case .inconclusive where tally.inconclusive == 0:
      return "INCONCLUSIVE: \(seenLittle); \(hold)"
    case .inconclusive:
      return "INCONCLUSIVE: \(tally.inconclusive) of \(thresholds) are inconclusive, "
        + "\(tally.passed) hold, \(cases) measured"
    case .caseBroken: return "BROKEN: \(unmeasured) did not complete; \(hold)"
    }
  }

  /// The thresholds that the run leaves out, with the first reason.
  private var unchecked: String {
    LimitedList.counted(unselectedThresholds.count, "threshold")
      + (unselectedThresholds.first.map { " (\($0.reason))" } ?? "")
  }

  /// The cases that looked at a small part of their data, in a few words.
  private var seenLittle: String {
    let little = cases.filter(\.hasSeenLittle)
    let least = little.compactMap(\.seen).min() ?? 0
    return "in \(LimitedList.counted(little.count, "case")), the camera saw little of the data "
      + "(minimum: \(NumberFormat.percent(least)))"
  }
}

/// The numbers of a run's verdicts by outcome.
package struct VerdictTally {
  package let cases, measured, thresholds, passed, failed: Int
  /// Thresholds with a value that may be on either side of its bound.
  package let inconclusive: Int

  package var notDecided: Int { thresholds - passed - failed - inconclusive }

  package init(_ verdict: RunVerdict) {
    let outcomes = verdict.thresholds.map(\.outcome)
    cases = verdict.cases.count
    measured = verdict.cases.count { $0.outcome == .measured }
    thresholds = outcomes.count
    passed = outcomes.count { $0 == .passed }
    failed = outcomes.count { $0 == .failed }
    inconclusive = outcomes.count { if case .inconclusive = $0 { true } else { false } }
  }
}

extension ThresholdVerdict {
  /// The value for people.
  ///
  /// - Parameter metrics: the scenario's metrics, for their units.
  package func valueLabel(metrics: [Metric]) -> String {
    if let growth { return GrowthText.text(growth) }
    return value.map { NumberFormat.text($0, unit(metrics)) } ?? "not available"
  }

  /// The bound for people.
  package func boundLabel(metrics: [Metric]) -> String {
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
  /// The outcome and the basis for people: `confirmed, shown by work`.
  package var label: String { Self.label(outcome.rawValue, basis) }

  /// The verdict in one line: the reasons, or the numbers with the bounds of the test.
  ///
  /// - Parameter metrics: the scenario's metrics, for their units.
  package func summary(metrics: [Metric]) -> String {
    guard let subject = claim.subject(metrics: metrics), let value = valueLabel(metrics: metrics)
    else { return basis.reason ?? "" }
    let reason = basis.reason.map { "; \($0)" } ?? ""
    return "\(subject); found: \(value)\(reason)\(dependence)"
  }

  /// The deciding number for people; `nil` if there is none.
  ///
  /// - Parameter metrics: the scenario's metrics, for their units.
  package func valueLabel(metrics: [Metric]) -> String? {
    let unit = claim.test.map { claim.nature(of: $0.metric, metrics).unit } ?? .count
    switch numbers {
    case .none: return nil
    case .value(let value): return NumberFormat.text(value, unit)
    case .ratio(let of, let to):
      let pair = "\(NumberFormat.text(of, unit)) to \(NumberFormat.text(to, unit))"
      return to == 0 ? pair : "\(NumberFormat.ratio(of / to)) (\(pair))"
    case .growth(let sizes, let values, let exponent):
      let points = zip(sizes, values).map { size, value in
        "\(NumberFormat.text(value, unit)) at \(NumberFormat.grouped(size))"
      }
      return "\(NumberFormat.plain(exponent)) (\(points.joined(separator: ", ")))"
    }
  }

  /// The parameters behind a verdict, as the end of a sentence.
  package var dependence: String {
    guard case .parameters(let parameters) = basis else { return "" }
    let open =
      modelError.map {
        "; open, because the model is wrong by \(NumberFormat.ratio($0)) on average"
      } ?? ""
    let names = parameters.map { parameter in
      let plain: [ProfileParameter.Unit] = [.count, .fraction, .ratio, .choice]
      let unit = plain.contains(parameter.unit) ? "" : " \(parameter.unit.rawValue)"
      return "\(parameter.name.rawValue) = \(NumberFormat.plain(parameter.value))\(unit) "
        + "(\(parameter.confidence.rawValue))"
    }
    return open + (names.isEmpty ? "" : "; depends on \(LimitedList.all(names))")
  }

  package static func label(_ outcome: String, _ basis: Basis) -> String {
    switch basis {
    case .documentation, .construction, .none: basis.label
    case .work, .parameters: "\(outcome), \(basis.label)"
    }
  }
}

extension ClaimVerdict.Basis {
  /// The basis for people.
  package var label: String {
    if case .none = self { return "cannot be tested here" }
    return identifier.replacing("-", with: " ")
  }
}

extension ClaimSummary {
  /// The outcome and the basis for people: `confirmed, shown by work`.
  package var label: String {
    ClaimVerdict.label(outcome == .mixed ? "confirmed in part" : outcome.rawValue, basis)
  }
}

extension Claim {
  /// The tested quantity and the range that confirms the claim; `nil` if there is no test.
  ///
  /// - Parameter metrics: the scenario's metrics, for their units.
  package func subject(metrics: [Metric]) -> String? {
    switch test {
    case nil: return nil
    case .range(let name, let strategy, let low, let high):
      let (unit, kind) = nature(of: name, metrics)
      return "\(name)\(kind) of \(strategy) must be "
        + Self.range(low, high) { NumberFormat.text($0, unit) }
    case .ratio(let name, let strategy, let other, let low, let high):
      let (_, kind) = nature(of: name, metrics)
      return "\(name)\(kind) of \(strategy) compared with \(other) must be "
        + Self.range(low, high, NumberFormat.ratio)
    case .growth(let name, let strategy, let low, let high):
      let (_, kind) = nature(of: name, metrics)
      return "\(name)\(kind) of \(strategy) must grow as the size to the power of "
        + Self.range(low, high, NumberFormat.plain)
    }
  }

  /// The source of the claim, with the particulars of its test, for people.
  package var origin: String {
    [source.label, note].compactMap(\.self).joined(separator: "; here: ")
  }

  /// A metric's unit, and its kind in brackets: what is modelled rests on a profile,
  /// assumptions included.
  fileprivate func nature(
    of name: String, _ metrics: [Metric]
  ) -> (unit: MetricUnit, kind: String) {
    guard let metric = metrics.first(where: { $0.name == name }) else { return (.count, "") }
    return (metric.unit, " (\(metric.kind.rawValue))")
  }

  /// A range whose ends may be open.
  private static func range(_ low: Double, _ high: Double, _ text: (Double) -> String) -> String {
    let hasLow = low > -.greatestFiniteMagnitude
    let hasHigh = high < .greatestFiniteMagnitude
    switch (hasLow, hasHigh) {
    case (true, true): return low == high ? text(low) : "\(text(low)) to \(text(high))"
    case (true, false): return "at least \(text(low))"
    case (false, true): return "at most \(text(high))"
    case (false, false): return "any number"
    }
  }
}

extension ClaimSummary.Outcome {
  /// The outcome for people.
  var label: String {
    switch self {
    case .mixed: "confirmed in part"
    case .undecided: "not decided"
    case .confirmed, .refuted, .open: rawValue
    }
  }
}

extension ClaimSummary {
  /// The numbers of claims by what came of them: `66 confirmed, 38 refuted, 4 confirmed in part, 9 open,
  /// 12 not decided`.
  package static func tally(_ summaries: [ClaimSummary]) -> String {
    Outcome.allCases.map { outcome in
      "\(summaries.count { $0.outcome == outcome }) \(outcome.label)"
    }.joined(separator: ", ")
  }
}
