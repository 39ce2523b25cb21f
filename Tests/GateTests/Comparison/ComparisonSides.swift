import Answers
import Foundation
import Gate
import Harness
import ScenarioModel
import Support
import TestSupport
import Testing

// Sides of a comparison made by hand: one scenario, one case of each strategy.

extension Metric {
  static let viewsReused = Metric("views-reused", .count, .counted, .neutral, "")
}

extension Provenance {
  static func made(
    processor: String = "a processor", architecture: String = "x86_64", swift: String = "6.3",
    allocator: String = "5.3.0", build: String = "release", kernel: String = "Linux 6",
    logicalProcessors: Int = 2, commit: String = "abc"
  ) -> Provenance {
    Provenance(
      machine: MachineDescription(
        processor: processor, logicalProcessors: logicalProcessors, architecture: architecture,
        kernel: kernel, memory: 1 << 30, swiftVersion: swift),
      allocator: AllocatorDescription(name: "jemalloc", version: allocator), build: build,
      commit: commit)
  }
}

extension Case {
  static func made(_ strategy: String = "naive", size: Int = 10, scenario: String = "s") -> Case {
    Case(scenario: scenario, variant: "", size: size, strategy: strategy)
  }
}

extension MetricResult {
  /// A number that every trial measures.
  static func exact(_ metric: Metric, _ value: Double) -> MetricResult {
    MetricResult(
      metric: metric, value: .number(value),
      samples: (1...3).map { Sample(trial: $0, value: value) })
  }

  static func samples(_ metric: Metric, _ values: [Double]) throws -> MetricResult {
    MetricResult(
      metric: metric, value: .number(try SampleSummary(values).median),
      samples: values.enumerated().map { Sample(trial: $0 + 1, value: $1) })
  }

  static func notAvailable(_ metric: Metric, _ reason: String = "none") -> MetricResult {
    MetricResult(metric: metric, value: .notAvailable(reason: reason))
  }
}

extension CaseResult {
  static func made(
    _ strategy: String, size: Int = 10, scenario: String = "s", status: Status = .completed,
    _ metrics: [MetricResult]
  ) -> CaseResult {
    CaseResult(
      scenarioCase: .made(strategy, size: size, scenario: scenario), status: status,
      metrics: metrics)
  }
}

extension CaseResult.Status {
  static let crashed = Self.broken(
    trial: .measurement(1), status: .crashed(ending: "SIGILL", standardError: ""))
  static let unstable = Self.notDeterministic(metric: "views-created", values: [5, 6])
}

extension RunResults {
  static func made(
    _ cases: [CaseResult], environment: String? = "w", profile: String? = "p",
    naive: String = "naive", seeds: [Seed] = [Seed("pins", 42)], tolerances: [Tolerance] = [],
    provenance: Provenance = .made()
  ) -> RunResults {
    let fingerprint = environment.map { EnvironmentFingerprint(environment: $0, profile: profile) }
    let scenarios = cases.map(\.scenarioCase.scenario).uniqued().map { name in
      let own = cases.filter { $0.scenarioCase.scenario == name }
      return ScenarioResults(
        scenario: ScenarioDescription(
          name: name, naive: naive, fingerprint: fingerprint, seeds: seeds,
          metrics: own.flatMap { $0.metrics.map(\.metric) }.uniqued(), tolerances: tolerances),
        cases: own)
    }
    return RunResults(origin: RunOrigin(provenance: provenance), scenarios: scenarios)
  }

  /// The exit code of a comparison with a head.
  func exitCode(with head: RunResults) -> ToolExitCode {
    ComparisonVerdict(.made(CaseComparison.comparisons(of: self, with: head))).exitCode
  }
}

extension MetricVerdict {
  /// The verdict on one metric of one case.
  static func made(
    base: MetricResult?, head: MetricResult?, tolerances: [Tolerance] = [],
    kind: ComparisonResults.Kind = .runs
  ) throws -> MetricVerdict? {
    // Another metric stays the same, so that no side is empty.
    let other = MetricResult.exact(Metric("other", .count, .counted, .lowerIsBetter, ""), 1)
    let sides = [base, head].map { side in
      RunResults.made([.made("naive", [other] + [side].compactMap(\.self))])
    }
    return CaseComparison.comparisons(
      of: sides[0], with: sides[1], as: kind, tolerances: tolerances
    ).first?.metrics.first { $0.metric.name != "other" }
  }

  /// The verdict on a number that every trial of a side measures.
  static func made(
    _ metric: Metric, _ base: Double, _ head: Double, tolerances: [Tolerance] = []
  ) throws -> MetricVerdict {
    try #require(
      try made(base: .exact(metric, base), head: .exact(metric, head), tolerances: tolerances))
  }
}

extension ComparisonResults {
  static func made(
    _ cases: [CaseComparison], kind: Kind = .runs, completion: Completion = .finished,
    headProvenance: Provenance? = nil, refusal: String? = nil, relaxations: [Relaxation] = []
  ) -> ComparisonResults {
    ComparisonResults(
      kind: kind, completion: completion, base: Origin(name: "base", provenance: nil),
      head: Origin(name: "head", provenance: headProvenance), refusal: refusal,
      relaxations: relaxations, cases: cases, command: "mappressure compare a b")
  }

  /// The comparison, written to a file and read again.
  func readAgain() throws -> ComparisonResults {
    try ComparisonResults(json: JSONEncoder().encode(self), path: "gate.json")
  }
}
