import Verdicts

/// How many cases a comparison judged, and what became of the others.
struct ComparisonCoverage {
  /// Cases with at least one metric that was judged, or that should have been.
  let gatedCases: Int
  /// How many others there are and why, as the end of a sentence: `; not judged: 3 new`. Empty
  /// where there are none.
  let others: String

  init(_ results: ComparisonResults) {
    let reasons = results.cases.map { $0.reasonNotJudged }
    gatedCases = reasons.count { $0 == nil }
    let counts = CaseComparison.reasonsNotJudged.compactMap { reason in
      let count = reasons.count { $0 == reason }
      return count == 0 ? nil : "\(NumberFormat.grouped(count)) \(reason)"
    }
    others = counts.isEmpty ? "" : "; not judged: \(counts.joined(separator: ", "))"
  }
}

extension CaseComparison {
  /// In the order in which a reader must care.
  fileprivate static let reasonsNotJudged = [
    "broken in the head", "not deterministic in the head", "without a number in the head",
    "only in the base", "not comparable", "broken in the base", "not deterministic in the base",
    "new", "told only",
  ]

  /// Why no metric of the case was judged, in a few words; `nil` where one was.
  ///
  /// Exact numbers may have been compared before something broke in a pair: they count.
  fileprivate var reasonNotJudged: String? {
    if metrics.contains(where: { $0.outcome.isGated }) { return nil }
    return switch status {
    case .compared: "told only"
    case .new: "new"
    case .removed: "only in the base"
    case .broken: "broken in the head"
    case .baseBroken: "broken in the base"
    case .notDeterministic: "not deterministic in the head"
    case .baseNotDeterministic: "not deterministic in the base"
    case .nothingMeasured: "without a number in the head"
    case .notComparable: "not comparable"
    }
  }
}

extension MetricVerdict.Outcome {
  /// Whether it counts among what was judged: what is missing does, as it fails.
  fileprivate var isGated: Bool { isJudged || isMissing }

  private var isMissing: Bool { if case .missing = self { true } else { false } }
}
