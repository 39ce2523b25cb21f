import Gate
import Harness
import ScenarioModel
import Support

/// Timed gates whose truth is known.
struct TimedCalibration: Sendable {
  let work: SyntheticWorkload
  /// The cases of the null gates; `nil`: the synthetic workload.
  let plan: Plan?
  let copy: ProgramCopy
  let shared: SharedFolders
  let options: CalibrationOptions

  func run(
    progress: @Sendable (CalibrationEvent) -> Void
  ) async throws -> [CalibrationResults.Group] {
    var seeds = SplitMix64(seed: options.gate.seed)
    var groups: [CalibrationResults.Group] = []
    for (name, cases) in nullCases {
      groups.append(
        try await group(
          .nothing, work: name, cases: cases, count: options.nullGates, seeds: &seeds,
          progress: progress))
    }
    for percent in options.changes {
      for (change, name, cases) in slowerCases(by: percent) {
        groups.append(
          try await group(
            change, work: name, cases: cases, count: options.gatesOfChange, seeds: &seeds,
            progress: progress))
      }
    }
    return groups.filter { !$0.gates.isEmpty }
  }

  /// The cases of the gates over a change: the synthetic workload with more work, or the plan's
  /// cases with frames that take longer.
  private func slowerCases(
    by percent: Int
  ) -> [(change: InjectedChange, name: String, cases: [PairedCase])] {
    guard plan != nil else {
      return CalibrationFamily.slowerStrategies.filter { $0.percent == percent }.map {
        var slower = work.pairedCase(with: copy.program, shared: shared)
        slower.headStrategy = $0.name
        return (.work(percent: percent), work.scenario.name, [slower])
      }
    }
    return nullCases.map { name, cases in
      let slower = cases.map { paired in
        var slower = paired
        slower.headSlowdown = Double(percent) / 100
        return slower
      }
      return (.time(percent: percent), name, slower)
    }
  }

  /// The cases of the null gates, by scenario.
  private var nullCases: [(name: String, cases: [PairedCase])] {
    guard let plan else {
      return [(work.scenario.name, [work.pairedCase(with: copy.program, shared: shared)])]
    }
    return plan.scenarios.map { scenario in
      (
        scenario.name,
        plan.cases.filter { $0.scenario == scenario.name }.map {
          PairedCase(
            $0, of: scenario, seed: plan.selection.seed, base: copy.program, head: .itself(),
            shared: shared)
        }
      )
    }
  }

  /// Runs gates over the cases in turn.
  private func group(
    _ change: InjectedChange, work: String, cases: [PairedCase], count: Int,
    seeds: inout SplitMix64, progress: @Sendable (CalibrationEvent) -> Void
  ) async throws -> CalibrationResults.Group {
    var gates: [CalibrationResults.TimedGate] = []
    for number in 0..<(cases.isEmpty ? 0 : count) {
      var gate = options.gate
      // Each gate has another random order.
      gate.seed = seeds.next()
      let results = try await TimedGate(options: gate).run([cases[number % cases.count]]) { _ in }
      for result in results {
        let gate = CalibrationResults.TimedGate(result)
        gates.append(gate)
        progress(.timed(change, work: work, gate, number: number + 1, of: count))
      }
    }
    return CalibrationResults.Group(
      .timed, change, work: work, comparisons: gates.count,
      regressions: gates.count { $0.outcome == .regression }, gates: gates)
  }
}

extension CalibrationResults.TimedGate {
  /// The result of a gate with one case: the worst of its metrics decides.
  init(_ result: TimedCaseResult) {
    let verdicts = result.comparison.metrics
    let frames = verdicts.first { $0.metric.name == Metric.frameTime.name }
    self.init(
      outcome: result.pairs < PairedTestRule.minPairs
        ? .unusable : Self.outcome(result.comparison), wasSuspected: result.isSuspected,
      pairs: result.pairs + result.confirmingPairs, seconds: result.seconds,
      change: frames?.effect?.change, changeLow: frames?.effect?.low,
      changeHigh: frames?.effect?.high, minimumDetectableEffect: frames?.minimumDetectableEffect)
  }

  private static func outcome(_ comparison: CaseComparison) -> Outcome {
    guard comparison.status == .compared else { return .unusable }
    let outcomes = comparison.metrics.map(\.outcome)
    if outcomes.contains(.regression) { return .regression }
    if outcomes.contains(where: { if case .inconclusive = $0 { true } else { false } }) {
      return .inconclusive
    }
    if outcomes.contains(.improvement) { return .improvement }
    // Metrics that are not gated pass only with one that is.
    return outcomes.contains(.pass) ? .pass : .unusable
  }
}
