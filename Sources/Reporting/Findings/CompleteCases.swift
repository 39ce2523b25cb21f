import Harness
import ScenarioModel
import Verdicts

/// Which strategies of a world do the whole job, by what their family asks of them.
///
/// A strategy that does less is cheaper for a reason that nobody wants, so it is never the best;
/// nor is one whose app the watchdog ended, whatever it had done until then.
struct CompleteCases {
  /// Every case that is not known to do less, and whose app went on to the end.
  let complete: [CaseResult]
  /// The cases that do less, with how much they do.
  let incomplete: [(result: CaseResult, share: Double)]
  /// The cases whose app the watchdog ended.
  let terminated: [CaseResult]
  /// Whether there is a number to tell by.
  let isKnown: Bool

  /// - Parameter completeness: what the family asks for; `nil` asks for nothing.
  init(_ results: [CaseResult], completeness: ResultRequirement?) {
    let shares = results.map { result in
      completeness.flatMap { result[metric: $0.metric.name]?.number }
    }
    isKnown = shares.contains { $0 != nil }
    let best = shares.compactMap(\.self).max() ?? 0
    let needed = completeness?.fraction.map { $0 * best } ?? 1
    incomplete = zip(results, shares).compactMap { result, share in
      share.flatMap { $0 < needed ? (result, $0) : nil }
    }
    let lacking = Set(incomplete.map(\.result.scenarioCase))
    terminated = results.filter(\.isTerminated)
    complete = results.filter { !lacking.contains($0.scenarioCase) && !$0.isTerminated }
  }
}

extension CaseResult {
  /// Whether the watchdog ended the app in this case, once at least.
  var isTerminated: Bool {
    Self.terminationMetrics.contains { (self[metric: $0]?.summary?.maximum ?? 0) > 0 }
  }

  /// How often the watchdog ended an app, whatever the family calls it.
  private static let terminationMetrics = ["watchdog-terminations"]
}
