import Answers
import Gate
import Harness
import ScenarioModel
import Support
import Testing

/// Sides of a comparison made by hand: one scenario, one case of each strategy.
enum ComparisonSides {
  static let views = Metric("views-created", .count, .counted, .lowerIsBetter, "")
  static let kept = Metric("pin-coverage", .fraction, .counted, .higherIsBetter, "")
  static let reused = Metric("views-reused", .count, .counted, .neutral, "")

  static func provenance(
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

  static func scenarioCase(_ strategy: String, size: Int = 10, scenario: String = "s") -> Case {
    Case(scenario: scenario, variant: "", size: size, strategy: strategy)
  }

  static func result(
    _ strategy: String, size: Int = 10, scenario: String = "s",
    status: CaseResult.Status = .completed, _ metrics: [MetricResult]
  ) -> CaseResult {
    CaseResult(
      scenarioCase: scenarioCase(strategy, size: size, scenario: scenario), status: status,
      metrics: metrics)
  }

  static let crashed = CaseResult.Status.broken(
    trial: .measurement(1), status: .crashed(ending: "SIGILL", standardError: ""))
  static let unstable = CaseResult.Status.notDeterministic(metric: "views-created", values: [5, 6])

  static func run(
    _ cases: [CaseResult], environment: String? = "w", profile: String? = "p",
    naive: String = "naive",
    seeds: [Seed] = [Seed("pins", 42)],
    tolerances: [Tolerance] = [], provenance: Provenance = provenance()
  ) -> RunResults {
    var names: [String] = []
    for name in cases.map(\.scenarioCase.scenario) where !names.contains(name) {
      names.append(name)
    }
    return RunResults(
      origin: RunOrigin(provenance: provenance),
      scenarios: names.map { name in
        let own = cases.filter { $0.scenarioCase.scenario == name }
        var metrics: [Metric] = []
        for metric in own.flatMap({ $0.metrics.map(\.metric) }) where !metrics.contains(metric) {
          metrics.append(metric)
        }
        return ScenarioResults(
          scenario: ScenarioDescription(
            name: name, naive: naive,
            fingerprint: environment.map {
              EnvironmentFingerprint(environment: $0, profile: profile)
            }, seeds: seeds, metrics: metrics, tolerances: tolerances),
          cases: own)
      })
  }

  /// A number that every trial answers with.
  static func exact(_ metric: Metric, _ value: Double) -> MetricResult {
    MetricResult(
      metric: metric, value: .number(value),
      samples: (1...3).map { MetricResult.Sample(trial: $0, value: value) })
  }

  static func samples(_ metric: Metric, _ values: [Double]) throws -> MetricResult {
    MetricResult(
      metric: metric, value: .number(try SampleSummary(values).median),
      samples: values.enumerated().map {
        MetricResult.Sample(trial: $0.offset + 1, value: $0.element)
      })
  }

  /// The verdict on one metric of one case.
  static func verdict(
    base: MetricResult?, head: MetricResult?, tolerances: [Tolerance] = [],
    kind: ComparisonResults.Kind = .runs
  ) throws -> MetricVerdict? {
    // Another metric stays the same, so that no side is empty.
    let other = exact(Metric("other", .count, .counted, .lowerIsBetter, ""), 1)
    let sides = [base, head].map { run([result("naive", [other] + [$0].compactMap(\.self))]) }
    return CaseComparison.comparisons(
      of: sides[0], with: sides[1], as: kind, tolerances: tolerances
    ).first?.metrics.first { $0.metric.name != "other" }
  }

  /// The verdict on a number that every trial of a side answers with.
  static func verdict(
    _ metric: Metric, _ base: Double, _ head: Double, tolerances: [Tolerance] = []
  ) throws -> MetricVerdict {
    try #require(
      try verdict(base: exact(metric, base), head: exact(metric, head), tolerances: tolerances))
  }

  static func results(_ cases: [CaseComparison], refusal: String? = nil) -> ComparisonResults {
    ComparisonResults(
      kind: .runs, base: .init(name: "base", provenance: nil),
      head: .init(name: "head", provenance: nil), refusal: refusal, cases: cases,
      command: "mappressure compare a b")
  }

  static func exitCode(of base: RunResults, with head: RunResults) -> ToolExitCode {
    ComparisonVerdict(results(CaseComparison.comparisons(of: base, with: head))).exitCode
  }
}
