import Harness
import Measurement
import Scenarios
import Verdicts

/// What the numbers of one world say, in sentences; nothing that they do not carry.
struct WorldFindings {
  private let scenario: Scenario
  private let results: [CaseResult]
  private let baseline: CaseResult?
  private let completeness: CompleteCases
  private let budget: FrameBudget?
  private let profile: String?
  private let ablation: AblationReading?

  init(_ scenario: RunResults.ScenarioResults, world: World, selection: RunSelection) {
    self.scenario = scenario.scenario
    results = scenario.baselineFirst(in: world)
    baseline = scenario.baseline(in: world)
    completeness = CompleteCases(
      results.filter { $0.status == .completed },
      completeness: scenario.scenario.family.completeness)
    let workload = scenario.workload(under: selection)
    budget = FrameBudget(workload)
    profile = workload.profile?.name
    ablation = AblationReading(scenario, world: world, selection: selection)
  }

  /// The sentences in Markdown, each to stand as a point of a list.
  var sentences: [String] {
    completenessSentences + comparisonSentences + ablationSentences + budgetSentences
      + notBetterSentences + trialSentences
  }

  // MARK: - Who does the whole job

  private var completenessSentences: [String] {
    guard let asked = scenario.family.completeness, completeness.isKnown else { return [] }
    return asked.metric.name == Self.pinMetric ? pinSentences(asked) : shareSentences(asked)
  }

  /// What is said of pins has words of its own.
  private static let pinMetric = "pins-represented"

  private func pinSentences(_ asked: Completeness) -> [String] {
    var sentences: [String] = []
    let keeping = completeness.complete.filter {
      $0[metric: asked.metric.name]?.finiteSummary != nil
    }
    if keeping.count == results.count, keeping.count > 1 {
      sentences.append(
        "Every strategy stands for every pin in view in every frame that was inspected.")
    } else if !keeping.isEmpty {
      let verb = keeping.count == 1 ? "stands" : "stand"
      sentences.append(
        "\(names(keeping)) \(verb) for every pin in view in every frame that was inspected.")
    }
    for (result, share) in completeness.incomplete {
      sentences.append(
        "\(name(result)) loses pins: \(NumberFormat.text(1 - share, .fraction)) of the pins in view "
          + "have no annotation, or more than one, that stands for them.")
    }
    return sentences
  }

  private func shareSentences(_ asked: Completeness) -> [String] {
    guard !completeness.incomplete.isEmpty else { return [] }
    let lacking = completeness.incomplete.map { result, share in
      "\(name(result)) (\(NumberFormat.text(share, asked.metric.unit)))"
    }
    return [
      "Only strategies that \(asked.meaning) do the job and can be the best by a number. By "
        + "\(MarkdownText.code(asked.metric.name)) these do not: "
        + "\(WordList.and(lacking))."
    ]
  }

  /// What only some strategies do; a long condition was said in full before.
  private var restriction: String? {
    guard !completeness.incomplete.isEmpty, let asked = scenario.family.completeness else {
      return nil
    }
    return asked.share == nil ? asked.meaning : "do the job"
  }

  private var comparisonSentences: [String] {
    guard let baseline, baseline.status == .completed else { return [] }
    return BestFindings(
      scenario: scenario, baseline: baseline,
      candidates: completeness.complete.filter {
        $0.scenarioCase.strategy != scenario.baseline
      }, restriction: restriction
    ).sentences
  }

  private var ablationSentences: [String] {
    ablation.map { AblationFindings(reading: $0).sentences } ?? []
  }

  // MARK: - The frame budget

  private var budgetSentences: [String] {
    let name = "modelled-frame-time-p95"
    guard let budget, let profile else { return [] }
    let times = results.filter { $0.status == .completed }.compactMap { result in
      result[metric: name]?.finiteSummary.map { (result, $0.median) }
    }
    guard !times.isEmpty else { return [] }
    let within = times.filter { $0.1 <= budget.time }.map(\.0)
    let beyond = times.filter { $0.1 > budget.time }
      .map { "\(self.name($0.0)) (\(NumberFormat.text($0.1, .nanoseconds)))" }
    let refresh = NumberFormat.plain(budget.refresh)
    var sentence =
      "A frame has \(NumberFormat.text(budget.time, .nanoseconds)) at \(refresh) Hz. By "
      + "\(MarkdownText.code(name)), modelled with the profile \(MarkdownText.code(profile)), "
    if beyond.isEmpty {
      sentence += "every strategy that was measured keeps to it."
    } else if within.isEmpty {
      sentence += "no strategy keeps to it: \(WordList.and(beyond))."
    } else {
      sentence +=
        "\(WordList.and(beyond)) \(beyond.count == 1 ? "leaves" : "leave") it; "
        + "\(names(within)) \(within.count == 1 ? "keeps" : "keep") to it."
    }
    return [sentence] + hitchSentence
  }

  /// A percentile leaves out the frames that load; the hitch time ratio does not.
  private var hitchSentence: [String] {
    let ratios = results.filter { $0.status == .completed }.compactMap { result in
      result[metric: "hitch-time-ratio"]?.finiteSummary.map { (result, $0.median) }
    }
    let late = ratios.filter { $0.1 > 0 }
      .map { "\(name($0.0)) \(NumberFormat.text($0.1, .millisecondsPerSecond))" }
    guard !late.isEmpty else { return [] }
    let rest = late.count == ratios.count ? "" : "; the others are never late"
    return [
      "By \(MarkdownText.code("hitch-time-ratio")), modelled, loading included, frames come late: "
        + WordList.and(late) + rest + "."
    ]
  }

  // MARK: - Where a fixed strategy is not better

  private var notBetterSentences: [String] {
    guard let baseline, baseline.status == .completed else { return [] }
    // What differs by one setting is told setting by setting, in a table of its own.
    let told = ablation == nil ? [] : scenario.family.ablation?.strategies ?? []
    return results.compactMap { result in
      guard result.status == .completed, result.scenarioCase.strategy != scenario.baseline,
        !told.contains(result.scenarioCase.strategy)
      else { return nil }
      let parts = notBetterParts(result, than: baseline)
      return parts.isEmpty
        ? nil
        : "\(name(result)) is not better than \(name(baseline)) by " + WordList.and(parts) + "."
    }
  }

  private func notBetterParts(_ result: CaseResult, than baseline: CaseResult) -> [String] {
    let metrics =
      scenario.metrics.filter { $0.name == "build-time" }
      + scenario.family.headlines
    return metrics.compactMap { metric in
      guard let own = result[metric: metric.name], let naive = baseline[metric: metric.name] else {
        return nil
      }
      guard !own.isZero || !naive.isZero else { return nil }
      let values = [own, naive].compactMap(\.finiteSummary)
        .map { NumberFormat.text($0.median, metric.unit) }.joined(separator: " against ")
      return switch MetricComparison(own, to: naive) {
      case .worse: "\(MarkdownText.code(metric.name)) (\(values))"
      case .equal: "\(MarkdownText.code(metric.name)) (the same)"
      case .withinNoise: "\(MarkdownText.code(metric.name)) (\(values), within the noise)"
      case .better, .undecided: nil
      }
    }
  }

  // MARK: - How sure that is

  private var trialSentences: [String] {
    let counts = results.flatMap(\.metrics).filter { $0.metric.kind == .measured }
      .compactMap { $0.finiteSummary?.count }.filter { $0 > 1 }
    let trials = counts.min() ?? 1
    guard trials < MetricComparison.fewestTrials else { return [] }
    return [
      "With fewer than \(MetricComparison.fewestTrials) trials a difference between measured "
        + "numbers can be chance; counted and modelled numbers are the same in every trial."
    ]
  }

  private func name(_ result: CaseResult) -> String {
    MarkdownText.code(result.scenarioCase.strategy)
  }

  private func names(_ results: [CaseResult]) -> String {
    WordList.and(results.map { name($0) })
  }
}
