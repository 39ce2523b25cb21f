import Harness
import Measurement
import PlatformProfiles
import ScenarioModel
import Verdicts

extension ResultsDocument {
  /// Collects what a run found out and what its verdict is.
  public init(_ results: RunResults, verdict: RunVerdict) {
    schema = Self.currentSchema
    provenance = results.provenance
    shard = results.shard
    parts = results.parts.isEmpty ? nil : results.parts
    selection = results.selection
    command = results.command
    self.verdict = RunVerdictEntry(verdict)
    profiles = results.profiles.map { Profile($0, parameters: results.parameters(of: $0)) }
    scenarios = results.scenarios.map { scenario in
      ScenarioEntry(
        scenario, selection: results.selection,
        verdict: verdict.scenarios.first { $0.scenario == scenario.scenario.name })
    }
  }
}

extension ResultsDocument.RunVerdictEntry {
  fileprivate init(_ verdict: RunVerdict) {
    let tally = VerdictTally(verdict)
    exitCode = verdict.exitCode.rawValue
    thresholdsPassed = tally.passed
    thresholdsFailed = tally.failed
    thresholdsNotDecided = tally.notDecided
    thresholdsInconclusive = tally.inconclusive
    casesMeasured = tally.measured
    casesNotMeasured = tally.cases - tally.measured
  }
}

extension ResultsDocument.Profile {
  fileprivate init(_ profile: PlatformProfile, parameters: [ProfileParameter]) {
    name = profile.name
    title = profile.title
    warning = profile.warning
    self.parameters = parameters.map {
      ResultsDocument.Parameter(
        name: $0.name.rawValue, value: $0.value, unit: $0.unit.rawValue,
        confidence: $0.confidence.rawValue, source: $0.source)
    }
  }
}

extension ResultsDocument.ScenarioEntry {
  fileprivate init(
    _ results: RunResults.ScenarioResults, selection: RunSelection, verdict: ScenarioVerdict?
  ) {
    let scenario = results.scenario
    let workload = results.workload(under: selection)
    name = scenario.name
    title = scenario.title
    family = scenario.family.name
    source = scenario.source
    file = scenario.file
    naive = scenario.naive
    profile = workload.profile?.name
    strategies = results.selectedStrategies.map {
      results.description(of: $0)
    }
    facts = workload.facts.map { ResultsDocument.Fact(name: $0.name, value: $0.value) }
    seeds = workload.seeds.map { ResultsDocument.Seed(name: $0.name, seed: $0.seed) }
    fingerprint = EnvironmentFingerprint(scenario)
    tolerances = scenario.tolerances.isEmpty ? nil : scenario.tolerances
    metrics = scenario.metrics
    thresholds =
      (verdict?.thresholds ?? []).map { ResultsDocument.ThresholdEntry($0) }
      + (verdict?.unselectedThresholds ?? []).map { ResultsDocument.ThresholdEntry($0) }
    claims = (verdict?.claims ?? []).map {
      ResultsDocument.ClaimEntry($0, metrics: scenario.metrics)
    }
    cases = results.cases.map { result in
      let scenarioCase = result.scenarioCase
      let naive = results.result(
        variant: scenarioCase.variant, size: scenarioCase.size, strategy: scenario.naive)
      return ResultsDocument.CaseEntry(result, naive: naive)
    }
  }
}

extension ResultsDocument.ClaimEntry {
  fileprivate init(_ verdict: ClaimVerdict, metrics: [Metric]) {
    id = verdict.claim.id
    says = verdict.claim.says
    source = verdict.claim.source
    variant = verdict.variant
    size = verdict.size
    self.verdict = verdict.outcome.word
    explanation = verdict.explanation(metrics: metrics)
    value = verdict.numbers.deciding.finite
  }
}

extension ResultsDocument.CaseEntry {
  fileprivate init(_ result: CaseResult, naive: CaseResult?) {
    variant = result.scenarioCase.variant
    size = result.scenarioCase.size
    strategy = result.scenarioCase.strategy
    status = result.status.word
    reason = result.status == .completed ? nil : result.status.description
    metrics = result.metrics.map {
      ResultsDocument.MetricEntry($0, naive: naive?[metric: $0.metric.name])
    }
    pictures = result.pictures
    outcomes = result.outcomes.isEmpty ? nil : result.outcomes
    load = result.load
  }
}

extension ResultsDocument.MetricEntry {
  fileprivate init(_ result: MetricResult, naive: MetricResult?) {
    let summary = result.finiteSummary
    name = result.metric.name
    unit = result.metric.unit
    kind = result.metric.kind
    polarity = result.metric.polarity
    median = summary?.median
    low = result.interval?.low
    high = result.interval?.high
    min = summary?.minimum
    max = summary?.maximum
    versusNaive = result.ratio(to: naive)
    notAvailable = result.missingReason
    samples = result.samples.map { sample in
      let number = sample.value.number.finite
      let reason: String? =
        if case .notAvailable(let reason) = sample.value {
          reason
        } else {
          number == nil ? ResultsDocument.Sample.notFinite : nil
        }
      return ResultsDocument.Sample(
        trial: sample.trial.number, value: number, notAvailable: reason)
    }
  }
}

extension Double? {
  /// The number, unless it is infinite or none: JSON has no word for those.
  fileprivate var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}
