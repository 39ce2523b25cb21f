import Foundation
import Harness
import ScenarioModel

/// One run in a history: its circumstances, and a number for each metric of each case.
///
/// A line is a run with fewer fields still than a baseline: of completed cases the metrics that have
/// a good direction, without samples. Of a gate it is the head.
package struct HistoryLine: Hashable, Sendable, Codable {
  /// The version of a line's form. It is raised when an earlier program would misread a line.
  enum Version: Int, Codable { case first = 1 }

  // The first that is read, because in another version everything else may differ.
  let version: Version
  package let commit: String
  /// The end of the run in UTC, by ISO 8601, so that texts are in the order of times.
  package let time: String
  /// The circumstances, with the commit that the program named.
  package let provenance: Provenance
  /// The identifiers of the scenarios' environments, by the scenario's name; a gate does not store
  /// them.
  let environments: [String: String]
  /// The metrics by their names, without summaries.
  let metrics: [String: Metric]
  /// The numbers by their cases, and by the names of their metrics.
  package let cases: [String: [String: Double]]

  /// Takes the numbers of a run.
  ///
  /// - Parameter commit: the commit, if it is another one than the run's provenance has.
  package init(of run: RunResults, time: Date, commit: String?) throws(FinishedRunError) {
    let environments = run.scenarios.map(\.scenario).reduce(into: [String: String]()) {
      let (known, seeds) = ($1.fingerprint, $1.seeds.map(\.seed))
      $0[$1.name] = known.map { "\($0.environment) \($0.profile ?? "-") \(seeds)" }
    }
    let completed = run.cases.filter { $0.status == .completed }
    try self.init(
      run.provenance, time, commit, environments: environments,
      numbers: completed.map { ($0.scenarioCase, $0.metrics.map { ($0.metric, $0.number) }) })
  }

  /// Takes the head's numbers of a gate.
  ///
  /// - Parameter commit: the commit, if it is another one than the head's provenance has.
  package init(of gate: ComparisonResults, time: Date, commit: String?) throws(FinishedRunError) {
    guard gate.completion == .finished, let provenance = gate.head.provenance else {
      throw FinishedRunError("expected a finished gate, found one to continue with --resume")
    }
    let compared = gate.cases.filter { $0.status == .compared }
    try self.init(
      provenance, time, commit, environments: [:],
      numbers: compared.map { ($0.scenarioCase, $0.metrics.map { ($0.metric, $0.head) }) })
  }

  private init(
    _ provenance: Provenance, _ time: Date, _ commit: String?, environments: [String: String],
    numbers: [(Case, [(Metric, Double?)])]
  ) throws(FinishedRunError) {
    var (metrics, cases): ([String: Metric], [String: [String: Double]]) = ([:], [:])
    for (scenarioCase, results) in numbers {
      for case (let metric, let value?) in results where metric.polarity != .neutral {
        metrics[metric.name] = Metric(metric.name, metric.unit, metric.kind, metric.polarity, "")
        cases["\(scenarioCase)", default: [:]][metric.name] = value
      }
    }
    guard !cases.isEmpty else {
      throw FinishedRunError("expected numbers of completed cases, found none that can be added")
    }
    // As many digits as a provenance has.
    self.commit = commit.map { String($0.prefix(12)) } ?? provenance.commit
    (version, self.time, self.provenance) = (.first, time.ISO8601Format(), provenance)
    (self.environments, self.metrics, self.cases) = (environments, metrics, cases)
  }
}
