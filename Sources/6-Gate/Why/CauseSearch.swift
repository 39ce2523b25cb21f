import Foundation
import Harness
import ScenarioModel

/// The search for the causes of regressions, after all verdicts: both programs replay a case, and the
/// first differences of their records are a table; or they replay it under a profiler, and what grew
/// most is one.
package struct CauseSearch: Sendable {
  let limits: WorkerLimits
  /// The folder of the report, which keeps the profiles.
  let folder: String
  let budget: GateBudget
  /// The seconds since the gate began at which no more is searched.
  let end: Double

  /// Returns the three cases whose regressions are explained: the most severe ones, at first one of
  /// each scenario.
  package static func selected(of cases: [CaseComparison], kinds: [RegressionCause.Kind])
    -> [CaseComparison]
  {
    let worse = cases.filter { !$0.regressions(of: kinds).isEmpty }
      .sorted { $0.worst(of: kinds) > $1.worst(of: kinds) }
    let scenarios = worse.map(\.scenarioCase.scenario)
    return worse.indices.map { index in
      (rank: scenarios[..<index].count { $0 == scenarios[index] }, comparison: worse[index])
    }.sorted { $0.rank < $1.rank }.prefix(3).map(\.comparison)
  }

  /// Searches the cause of a case's regressions. What prevents it is said in the cause.
  ///
  /// - Parameter frameLabel: what a frame of the case is.
  /// - Throws: `CancellationError`.
  func cause(
    _ kind: RegressionCause.Kind, of comparison: CaseComparison, in pair: PairedCase,
    frameLabel: String?
  ) async throws -> RegressionCause {
    var cause = RegressionCause(
      comparison.scenarioCase, kind: kind,
      metrics: comparison.regressions(of: [kind]).map(\.metric.name))
    do {
      guard budget.used() < end else { throw ProfileUnavailable(budget.reason("not reached")) }
      if kind == .records {
        cause.differences = try await differences(of: cause.metrics, in: pair)
        cause.frameLabel = frameLabel
        if cause.differences.isEmpty { cause.notAvailable = "the records are the same" }
      } else {
        try await addRows(to: &cause, of: comparison, in: pair)
        if cause.rows.isEmpty { cause.notAvailable = "a replay alone shows no growth" }
      }
    } catch {
      try Task.checkCancellation()
      cause.notAvailable = "\(error)"
    }
    return cause
  }

  private func differences(
    of metrics: [String], in pair: PairedCase
  ) async throws -> [RecordDifference] {
    let seconds = end - budget.used()
    async let base = pair.records(of: .base, metrics: metrics, limits: limits, within: seconds)
    async let head = pair.records(of: .head, metrics: metrics, limits: limits, within: seconds)
    return try await RecordDifference.all(base, head)
  }

  private func addRows(
    to cause: inout RegressionCause, of comparison: CaseComparison, in pair: PairedCase
  ) async throws {
    let kind = cause.kind
    let name = cause.scenarioCase.description.replacing(#/[^A-Za-z0-9.]+/#, with: "-")
    let profile = kind == .functions ? "callgrind.out" : "heap-\(kind.rawValue)"
    let files = Revision.allCases.map { "why/\(name)/\(profile).\($0.rawValue)" }
    try FileManager.default.createDirectory(
      atPath: "\(folder)/why/\(name)", withIntermediateDirectories: true)
    let peakBy = kind == .liveMemory ? comparison.profileInterval : nil
    cause.rows = try await rows(kind, of: pair, peakBy, files.map { folder + "/" + $0 })
    cause.files = files
  }

  /// Profiles both programs at the same time, as nothing is timed any more.
  private func rows(
    _ kind: RegressionCause.Kind, of pair: PairedCase, _ peakBy: Int?, _ files: [String]
  ) async throws -> [RegressionCause.Row] {
    let seconds = end - budget.used()
    if kind == .functions {
      async let base = pair.instructions(of: .base, limits: limits, to: files[0], within: seconds)
      async let head = pair.instructions(of: .head, limits: limits, to: files[1], within: seconds)
      return try await SourceCosts(head).rows(grownFrom: SourceCosts(base))
    }
    async let base = pair.allocations(
      of: .base, peakBy: peakBy, limits: limits, to: files[0], within: seconds)
    async let head = pair.allocations(
      of: .head, peakBy: peakBy, limits: limits, to: files[1], within: seconds)
    return try await AllocationSites(head, isLive: peakBy != nil)
      .rows(grownFrom: AllocationSites(base, isLive: peakBy != nil))
  }
}

extension CaseComparison {
  /// The regressions that some kinds of causes explain.
  func regressions(of kinds: [RegressionCause.Kind]) -> [MetricVerdict] {
    metrics.filter { verdict in
      verdict.outcome == .regression && kinds.contains { $0.explains(verdict.metric) }
    }
  }

  /// The largest weight of these.
  fileprivate func worst(of kinds: [RegressionCause.Kind]) -> MetricVerdict.Weight {
    regressions(of: kinds).map(\.weight).max() ?? .none
  }

  /// The bytes of allocations between two profiles of live memory: a thirty-second of the peak, but
  /// for no more than some hundred profiles.
  fileprivate var profileInterval: Int {
    let bytes = [Metric.peakLiveBytes: 32.0, .bytesAllocated: 128].map { metric, count in
      (metrics.first { $0.metric.name == metric.name }?.head ?? 0) / count
    }
    return (16..<40).map { 1 << $0 }.first { Double($0) >= bytes.max() ?? 0 } ?? 1 << 40
  }
}
