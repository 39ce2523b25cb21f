import Documents
import Gate
import ScenarioModel
import Support

extension ComparisonResults {
  /// The number of cases with a metric that was judged or is missing.
  var gatedCases: Int { cases.count { $0.reasonNotJudged == nil } }

  /// The other cases by reason, to follow a line: `; not judged: 3 new`. Empty where there are
  /// none.
  var otherCases: String {
    let reasons = cases.map(\.reasonNotJudged)
    let counts = CaseComparison.Status.all(why: "").map(\.reasonNotJudged).compactMap { reason in
      let count = reasons.count { $0 == reason }
      return count == 0 ? nil : "\(NumberFormat.grouped(count)) \(reason)"
    }
    return counts.isEmpty ? "" : "; not judged: \(counts.joined(separator: ", "))"
  }
}

extension CaseComparison {
  /// The reason why no metric of the case was judged; `nil` where one was.
  ///
  /// Exact numbers may have been compared before something broke in a pair: they count.
  fileprivate var reasonNotJudged: String? {
    if metrics.contains(where: { $0.outcome.isGated }) { return nil }
    return status.reasonNotJudged
  }
}

extension MetricVerdict.Outcome {
  /// Indicates whether it counts as judged: a missing metric does, because it fails.
  fileprivate var isGated: Bool { isJudged || section == .missing }
}

extension ComparisonResults {
  /// The numbers of judged times and measured values, a line each.
  var summaries: [String] {
    [changeSummary].compactMap(\.self) + timingSummaries
  }

  /// Those of times alone.
  var timingSummaries: [String] { [timedSummary, coarseSummary].compactMap(\.self) }

  /// `3 worse in 2 cases, the worst 4.10 x its margin: frame-time of CASE; 1 better in 1 case`;
  /// `nil` where nothing is worse or better.
  var changeSummary: String? {
    let findings = ComparisonFindings(self, verdict: ComparisonVerdict(self))
    let parts = [ComparisonFindings.Section.worse, .better].compactMap { section -> String? in
      guard let worst = findings.changes(section).first, let metric = worst.metrics.first else {
        return nil
      }
      let cases = LimitedList.counted(findings[section].count, "case")
      let count = NumberFormat.grouped(findings.metricCount(section))
      let text = "\(count) \(section.rawValue.lowercased()) in \(cases)"
      guard section == .worse else { return text }
      let example = "\(metric.metric.name) of \(worst.scenarioCase)"
      return "\(text), the worst \(metric.severityLabel ?? "from 0"): "
        + PlainText.shortened(PlainText.line(example), to: 160)
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private var judged: [MetricVerdict] { cases.flatMap(\.metrics).filter(\.outcome.isJudged) }

  /// `12 timings judged, by 16 to 600 pairs each; min. detectable change 2.6 % to 4.1 %`; `nil`
  /// where no times were compared by pairs.
  private var timedSummary: String? {
    let times = judged.compactMap { metric in
      if case .pairedSequential(let paired) = metric.method, paired.pairs > 0 {
        (metric, paired)
      } else {
        nil
      }
    }
    guard let pairs = Self.range(of: times.map(\.1.pairs), NumberFormat.grouped) else { return nil }
    var text = "\(LimitedList.counted(times.count, "timing")) judged, by \(pairs) pairs"
    if times.count > 1 { text += " each" }
    if let effects = Self.effects(of: times.map(\.0)) {
      text += "; min. detectable change \(effects)"
    }
    let partial = times.count { $0.1.frames < $0.1.framesOfCase }
    if partial > 0 { text += "; \(NumberFormat.grouped(partial)) replayed in part" }
    let waiting = cases.compactMap { $0.load?.waiting }.max() ?? 0
    if waiting > MachineLoad.maxDisturbance {
      text +=
        "; the machine was busy: the programs waited for a processor for up to "
        + "\(NumberFormat.percent(waiting)) of the time; the timings do not include this wait"
    }
    return text
  }

  /// The summary of the measured values in a comparison with a baseline; `nil` if none was judged.
  private var coarseSummary: String? {
    let values = judged.count {
      !$0.metric.kind.isDeterministic && $0.metric.unit == .nanoseconds
    }
    guard kind == .baseline, values > 0 else { return nil }
    return "\(LimitedList.counted(values, "timing")) judged: times of a baseline are compared "
      + "with a coarse limit of \(NumberFormat.ratio(CoarseLimit.factor)), because they come from "
      + "another moment or machine; for a fine answer, use 'gate --base'"
  }

  private static func effects(of metrics: [MetricVerdict]) -> String? {
    range(of: metrics.compactMap(\.minimumDetectableEffect).filter(\.isFinite), ChangeFormat.share)
  }

  /// `2 to 5`; `nil` where there is no number.
  private static func range<Number: Comparable>(
    of numbers: [Number], _ text: (Number) -> String
  ) -> String? {
    guard let low = numbers.min().map(text), let high = numbers.max().map(text) else { return nil }
    return low == high ? low : "\(low) to \(high)"
  }
}
