import Verdicts

// What verdicts of comparisons are called, in every output.

extension ComparisonVerdict {
  /// The verdict in one sentence, with what it rests on.
  func headline(_ results: ComparisonResults) -> String {
    let findings = ComparisonFindings(results, verdict: self)
    let cases = WordList.counted(results.cases.count, "case")
    let coverage = ComparisonCoverage(results)
    let gatedCases = WordList.counted(coverage.gatedCases, "case")
    let worse = NumberFormat.grouped(tally.regressions)
    let gated = WordList.counted(tally.gated, "metric")
    switch exitCode {
    case .pass:
      return "PASSED: no regression in \(gated) of \(gatedCases)\(coverage.others)"
    case .inconclusive:
      let undecided = [
        tally.inconclusive == 0
          ? nil : "\(NumberFormat.grouped(tally.inconclusive)) of \(gated)",
        findings.unjudgedCases.isEmpty
          ? nil : "\(NumberFormat.grouped(findings.unjudgedCases.count)) of \(cases)",
      ].compactMap(\.self)
      return "INCONCLUSIVE: \(WordList.and(undecided)) could not be decided, no regression in the "
        + "others\(coverage.others)"
    case .failed:
      return "REGRESSION: \(worse) of \(gated) got worse, in "
        + "\(NumberFormat.grouped(findings.regressions.count)) of \(gatedCases)\(coverage.others)"
    case .caseBroken:
      let rest = tally.regressions == 0 ? "" : "; \(worse) of \(gated) got worse"
      let broken = results.cases.count { if case .broken = $0.status { true } else { false } }
      return "BROKEN: \(broken) of \(cases) did not complete in the head\(rest)"
    case .interrupted:
      return "UNFINISHED: "
        + (tally.gated == 0
          ? "nothing was judged yet"
          : "\(worse) of \(gated) got worse so far, in \(gatedCases)\(coverage.others)")
        + (findings.open.map { "; open: \($0)" } ?? "")
    case .toolError where findings.failure != nil:
      return "ERROR: \(findings.failure ?? "")"
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
    case .interrupted: "unfinished"
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
