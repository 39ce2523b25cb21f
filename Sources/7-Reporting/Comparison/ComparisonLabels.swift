import Documents
import Gate
import ScenarioModel
import Support

extension ComparisonVerdict {
  /// The verdict in one line, with its counts, and with the ways in which the head asks for less
  /// than the base.
  func headline(_ results: ComparisonResults) -> String {
    let text = outcome(of: results)
    // An inconclusive one begins with them.
    guard exitCode != .inconclusive else { return text }
    return [text, results.notJudgedLabel, results.relaxationLabel, results.faultLabel]
      .compactMap(\.self).joined(separator: "; ")
  }

  private func outcome(of results: ComparisonResults) -> String {
    let findings = ComparisonFindings(results, verdict: self)
    let cases = LimitedList.counted(results.cases.count, "case")
    let (others, gatedCases) = (results.otherCases, LimitedList.counted(results.gatedCases, "case"))
    let worse = NumberFormat.grouped(tally.regressions)
    let gated = LimitedList.counted(tally.gated, "metric")
    switch exitCode {
    case .pass:
      return "PASSED: "
        + (results.sameness ?? "no regression in \(gated) of \(gatedCases)\(others)")
    case .inconclusive:
      let undecided = [
        tally.inconclusive == 0
          ? nil : "\(NumberFormat.grouped(tally.inconclusive)) of \(gated)",
        findings[.inconclusiveBase].isEmpty
          ? nil : "\(NumberFormat.grouped(findings[.inconclusiveBase].count)) of \(cases)",
      ].compactMap(\.self)
      let reasons = [
        results.relaxationLabel,
        undecided.isEmpty ? nil : "\(LimitedList.all(undecided)) could not be decided",
        results.notJudgedLabel,
      ].compactMap(\.self).joined(separator: "; ")
      let rest =
        undecided.isEmpty && tally.notJudged == 0 ? "\(gated) of \(gatedCases)" : "the others"
      return "INCONCLUSIVE: \(reasons)"
        + (results.sameness.map { "; \($0)" }
          ?? ", no regression in \(rest)\(others)")
    case .failed where tally.regressions == 0:
      return "FAILED: despite no regression in \(gated) of \(gatedCases)\(others)"
    case .failed:
      return "REGRESSION: \(worse) of \(gated) got worse, in "
        + "\(NumberFormat.grouped(findings[.worse].count)) of \(gatedCases)\(others)"
    case .caseBroken:
      let rest = tally.regressions == 0 ? "" : "; \(worse) of \(gated) got worse"
      let broken = results.cases.count { if case .broken = $0.status { true } else { false } }
      return "BROKEN: \(broken) of \(cases) did not complete in the head\(rest)"
    case .interrupted:
      return "UNFINISHED: "
        + (tally.gated == 0
          ? "nothing was judged yet"
          : "\(worse) of \(gated) got worse so far, in \(gatedCases)\(others)")
        + (findings.open.map { "; open: \($0)" } ?? "")
    case .toolError where findings.failure != nil:
      return "ERROR: \(findings.failure ?? "")"
    case .toolError:
      return "ERROR: \(findings[.broken].count) of \(cases) cannot be judged in the head"
    case .notComparable:
      return "NOT COMPARABLE: " + (findings.complaint ?? Self.lost(findings))
    }
  }

  private static func lost(_ findings: ComparisonFindings) -> String {
    let metrics = findings.metricCount(.missing)
    let cases = findings[.notComparable].count
    let parts = [
      metrics == 0 ? nil : "\(LimitedList.counted(metrics, "metric")) missing in the head",
      cases == 0 ? nil : "\(LimitedList.counted(cases, "case")) without a counterpart",
    ]
    return LimitedList.all(parts.compactMap(\.self))
  }
}

extension ComparisonVerdict.Tally {
  /// The counts that are not 0: `117 passed, 3 regressions, 2 inconclusive`.
  var label: String {
    let parts = [
      (passed, "passed"), (regressions, regressions == 1 ? "regression" : "regressions"),
      (improvements, improvements == 1 ? "improvement" : "improvements"),
      (accepted, "accepted"), (inconclusive, "inconclusive"), (missing, "missing"), (new, "new"),
      (notJudged, "not judged"), (notGated, "reported, not gated"),
    ].filter { $0.0 > 0 }.map { "\(NumberFormat.grouped($0.0)) \($0.1)" }
    return parts.isEmpty ? "no metric was compared" : parts.joined(separator: ", ")
  }
}

extension ComparisonResults {
  /// The base, the head and the kind of comparison in one line.
  var label: String { "base \(base.name), head \(head.name), \(kind.label)" }

  /// The notices besides the verdict: the faults, the relaxations, and the warnings.
  var notices: [String] { faults + relaxations.map(\.description) + warnings }

  /// The notice that both programs are the same, if they are in every case.
  fileprivate var sameness: String? {
    !cases.isEmpty && cases.allSatisfy { $0.status == .sameProgram }
      ? "the two programs are the same: nothing was replayed" : nil
  }

  /// `the times of 120 cases were not judged (not reached within the budget of 10 min)`; `nil` where
  /// all were.
  var notJudgedLabel: String? {
    let reasons = cases.compactMap { comparison in
      comparison.metrics.first { $0.outcome.section == .notJudged }?.outcome.reason
    }
    guard let reason = reasons.first else { return nil }
    let count = LimitedList.counted(reasons.count, "case")
    return "the times of \(count) were not judged (\(reason))"
  }

  /// The first relaxations, and the number of the others; `nil` where there are none.
  fileprivate var relaxationLabel: String? {
    relaxations.isEmpty
      ? nil
      : "the head relaxes the base's requirements (\(Self.list(relaxations.map(\.description))))"
  }

  /// The accepted changes that fail the comparison; `nil` where there are none.
  fileprivate var faultLabel: String? {
    faults.isEmpty
      ? nil
      : "\(LimitedList.counted(faults.count, "accepted change")) no longer valid "
        + "(\(Self.list(faults)))"
  }

  private static func list(_ texts: [String]) -> String {
    let shown = texts.prefix(2).map { PlainText.shortened(PlainText.line($0), to: 160) }
    let more = texts.count - shown.count
    return (shown + (more > 0 ? ["and \(NumberFormat.grouped(more)) more"] : []))
      .joined(separator: "; ")
  }
}

extension ComparisonResults.Kind {
  /// The kind for people.
  var label: String {
    switch self {
    case .programs: "side by side on this machine"
    case .runs: "two runs made at different times"
    case .baseline: "a run compared with a committed baseline"
    }
  }
}

extension CaseComparison.Status {
  /// The status with its reason in one line: `broken in the head: crashed: exit code 4`.
  package var summary: String { [label, reason].compactMap(\.self).joined(separator: ": ") }
}

extension MetricVerdict {
  /// The numbers behind a verdict in one line: `312 -> 10,000 (32.1 x)`,
  /// `+5.1 % [4.6, 5.7] in 64 pairs`.
  var evidence: String {
    let change = effect.map { ChangeFormat.text($0) }
    // Alternated slices give the change of a time, not its length.
    if case .pairedSequential = method, let change { return "\(change) \(basis)" }
    var text: String
    switch ChangeFormat.values(base, head, metric.unit) {
    case (let base?, let head?): text = "\(base) -> \(head)"
    case (let base?, nil): text = "\(base) in the base"
    case (nil, let head?): text = "\(head) in the head"
    case (nil, nil): return ""
    }
    if let change { text += " (\(change))" }
    return basis.isEmpty ? text : "\(text) \(basis)"
  }

  /// The severity: `4.10 x its margin`, `0.50 x a 2 % change` where any counts; `nil` from 0,
  /// and of a number that did not change.
  var severityLabel: String? {
    guard let severity, severity.isFinite else { return nil }
    let change = "a \(ChangeFormat.share(Self.severityUnit)) change"
    return "\(NumberFormat.ratio(severity)) \(allowance == .none ? change : "its margin")"
  }

  /// The severity in a sentence: `4.1 times the allowed change`; `nil` if none is allowed.
  var severityInWords: String? {
    guard allowance != .none, let severity, severity.isFinite else { return nil }
    return "\(NumberFormat.plain(severity)) times the allowed change"
  }

  /// `crosses the criterion of at most 5 ms/s`; `nil` where none is crossed.
  var crossingLabel: String? {
    crossedBound.map { bound in
      let end = metric.polarity == .lowerIsBetter ? "at most" : "at least"
      return "crosses the criterion of \(end) \(NumberFormat.text(bound, metric.unit))"
    }
  }

  /// The evidence, the reason, the crossed criterion, the severity, and the minimum detectable change
  /// where nothing was decided.
  package var summary: String {
    let text = [evidence, outcome.reason ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    guard case .inconclusive = outcome, let minimumDetectableEffect, minimumDetectableEffect > 0
    else { return [text, crossingLabel, severityLabel].compactMap(\.self).joined(separator: "; ") }
    return "\(text); min. detectable change \(ChangeFormat.share(minimumDetectableEffect))"
  }

  /// The basis of the numbers; empty where one number is compared with another.
  var basis: String {
    switch method {
    case .exact: return ""
    case .mustNotChange: return "must not change"
    case .samples(0, 0, _): return ""
    case .samples(0, let head, _): return "in \(LimitedList.counted(head, "trial"))"
    case .samples(let base, let head, _): return "in \(base) and \(head) trials"
    case .instructions(let source, _): return "by \(source)"
    case .pairedSequential(let test):
      guard test.pairs > 0 else { return "" }
      let pairs = LimitedList.counted(test.pairs, "pair")
      guard let fresh = test.confirmingPairs else { return "in \(pairs)" }
      // The numbers are those of the fresh pairs alone.
      let text = "in \(LimitedList.counted(fresh, "fresh pair"))"
      return outcome == .regression
        ? "\(text) after a suspicion in \(NumberFormat.grouped(test.pairs))" : text
    }
  }

  /// The minimum detectable change as a cell; empty where nothing was judged.
  var minimumDetectableEffectLabel: String {
    guard outcome.isJudged else { return "" }
    guard let minimumDetectableEffect else { return "not known" }
    return minimumDetectableEffect == 0 ? "any" : ChangeFormat.share(minimumDetectableEffect)
  }
}

extension MetricVerdict {
  /// The method in one line.
  var methodLabel: String {
    switch method {
    case .exact(let allowance):
      return "Single numbers are compared; " + Self.passing(allowance, metric.unit)
    case .mustNotChange:
      return "Single numbers are compared; any change is a regression."
    case .pairedSequential(let test):
      return "Slices of both programs alternate, in pairs of fresh processes; a change for "
        + "the worse of up to \(ChangeFormat.share(test.margin)) passes; the interval contains "
        + "the change with \(ChangeFormat.share(test.confidence)) confidence; fresh pairs "
        + "confirm a suspicion."
    case .samples(_, _, let margin):
      return "All trials are compared; " + Self.passing(Allowance(share: margin), metric.unit)
    case .instructions(let source, let tolerance):
      return "Executed instructions are counted by \(source); "
        + Self.passing(Allowance(share: tolerance), metric.unit)
    }
  }

  private static func passing(_ allowance: Allowance, _ unit: MetricUnit) -> String {
    guard allowance != .none else { return "any change for the worse is a regression." }
    let amount = allowance.amount > 0 ? " or \(NumberFormat.text(allowance.amount, unit))" : ""
    return "a change for the worse of up to \(ChangeFormat.share(allowance.share))\(amount) passes."
  }
}

extension MetricVerdict.PairedSequential {
  /// The replayed part of the case: `60 of 600 frames`.
  var coverage: String {
    "\(NumberFormat.grouped(frames)) of \(LimitedList.counted(framesOfCase, "frame"))"
  }
}
