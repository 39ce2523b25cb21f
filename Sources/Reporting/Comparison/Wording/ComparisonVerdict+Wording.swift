import Measurement
import Verdicts

// What verdicts of comparisons are called, in every output.

extension ComparisonVerdict {
  /// The verdict in one sentence, with what it rests on.
  func headline(_ results: ComparisonResults) -> String {
    let findings = ComparisonFindings(results, verdict: self)
    let cases = WordList.counted(results.cases.count, "case")
    let worse = NumberFormat.grouped(tally.regressions)
    let gated = WordList.counted(tally.gated, "metric")
    switch exitCode {
    case .pass:
      return "PASSED: no regression in \(gated) of \(cases)"
    case .inconclusive:
      return
        "INCONCLUSIVE: \(NumberFormat.grouped(tally.inconclusive)) of \(gated) could not be decided, "
        + "no regression in the others"
    case .failed:
      return "REGRESSION: \(worse) of \(gated) got worse, in "
        + "\(findings.regressions.count) of \(cases)"
    case .caseBroken:
      let rest = tally.regressions == 0 ? "" : "; \(worse) of \(gated) got worse"
      let broken = results.cases.count { if case .broken = $0.status { true } else { false } }
      return "BROKEN: \(broken) of \(cases) did not complete in the head\(rest)"
    case .toolError:
      return "ERROR: \(findings.faultyCases.count) of \(cases) cannot be judged in the head"
    case .notComparable:
      return "NOT COMPARABLE: " + (findings.complaint ?? Self.lost(findings))
    }
  }

  private static func lost(_ findings: ComparisonFindings) -> String {
    let metrics = ComparisonFindings.CaseMetrics.count(findings.missing)
    let cases = findings.unmatchedCases.count
    let parts = [
      metrics == 0 ? nil : "\(WordList.counted(metrics, "metric")) missing in the head",
      cases == 0 ? nil : "\(WordList.counted(cases, "case")) without a counterpart",
    ]
    return WordList.and(parts.compactMap(\.self))
  }
}

extension ComparisonVerdict.Tally {
  /// The counts that are not 0: `117 passed, 3 regressions, 2 inconclusive`.
  var text: String {
    let parts = [
      passed > 0 ? "\(NumberFormat.grouped(passed)) passed" : nil,
      regressions > 0 ? WordList.counted(regressions, "regression") : nil,
      improvements > 0 ? WordList.counted(improvements, "improvement") : nil,
      inconclusive > 0 ? "\(NumberFormat.grouped(inconclusive)) inconclusive" : nil,
      missing > 0 ? "\(NumberFormat.grouped(missing)) missing" : nil,
      new > 0 ? "\(NumberFormat.grouped(new)) new" : nil,
      notGated > 0 ? "\(NumberFormat.grouped(notGated)) told and not gated" : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? "no metric was compared" : parts.joined(separator: ", ")
  }
}

extension ExitStatus {
  /// What it says of a comparison, as one word for files.
  var comparisonWord: String {
    switch self {
    case .pass: "passed"
    case .toolError: "error"
    case .failed: "regression"
    case .caseBroken: "broken"
    case .notComparable: "not-comparable"
    case .inconclusive: "inconclusive"
    }
  }
}

extension ComparisonResults {
  /// What was compared with what, as plain text.
  var sides: String { "base \(base.name), head \(head.name), \(kind.words)" }
}

extension ComparisonResults.Kind {
  /// How the two sides met.
  var words: String {
    switch self {
    case .programs: "side by side on this machine"
    case .runs: "two runs, each of its own time"
    case .baseline: "a run against a committed file"
    }
  }
}

extension CaseComparison.Status {
  /// The status as one word, for files.
  var word: String {
    switch self {
    case .compared: "compared"
    case .new: "new"
    case .removed: "removed"
    case .broken: "broken"
    case .baseBroken: "base-broken"
    case .notDeterministic: "not-deterministic"
    case .baseNotDeterministic: "base-not-deterministic"
    case .nothingMeasured: "nothing-measured"
    case .notComparable: "not-comparable"
    }
  }

  /// The status for people.
  var title: String {
    switch self {
    case .compared: "compared"
    case .new: "new in the head, not gated"
    case .removed: "only in the base"
    case .broken: "broken in the head"
    case .baseBroken: "broken in the base, not gated"
    case .notDeterministic: "not deterministic in the head"
    case .baseNotDeterministic: "not deterministic in the base, not gated"
    case .nothingMeasured: "nothing measured in the head"
    case .notComparable: "not comparable"
    }
  }

  /// Why it is so; `nil` where the status says all.
  var reason: String? {
    switch self {
    case .compared, .nothingMeasured: nil
    case .new(let why), .removed(let why), .broken(let why), .baseBroken(let why),
      .notDeterministic(let why), .baseNotDeterministic(let why), .notComparable(let why):
      why
    }
  }
}

extension MetricVerdict.Outcome {
  /// The outcome as one word, for files.
  var word: String {
    switch self {
    case .pass: "passed"
    case .regression: "regression"
    case .improvement: "improvement"
    case .inconclusive: "inconclusive"
    case .new: "new"
    case .missing: "missing"
    case .notGated: "not-gated"
    }
  }

  /// The outcome for people.
  var title: String {
    switch self {
    case .pass: "passed"
    case .regression: "worse"
    case .improvement: "better"
    case .inconclusive: "inconclusive"
    case .new: "new, not gated"
    case .missing: "missing in the head"
    case .notGated: "not gated"
    }
  }

  /// Whether the method had two numbers to judge.
  var isJudged: Bool {
    switch self {
    case .pass, .regression, .improvement, .inconclusive: true
    case .new, .missing, .notGated: false
    }
  }

  /// Why it is so; `nil` where the numbers say it.
  var reason: String? {
    switch self {
    case .pass, .regression, .improvement, .new: nil
    case .inconclusive(let why), .missing(let why), .notGated(let why): why
    }
  }
}
