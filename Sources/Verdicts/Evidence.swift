import Harness

/// A number to judge by, or the reason why there is none.
enum Evidence {
  case number(Double)
  case missing(reason: String)

  /// The median of a metric of a case.
  ///
  /// A case that did not complete gives no evidence, even where some of its trials have answered:
  /// those that were lost may be the very ones that matter.
  init(_ metric: String, of result: CaseResult) {
    let strategy = result.scenarioCase.strategy
    guard result.status == .completed else {
      self = .missing(reason: "\(strategy): \(result.status)")
      return
    }
    guard let found = result[metric: metric] else {
      self = .missing(reason: "\(strategy) has no metric \(metric)")
      return
    }
    switch found.outcome {
    case .summary(let summary) where summary.median.isFinite:
      self = .number(summary.median)
    case .summary:
      self = .missing(reason: "\(metric) of \(strategy) is not a finite number")
    case .notAvailable(let reason):
      self = .missing(reason: "\(metric) of \(strategy) is not available: \(reason)")
    }
  }

  var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  func multiplied(by factor: Double) -> Evidence {
    switch self {
    case .number(let number): .number(factor * number)
    case .missing: self
    }
  }
}
