import ScenarioModel
import Support

/// A comparison of a case of a base and a head, metric by metric.
package struct CaseComparison: Hashable, Sendable {
  package enum Status: Hashable, Sendable {
    /// Both have numbers, which were compared.
    case compared
    /// The two programs are the same: nothing was replayed.
    case sameProgram
    /// Only the head has the case: not gated.
    case new(why: String)
    /// Only the base has the case.
    case removed(why: String)
    /// A trial of the head crashed, timed out, ran out of memory or failed.
    case broken(why: String)
    /// A trial of the base crashed, timed out, ran out of memory or failed, and none of the head.
    case baseBroken(why: String)
    /// A number of the head that must be the same in every trial was not.
    case notDeterministic(why: String)
    /// A number of the base that must be the same in every trial was not.
    case baseNotDeterministic(why: String)
    /// The head's trials completed without a number.
    case nothingMeasured
    /// The base and the head did not do the same work.
    case notComparable(why: String)
  }

  /// Indicates whether a number that is the same in each replay is another one in the head: the change
  /// is known to touch the case.
  package var hasExactChange: Bool {
    metrics.contains { verdict in
      switch verdict.method {
      case .exact, .mustNotChange, .instructions: verdict.base != verdict.head
      case .pairedSequential, .samples: false
      }
    }
  }

  package let scenarioCase: Case
  package private(set) var status: Status
  /// The verdicts in the order of the scenario's metrics; empty unless the two were compared. Exact
  /// comparisons stay where the case breaks, or becomes not comparable, while its times are
  /// compared.
  package private(set) var metrics: [MetricVerdict] = []
  /// The load of the machine while the case's times were compared; `nil` where they were not.
  package private(set) var load: MachineLoad?

  package init(
    scenarioCase: Case, status: Status, metrics: [MetricVerdict] = [], load: MachineLoad? = nil
  ) {
    self.load = load
    self.scenarioCase = scenarioCase
    self.status = status
    self.metrics = metrics
  }

  /// Returns the comparison with another status.
  package func with(status: Status) -> CaseComparison {
    CaseComparison(scenarioCase: scenarioCase, status: status, metrics: metrics, load: load)
  }

  /// Returns the comparison with one metric more, which replaces one of the same name.
  package func adding(_ verdict: MetricVerdict) -> CaseComparison {
    var comparison = self
    if let place = metrics.firstIndex(where: { $0.metric.name == verdict.metric.name }) {
      comparison.metrics[place] = verdict
    } else {
      comparison.metrics.append(verdict)
    }
    return comparison
  }

  /// Returns the comparison with the verdicts of another method on the same case, and with the
  /// status of that method where it could not compare the case.
  package func adding(_ other: CaseComparison) -> CaseComparison {
    guard status == .compared else { return self }
    guard other.status == .compared else { return with(status: other.status) }
    var joined = other.metrics.reduce(self) { $0.adding($1) }
    joined.load = other.load ?? load
    return joined
  }

  /// Returns the comparison with measured metrics reported, not gated.
  ///
  /// Metrics that are not gated already keep their reasons. The status stays.
  package func restrictedToDeterministicMetrics() -> CaseComparison {
    var comparison = self
    comparison.metrics = metrics.map { verdict in
      if verdict.metric.kind.isDeterministic { return verdict }
      if case .notGated = verdict.outcome { return verdict }
      return verdict.notGated(why: "only counted and modelled numbers are gated here")
    }
    return comparison
  }

  /// Compares two runs case by case. Pure.
  ///
  /// Counted and modelled numbers are compared exactly, by polarity and tolerance; measured ones by
  /// ``MetricVerdict/Method/samples(base:head:margin:)``. Cases come in the head's order, and the
  /// base's own cases last.
  ///
  /// - Parameters:
  ///   - tolerances: the tolerances of the command line; they count before the tolerances of the
  ///     base's scenarios.
  ///   - mismatches: the differences of the hosts; metrics that depend on them are reported, not
  ///     gated.
  package static func comparisons(
    of base: RunResults, with head: RunResults, as kind: ComparisonResults.Kind = .runs,
    tolerances: [Tolerance] = [], mismatches: [HostMismatch] = []
  ) -> [CaseComparison] {
    comparisons(
      of: base, with: head,
      terms: ComparisonTerms(
        kind, base: base.scenarios.map(\.scenario), head: head.scenarios.map(\.scenario),
        given: tolerances), mismatches: mismatches)
  }

  /// Compares two runs case by case, with the tolerances of some terms. Pure.
  package static func comparisons(
    of base: RunResults, with head: RunResults, terms: ComparisonTerms,
    mismatches: [HostMismatch] = []
  ) -> [CaseComparison] {
    let earlier = Dictionary(base.cases.map { ($0.scenarioCase, $0) }) { first, _ in first }
    let measured = Set(head.cases.map(\.scenarioCase))
    var comparisons: [CaseComparison] = []
    for results in head.scenarios {
      let difference = base[scenario: results.scenario.name].flatMap {
        $0.scenario.difference(to: results.scenario, in: terms.kind)
      }
      let judge = MetricJudge(
        kind: terms.kind, tolerances: terms.tolerances(of: results.scenario.name),
        mismatches: mismatches, mustNotChange: terms.mustNotChange(of: results.scenario.name),
        criteria: results.scenario.family?.criteria ?? [],
        profileChange: base[scenario: results.scenario.name].flatMap {
          $0.scenario.profileChange(to: results.scenario)
        })
      for head in results.cases {
        comparisons.append(
          terms.acceptedChanges.judged(
            CaseComparison(
              base: earlier[head.scenarioCase], head: head, difference: difference, judge: judge)))
      }
    }
    for removed in base.cases where !measured.contains(removed.scenarioCase) {
      comparisons.append(
        CaseComparison(
          scenarioCase: removed.scenarioCase, status: .removed(why: "the head has no such case")))
    }
    return comparisons
  }

  private init(base: CaseResult?, head: CaseResult, difference: String?, judge: MetricJudge) {
    scenarioCase = head.scenarioCase
    status = Self.status(base: base, head: head, difference: difference)
    guard status == .compared, let base else { return }
    let known = Set(head.metrics.map(\.metric.name))
    metrics =
      head.metrics.map { judge.verdict(base: base[metric: $0.metric.name], head: $0) }
      + base.metrics.filter { !known.contains($0.metric.name) }.map {
        judge.verdict(ofRemoved: $0)
      }
  }

  /// Faults of the head come first: the change did not cause the base's faults.
  private static func status(base: CaseResult?, head: CaseResult, difference: String?) -> Status {
    switch head.status {
    case .broken: return .broken(why: "\(head.status)")
    case .notDeterministic: return .notDeterministic(why: "\(head.status)")
    case .completed where !head.hasNumbers: return .nothingMeasured
    case .completed: break
    }
    guard let base else { return .new(why: "the base has no such case") }
    if let difference { return .notComparable(why: difference) }
    switch base.status {
    case .broken: return .baseBroken(why: "\(base.status)")
    case .notDeterministic: return .baseNotDeterministic(why: "\(base.status)")
    case .completed: return .compared
    }
  }
}

extension ScenarioDescription {
  /// The reason why the cases of a later run of the scenario did other work than this run's; `nil`
  /// where no description shows a difference.
  ///
  /// - Parameter kind: the kind of the comparison, whose remedy the reason names.
  package func difference(
    to head: ScenarioDescription, in kind: ComparisonResults.Kind
  ) -> String? {
    let isBaseline = kind == .baseline
    let remedy =
      isBaseline ? "'baseline update' renews a baseline" : "run both with the same files"
    if let fingerprint, let other = head.fingerprint,
      fingerprint.environment != other.environment
    {
      return "the scenario's file, or a file that it names, changed since the base was made; "
        + remedy
    }
    for seed in seeds {
      let other = head.seeds.first { $0.name == seed.name }?.seed
      if let other, other != seed.seed {
        return "the seed '\(seed.name)' was \(seed.seed) in the base and is \(other): give both "
          + "the same --seed"
      }
    }
    if seeds.count != head.seeds.count {
      return "the environments are made from different seeds: run both with the same build"
    }
    if naive != head.naive {
      return "the naive strategy was \(naive) in the base and is \(head.naive); \(remedy)"
    }
    return nil
  }

  /// The values of a head's profile that differ from this one's, so that modelled numbers are not
  /// from one model; `nil` where the two are the same, or where it is not known.
  func profileChange(to head: ScenarioDescription) -> String? {
    guard let own = fingerprint?.profile, let other = head.fingerprint?.profile, own != other
    else { return nil }
    let values = otherParameters ?? profile?.valuesByName ?? [:]
    let changes = (head.profile?.parameters ?? []).compactMap { parameter -> String? in
      guard let before = values[parameter.name.rawValue], before != parameter.value else {
        return nil
      }
      return "\(parameter.name.rawValue) \(before.shortText) -> \(parameter.value.shortText) "
        + parameter.unit.rawValue
    }
    let list = changes.prefix(5).joined(separator: ", ") + (changes.count > 5 ? ", …" : "")
    return "the platform profile has other values than in the base"
      + (changes.isEmpty ? "" : ": " + list)
  }
}

// MARK: - Coding

extension CaseComparison.Status: Reasoned {
  package var form: (identifier: String, reason: String?) {
    switch self {
    case .compared: ("compared", nil)
    case .sameProgram: ("same-program", nil)
    case .new(let why): ("new", why)
    case .removed(let why): ("removed", why)
    case .broken(let why): ("broken", why)
    case .baseBroken(let why): ("base-broken", why)
    case .notDeterministic(let why): ("not-deterministic", why)
    case .baseNotDeterministic(let why): ("base-not-deterministic", why)
    case .nothingMeasured: ("nothing-measured", nil)
    case .notComparable(let why): ("not-comparable", why)
    }
  }

  /// The most severe one first.
  package static func all(why: String) -> [Self] {
    [
      .broken(why: why), .notDeterministic(why: why), .nothingMeasured, .removed(why: why),
      .notComparable(why: why), .baseBroken(why: why), .baseNotDeterministic(why: why),
      .new(why: why), .sameProgram, .compared,
    ]
  }
}

extension CaseComparison: Codable {
  private enum CodingKeys: CodingKey { case status, reason, metrics, load }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      scenarioCase: try Case(from: decoder), status: try values.known(.status, reason: .reason),
      metrics: try values.decode([MetricVerdict].self, forKey: .metrics),
      load: try values.decodeIfPresent(MachineLoad.self, forKey: .load))
    let isUnique = Set(metrics.map(\.metric.name)).count == metrics.count
    guard isUnique else { throw values.unknown(.metrics) }
  }

  package func encode(to encoder: any Encoder) throws {
    try scenarioCase.encode(to: encoder)
    try encoder.encode([
      "status": status.identifier, "reason": status.reason, "load": load, "metrics": metrics,
    ])
  }

  /// A comparison with the command that compares the case again; `nil` where only the base has it.
  struct Repeatable: Encodable {
    let comparison: CaseComparison
    let command: String?

    func encode(to encoder: any Encoder) throws {
      try comparison.encode(to: encoder)
      try encoder.encode(["command": command])
    }
  }
}
