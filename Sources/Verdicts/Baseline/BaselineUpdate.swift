import ScenarioModel

/// What becomes of a baseline when some or all of its cases are measured again.
package struct BaselineUpdate: Hashable, Sendable {
  /// How the new file differs from the old one.
  package struct Changes: Hashable, Sendable {
    /// Metrics by what became of them. Renewed are those that changed without being better or
    /// worse, and all of a scenario that changed its world.
    package fileprivate(set) var better = 0
    package fileprivate(set) var worse = 0
    package fileprivate(set) var new = 0
    package fileprivate(set) var removed = 0
    package fileprivate(set) var renewed = 0
    package fileprivate(set) var same = 0
    /// Cases that were not measured again.
    package fileprivate(set) var keptCases = 0
  }

  package let document: Baseline
  package let changes: Changes

  /// Puts what was measured in place of what a baseline holds, and keeps what was not asked for.
  ///
  /// - Parameters:
  ///   - existing: `nil` where there is none yet.
  ///   - selection: what was asked for; everything else stays.
  package init(
    of existing: Baseline?, with run: RunResults, selection: CaseSelection
  ) throws(BaselineError) {
    let fresh = try Baseline(run)
    // With its samples, by which a change is judged.
    let ratios = run.withRatios
    guard let existing else {
      document = fresh
      changes = Changes(from: nil, to: ratios, kept: 0)
      return
    }
    let kept = existing.kept(besides: selection)
    var merged = ratios
    if !kept.cases.isEmpty {
      try Self.check(
        existing, selection: selection, scenarios: run.scenarios.map(\.scenario),
        provenance: run.provenance)
      merged = Self.merged(existing.run, kept: kept, fresh: ratios)
    }
    document = Baseline(of: merged)
    changes = Changes(from: existing.run, to: merged, kept: kept.cases.count)
  }

  /// Throws where what is kept of a baseline would not go with what is measured: on another machine
  /// or with other tools, or in another world.
  ///
  /// Worth asking before anything is measured; the update itself asks again.
  ///
  /// - Parameters:
  ///   - scenarios: those that are measured; their cases are not looked at.
  ///   - provenance: where and with what they are measured.
  package static func check(
    _ existing: Baseline, selection: CaseSelection, scenarios: [ScenarioDescription],
    provenance: Provenance
  ) throws(BaselineError) {
    let kept = existing.kept(besides: selection)
    let metrics = kept.cases.flatMap { $0.metrics.map(\.metric) }
    let mismatch = HostMismatch.mismatches(base: kept.provenance, head: provenance)
      .first { mismatch in metrics.contains { mismatch.matters(to: $0) } }
    if let mismatch { throw .otherHost(explanation: mismatch.explanation) }
    for scenario in scenarios {
      if let old = kept[scenario: scenario.name], old.scenario.difference(to: scenario) != nil {
        throw .otherEnvironment(scenario: scenario.name)
      }
    }
  }

  /// In the existing file's order; new scenarios come last.
  private static func merged(
    _ existing: RunResults, kept: RunResults, fresh: RunResults
  ) -> RunResults {
    let earlier = existing.scenarios.compactMap { results -> ScenarioResults? in
      let name = results.scenario.name
      guard let old = kept[scenario: name] else { return fresh[scenario: name] }
      guard let new = fresh[scenario: name] else { return old }
      // The kept cases may have metrics that are not measured any more.
      let known = Set(new.scenario.metrics.map(\.name))
      let metrics = new.scenario.metrics + old.scenario.metrics.filter { !known.contains($0.name) }
      return ScenarioResults(
        scenario: new.scenario.with(metrics: metrics),
        cases: results.merged(kept: old.cases, fresh: new.cases))
    }
    let new = fresh.scenarios.filter { existing[scenario: $0.scenario.name] == nil }
    return RunResults(provenance: fresh.provenance, scenarios: earlier + new)
  }
}

extension Baseline {
  /// The part that is not renewed.
  fileprivate func kept(besides selection: CaseSelection) -> RunResults {
    run.keeping { scenario, scenarioCase in
      !selection.includes(scenarioCase, naive: scenario.naive)
    }
  }
}

extension ScenarioResults {
  /// The cases of two parts of the scenario in its own order; others come last.
  fileprivate func merged(kept: [CaseResult], fresh: [CaseResult]) -> [CaseResult] {
    let known = Set(cases.map(\.scenarioCase))
    let ordered = cases.compactMap { earlier in
      fresh.first { $0.scenarioCase == earlier.scenarioCase }
        ?? kept.first { $0.scenarioCase == earlier.scenarioCase }
    }
    return ordered + fresh.filter { !known.contains($0.scenarioCase) }
  }
}

extension BaselineUpdate.Changes {
  fileprivate init(from base: RunResults?, to head: RunResults, kept: Int) {
    keptCases = kept
    guard let base else {
      new = head.cases.reduce(0) { $0 + $1.metrics.count }
      return
    }
    let metrics = Dictionary(
      (base.cases + head.cases).map { ($0.scenarioCase, $0.metrics.count) },
      uniquingKeysWith: { _, last in last })
    for comparison in CaseComparison.comparisons(of: base, with: head) {
      let count = metrics[comparison.scenarioCase] ?? 0
      switch comparison.status {
      case .compared: for metric in comparison.metrics { self.count(metric) }
      case .new: new += count
      case .removed: removed += count
      case .broken, .baseBroken, .notDeterministic, .baseNotDeterministic, .nothingMeasured,
        .notComparable:
        renewed += count
      }
    }
  }

  private mutating func count(_ verdict: MetricVerdict) {
    switch verdict.outcome {
    case .improvement: better += 1
    case .regression: worse += 1
    case .new: new += 1
    case .missing: removed += 1
    // What was too little for a ratio, and is not any more.
    case .inconclusive where verdict.base == nil: renewed += 1
    case .pass, .inconclusive: same += 1
    case .notGated:
      // A number without a good direction that is another now.
      if verdict.base == verdict.head { same += 1 } else { renewed += 1 }
    }
  }
}
