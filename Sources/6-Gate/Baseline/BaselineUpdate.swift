import ScenarioModel
import Support

/// An update of a baseline by a run of some or all of its cases.
package struct BaselineUpdate: Hashable, Sendable {
  package let document: RunResults
  /// The measured cases compared with those of the earlier file; empty where there was none.
  package private(set) var changes: [CaseComparison] = []
  /// The number of cases that were not measured again.
  package private(set) var keptCases = 0

  /// Replaces the selected cases of a baseline by those of a run, and keeps the others.
  ///
  /// - Parameters:
  ///   - existing: `nil` where there is none yet.
  ///   - selection: the selected cases; all others stay.
  package init(
    of existing: RunResults?, with run: RunResults, selection: CaseSelection
  ) throws(BaselineError) {
    let fresh = try run.baseline()
    guard let existing else {
      document = fresh
      return
    }
    try Self.check(
      existing, selection: selection, scenarios: run.scenarios.map(\.scenario),
      provenance: run.provenance)
    let kept = existing.keeping { !selection.includes($1, naive: $0.naive) }
    document = kept.cases.isEmpty ? fresh : Self.merged(existing, kept: kept, fresh: fresh)
    keptCases = kept.cases.count
    let base = existing.keeping(selection)
    changes = CaseComparison.comparisons(
      of: base, with: fresh, as: .baseline,
      mismatches: HostMismatch.mismatches(base: base.provenance, head: fresh.provenance))
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
    _ existing: RunResults, selection: CaseSelection, scenarios: [ScenarioDescription],
    provenance: Provenance
  ) throws(BaselineError) {
    let kept = existing.keeping { !selection.includes($1, naive: $0.naive) }
    let metrics = kept.cases.flatMap { $0.metrics.map(\.metric) }
    let mismatch = HostMismatch.mismatches(base: kept.provenance, head: provenance)
      .first { mismatch in metrics.contains { mismatch.matters(to: $0) } }
    if let mismatch {
      throw BaselineError(
        "\(mismatch.explanation): a baseline is made on one machine with one set of tools, and the "
          + "cases not chosen would keep the old numbers; update all cases, without scenarios, "
          + "--strategies and --sizes", exitCode: .notComparable)
    }
    for scenario in scenarios {
      if let old = kept[scenario: scenario.name],
        old.scenario.difference(to: scenario, in: .baseline) != nil
      {
        throw BaselineError(
          "\(scenario.name): its environment, its seeds or its naive strategy changed since the "
            + "baseline was made, and the cases not chosen would stay as they are; update the "
            + "whole scenario, without --strategies and --sizes",
          exitCode: .notComparable)
      }
    }
  }

  /// Returns the scenarios and cases in the order of the existing file, new ones last.
  private static func merged(
    _ existing: RunResults, kept: RunResults, fresh: RunResults
  ) -> RunResults {
    let names = (existing.scenarios + fresh.scenarios).map(\.scenario.name).uniqued()
    let order = (existing.cases + fresh.cases).map(\.scenarioCase).uniqued()
    let scenarios = names.compactMap { name -> ScenarioResults? in
      guard let old = kept[scenario: name], let new = fresh[scenario: name] else {
        return kept[scenario: name] ?? fresh[scenario: name]
      }
      // The kept cases may have removed metrics.
      let known = Set(new.scenario.metrics.map(\.name))
      let metrics = new.scenario.metrics + old.scenario.metrics.filter { !known.contains($0.name) }
      return ScenarioResults(
        scenario: new.scenario.with(metrics: metrics),
        cases: order.compactMap { scenarioCase in
          (new.cases + old.cases).first { $0.scenarioCase == scenarioCase }
        })
    }
    return RunResults(origin: RunOrigin(provenance: fresh.provenance), scenarios: scenarios)
  }
}
