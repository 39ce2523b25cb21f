import ScenarioModel
import Support

/// The terms that count in a comparison: the tolerances of the command line, and then what the
/// base's files say: tolerances, metrics that must not change, and accepted changes.
package struct ComparisonTerms: Hashable, Sendable {
  let kind: ComparisonResults.Kind
  /// The ways in which the head asks for less than the base.
  package private(set) var relaxations: [Relaxation] = []

  /// The tolerances of the command line.
  let given: [Tolerance]
  private var tolerances: [String: [Tolerance]] = [:]
  private var mustNotChange: [String: [String]] = [:]
  /// The changes that the base's files accept.
  package private(set) var acceptedChanges: AcceptedChanges

  /// Compares the conditions of the scenarios' files. Pure.
  ///
  /// Where the base's are not known, a tolerance of the head counts if it is stricter than the
  /// metric's own method.
  ///
  /// - Parameters:
  ///   - base: the base's scenarios; `nil` where they are not known.
  ///   - given: the tolerances of the command line. The first one of a metric counts.
  ///   - relaxations: further known ones.
  ///   - today: the day, such as `2026-11-27`; without it, no change is accepted.
  package init(
    _ kind: ComparisonResults.Kind, base: [ScenarioDescription]?, head: [ScenarioDescription],
    given: [Tolerance], relaxations: [Relaxation] = [], today: String? = nil
  ) {
    let accepted = [base ?? [], head].map { today == nil ? [] : $0.flatMap(\.acceptedChanges) }
    acceptedChanges = AcceptedChanges(base: accepted[0], head: accepted[1], today: today ?? "")
    self.kind = kind
    self.given = given
    for scenario in head {
      guard let base else {
        restrict(scenario)
        continue
      }
      let own = base.first { $0.name == scenario.name }
      // Two runs have nothing in common in a scenario that only one of them has. Two programs do.
      guard own != nil || kind == .programs else { continue }
      tolerances[scenario.name] = own?.tolerances
      mustNotChange[scenario.name] = own?.mustNotChange
      compareTolerances(of: own, with: scenario)
      if let own { self.relaxations += Relaxation.loosened(from: own, to: scenario) }
    }
    self.relaxations += acceptedChanges.added + relaxations
  }

  /// Returns the tolerances of a scenario's cases; the first one of a metric counts.
  package func tolerances(of scenario: String) -> [Tolerance] {
    given + (tolerances[scenario] ?? [])
  }

  /// Returns the metrics of a scenario's cases whose every change is a regression: not the ones
  /// with a tolerance of the command line.
  func mustNotChange(of scenario: String) -> [String] {
    (mustNotChange[scenario] ?? []).filter { name in !given.contains { $0.metric == name } }
  }

  /// Accepts the tolerances of the head that are not wider than the metrics' methods.
  private mutating func restrict(_ scenario: ScenarioDescription) {
    mustNotChange[scenario.name] = scenario.mustNotChange
    for tolerance in scenario.tolerances {
      guard let metric = judged(tolerance.metric, in: [scenario]) else { continue }
      if tolerance.share <= metric.standardAllowance(in: kind).share {
        tolerances[scenario.name, default: []].append(tolerance)
      } else {
        relaxations.append(
          .unknownTolerance(scenario: scenario.name, metric: metric.name, head: tolerance.share))
      }
    }
  }

  private mutating func compareTolerances(
    of base: ScenarioDescription?, with head: ScenarioDescription
  ) {
    let names = ((base?.tolerances ?? []) + head.tolerances).map(\.metric).uniqued()
    for name in names {
      guard let metric = judged(name, in: [head, base].compactMap(\.self)) else { continue }
      let earlier = base?.tolerances.share(of: metric)
      let own = head.tolerances.share(of: metric)
      let standard = metric.standardAllowance(in: kind)
      let allowed = earlier.map { Allowance(share: $0) } ?? standard
      let wanted = own.map { Allowance(share: $0) } ?? standard
      guard (wanted.share, wanted.amount) > (allowed.share, allowed.amount) else { continue }
      relaxations.append(.tolerance(scenario: head.name, metric: name, base: earlier, head: own))
    }
  }

  /// The metric of a name, where its tolerance matters and is not one of the command line.
  private func judged(_ name: String, in scenarios: [ScenarioDescription]) -> Metric? {
    guard !given.contains(where: { $0.metric == name }),
      let metric = scenarios.lazy.compactMap({ $0.metric(name) }).first,
      metric.polarity != .neutral
    else { return nil }
    return metric
  }
}

extension Metric {
  /// The change for the worse that the metric's method lets pass without a tolerance; none for
  /// times, whose margin is an option of the command line.
  fileprivate func standardAllowance(in kind: ComparisonResults.Kind) -> Allowance {
    if self.kind.isDeterministic { return allowance() }
    if kind == .baseline, unit == .nanoseconds { return Allowance(share: CoarseLimit.margin) }
    switch name {
    case Metric.peakLiveBytes.name: return Allowance(share: SampleJudgement.liveBytesMargin)
    case Metric.peakResidentBytes.name:
      return Allowance(share: SampleJudgement.residentBytesMargin)
    default: return .none
    }
  }
}
