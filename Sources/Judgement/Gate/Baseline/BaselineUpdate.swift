import ScenarioModel

/// An update of a baseline by a run of some or all of its cases.
package struct BaselineUpdate: Hashable, Sendable {
  /// The differences between the old and the new file.
  package struct Changes: Hashable, Sendable {
    /// The numbers of metrics by change. Renewed metrics changed without being better or worse, or
    /// belong to a scenario whose environment changed.
    package fileprivate(set) var better = 0
    package fileprivate(set) var worse = 0
    package fileprivate(set) var new = 0
    package fileprivate(set) var removed = 0
    package fileprivate(set) var renewed = 0
    package fileprivate(set) var same = 0
    /// The number of cases that were not measured again.
    package fileprivate(set) var keptCases = 0
  }

  package let document: Baseline
  package let changes: Changes

  /// Replaces the selected cases of a baseline by those of a run, and keeps the others.
  ///
  /// - Parameters:
  ///   - existing: `nil` where there is none yet.
  ///   - selection: the selected cases; all others stay.
  package init(
    of existing: Baseline?, with run: RunResults, selection: CaseSelection
  ) throws(BaselineError) {
    let fresh = try Baseline(run)
    // With the samples that changes are judged by.
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

  /// Throws where the kept cases of a baseline do not fit a run: on another machine or with other
  /// tools, or of another environment.
  ///
  /// Call it before anything is measured; the update itself checks again.
  ///
  /// - Parameters:
  ///   - scenarios: the measured scenarios.
  ///   - provenance: the provenance of the run.
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

  /// Returns the scenarios in the order of the existing file, new ones last.
  private static func merged(
    _ existing: RunResults, kept: RunResults, fresh: RunResults
  ) -> RunResults {
    let earlier = existing.scenarios.compactMap { results -> ScenarioResults? in
      let name = results.scenario.name
      guard let old = kept[scenario: name] else { return fresh[scenario: name] }
      guard let new = fresh[scenario: name] else { return old }
      // The kept cases may have removed metrics.
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
  /// The cases that are not selected.
  fileprivate func kept(besides selection: CaseSelection) -> RunResults {
    run.keeping { scenario, scenarioCase in
      !selection.includes(scenarioCase, naive: scenario.naive)
    }
  }
}

extension ScenarioResults {
  /// Returns the cases of two parts of the scenario in its order, others last.
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
    // Below the floor of ratios in the base, and above it now.
    case .inconclusive where verdict.base == nil: renewed += 1
    case .pass, .inconclusive: same += 1
    case .notGated:
      // A number without a good direction may have changed.
      if verdict.base == verdict.head { same += 1 } else { renewed += 1 }
    }
  }
}
