import Measurement
import ScenarioModel
import Verdicts

/// The results of a comparison by what a reader must do about them.
struct ComparisonFindings {
  /// The metrics of one case with the same outcome.
  struct CaseMetrics: Hashable {
    let scenarioCase: Case
    let metrics: [MetricVerdict]
  }

  /// The worst change first, within a case and among them.
  let regressions: [CaseMetrics]
  /// The best change first.
  let improvements: [CaseMetrics]
  let inconclusive: [CaseMetrics]
  let missing: [CaseMetrics]
  let newMetrics: [CaseMetrics]

  /// Cases of the head without valid results.
  let faultyCases: [CaseComparison]
  /// Cases of the base that the head does not have, or that did other work.
  let unmatchedCases: [CaseComparison]
  /// Cases without valid results of the base, which are undecided.
  let unjudgedCases: [CaseComparison]
  let newCases: [CaseComparison]

  /// The reason why there is nothing to judge; `nil` where there is something.
  let complaint: String?
  /// The part that was not compared when the comparison stopped; `nil` where it finished.
  let open: String?
  /// The failure of the tool; `nil` where there is none.
  let failure: String?

  init(_ results: ComparisonResults, verdict: ComparisonVerdict) {
    func metrics(_ isWanted: (MetricVerdict.Outcome) -> Bool) -> [CaseMetrics] {
      results.cases.compactMap { comparison in
        let wanted = comparison.metrics.filter { isWanted($0.outcome) }
        return wanted.isEmpty
          ? nil : CaseMetrics(scenarioCase: comparison.scenarioCase, metrics: wanted)
      }
    }
    func cases(_ isWanted: (CaseComparison.Status) -> Bool) -> [CaseComparison] {
      results.cases.filter { isWanted($0.status) }
    }
    regressions = Self.largestFirst(metrics { $0 == .regression })
    improvements = Self.largestFirst(metrics { $0 == .improvement })
    inconclusive = metrics { if case .inconclusive = $0 { true } else { false } }
    missing = metrics { if case .missing = $0 { true } else { false } }
    newMetrics = metrics { $0 == .new }
    faultyCases = cases { $0.group == .faulty }
    unmatchedCases = cases { $0.group == .unmatched }
    unjudgedCases = cases { $0.group == .unjudged }
    newCases = cases { $0.group == .new }
    switch results.completion {
    case .finished: (open, failure) = (nil, nil)
    case .unfinished(let rest): (open, failure) = (rest, nil)
    case .failed(let reason): (open, failure) = (nil, reason)
    }
    let isExplained = !missing.isEmpty || !unmatchedCases.isEmpty
    complaint =
      results.refusal
      ?? (verdict.exitCode == .notComparable && !isExplained ? "nothing was compared" : nil)
  }

  // MARK: - Order

  private static func largestFirst(_ groups: [CaseMetrics]) -> [CaseMetrics] {
    let sorted = groups.map { group in
      CaseMetrics(
        scenarioCase: group.scenarioCase,
        metrics: descending(group.metrics) { $0.changeSize })
    }
    return descending(sorted) { $0.metrics.first?.changeSize ?? 0 }
  }

  /// Equal ones keep their order.
  private static func descending<Element>(
    _ elements: [Element], by size: (Element) -> Double
  ) -> [Element] {
    elements.enumerated().sorted { first, second in
      let sizes = (size(first.element), size(second.element))
      return sizes.0 == sizes.1 ? first.offset < second.offset : sizes.0 > sizes.1
    }.map(\.element)
  }
}

extension ComparisonFindings.CaseMetrics {
  /// The number of metrics of some cases.
  static func count(_ groups: [Self]) -> Int { groups.reduce(0) { $0 + $1.metrics.count } }
}

extension MetricVerdict {
  /// The distance of the head from the base; infinite from 0.
  fileprivate var changeSize: Double {
    guard let change = effect?.change, !change.isNaN else { return .infinity }
    return abs(change)
  }
}

extension CaseComparison.Status {
  /// What a reader must do about a case.
  enum Group {
    case compared
    case faulty
    case unmatched
    case unjudged
    case new
  }

  var group: Group {
    switch self {
    case .compared: .compared
    case .broken, .notDeterministic, .nothingMeasured: .faulty
    case .removed, .notComparable: .unmatched
    case .baseBroken, .baseNotDeterministic: .unjudged
    case .new: .new
    }
  }
}
