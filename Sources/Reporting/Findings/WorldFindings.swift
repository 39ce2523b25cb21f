import Harness
import Measurement
import ScenarioModel
import Verdicts

/// What the numbers of one world say, in sentences; nothing that they do not carry.
struct WorldFindings {
  private let scenario: ScenarioDescription
  private let results: [CaseResult]
  private let naive: CaseResult?
  private let completeness: CompleteCases
  private let budget: FrameBudget?
  private let profile: String?
  private let ablation: AblationReading?

  init(_ scenario: ScenarioResults, world: Configuration, selection: RunSelection) {
    self.scenario = scenario.scenario
    results = scenario.cases(in: world)
    naive = scenario.naive(in: world)
    completeness = CompleteCases(
      results.filter { $0.status == .completed },
      completeness: scenario.scenario.requirement)
    budget = FrameBudget(refresh: scenario.scenario.refresh)
    profile = scenario.scenario.profile?.name
    ablation = AblationReading(scenario, world: world, selection: selection)
  }

  /// The sentences in Markdown, each to stand as a point of a list.
  var sentences: [String] {
    completenessFindings.sentences + comparisonSentences + ablationSentences + budgetSentences
      + worseSentences + trialSentences
  }

  // MARK: - Who does the whole job, and who does it best

  private var completenessFindings: CompletenessFindings {
    CompletenessFindings(scenario: scenario, results: results, completeness: completeness)
  }

  private var comparisonSentences: [String] {
    guard let naive, naive.status == .completed else { return [] }
    return BestFindings(
      scenario: scenario, naive: naive,
      candidates: completeness.complete.filter {
        $0.scenarioCase.strategy != scenario.naive
      }, restriction: completenessFindings.restriction
    ).sentences
  }

  private var ablationSentences: [String] {
    ablation.map { AblationFindings(reading: $0).sentences } ?? []
  }

  // MARK: - The frame budget

  private var budgetSentences: [String] {
    let name = "modelled-frame-time-p95"
    guard let budget, let profile else { return [] }
    // An app that is gone has no frames that could be late.
    let alive = results.filter { $0.status == .completed && !$0.isTerminated }
    let times = alive.compactMap { result in
      result[metric: name]?.summary.map { (result, $0.median) }
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
      let subject =
        completeness.terminated.isEmpty ? "strategy that was measured" : "other strategy"
      sentence += "every \(subject) keeps to it."
    } else if within.isEmpty {
      let subject = completeness.terminated.isEmpty ? "strategy" : "other strategy"
      sentence += "no \(subject) keeps to it: \(WordList.and(beyond))."
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
      result[metric: "hitch-time-ratio"]?.summary.map { (result, $0.median) }
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

  private var worseSentences: [String] {
    guard let naive, naive.status == .completed else { return [] }
    // What differs by one setting is told setting by setting, in a table of its own.
    let told = ablation == nil ? [] : scenario.ablation?.strategies ?? []
    let others = results.filter {
      $0.status == .completed && $0.scenarioCase.strategy != scenario.naive
        && !told.contains($0.scenarioCase.strategy)
    }
    return WorseFindings(scenario: scenario, naive: naive, others: others).sentences
  }

  // MARK: - How sure that is

  private var trialSentences: [String] {
    let counts = results.flatMap(\.metrics).filter { $0.metric.kind == .measured }
      .compactMap { $0.summary?.count }.filter { $0 > 1 }
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
