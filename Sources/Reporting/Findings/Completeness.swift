import Harness
import Scenarios
import Verdicts

/// Which strategies of a world do the whole job: they stand for every pin in view.
///
/// A strategy that shows less is faster for a reason that nobody wants, so it is never the best.
struct Completeness {
  /// The metric that tells; a family without it has no strategies that lose pins.
  static let metric = "pins-represented"

  /// Every case that is not known to lose pins.
  let complete: [CaseResult]
  /// The cases that lose pins, with the share that they lose.
  let losing: [(result: CaseResult, share: Double)]
  /// Whether there is a number to tell by.
  let isKnown: Bool

  init(_ results: [CaseResult]) {
    let shares = results.map { $0[metric: Self.metric]?.finiteSummary?.median }
    isKnown = shares.contains { $0 != nil }
    losing = zip(results, shares).compactMap { result, share in
      share.flatMap { $0 < 1 ? (result, 1 - $0) : nil }
    }
    let lossy = Set(losing.map(\.result.scenarioCase))
    complete = results.filter { !lossy.contains($0.scenarioCase) }
  }
}
