import Harness
import Measurement
import ScenarioModel

/// Who does the whole job in one world, who does less, and whose app did not go on to the end.
struct CompletenessFindings {
  let scenario: ScenarioDescription
  /// Every case of the world.
  let results: [CaseResult]
  let completeness: CompleteCases

  /// The sentences in Markdown, each to stand as a point of a list.
  var sentences: [String] {
    terminationSentences + jobSentences
  }

  /// What only some strategies do, to end "of those that"; `nil` where there are no others. A long
  /// condition was said in full before.
  var restriction: String? {
    var conditions: [String] = []
    if !completeness.incomplete.isEmpty, let asked = scenario.requirement {
      conditions.append(asked.fraction == nil ? asked.summary : "do the job")
    }
    if completeness.terminated.contains(where: { $0.scenarioCase.strategy != scenario.naive }) {
      conditions.append("keep the app alive")
    }
    return conditions.isEmpty ? nil : WordList.and(conditions)
  }

  private var terminationSentences: [String] {
    let terminated = completeness.terminated
    guard !terminated.isEmpty else { return [] }
    let count = terminated.count == 1 ? "It is" : "They are"
    return [
      "The watchdog ended the app under \(names(terminated)), which kept the main thread for too "
        + "long. \(count) never the best by a number, as an app that is gone does nothing more."
    ]
  }

  private var jobSentences: [String] {
    guard let asked = scenario.requirement, completeness.isKnown else { return [] }
    guard asked.metric.name == Self.pinMetric else { return shareSentences(asked) }
    return pinSentences(asked) + (asked.fraction == nil ? lossSentences : shareSentences(asked))
  }

  /// What is said of pins has words of its own.
  private static let pinMetric = "pin-coverage"

  private func pinSentences(_ asked: ResultRequirement) -> [String] {
    let lacking = Set(completeness.incomplete.map(\.result.scenarioCase))
    let complete = results.filter {
      $0.status == .completed && !lacking.contains($0.scenarioCase)
    }
    let shares = complete.compactMap { result in
      result[metric: asked.metric.name]?.summary.map { (result: result, share: $0.median) }
    }
    var sentences: [String] = []
    let keeping = shares.filter { $0.share >= 1 }.map(\.result)
    if keeping.count == results.count, keeping.count > 1 {
      sentences.append(
        "Every strategy stands for every pin in view in every frame that was inspected.")
    } else if !keeping.isEmpty {
      sentences.append(
        "\(names(keeping)) \(keeping.count == 1 ? "stands" : "stand") for every pin in view in "
          + "every frame that was inspected.")
    }
    var groups: [(share: String, results: [CaseResult])] = []
    for (result, share) in shares where share < 1 {
      let text = NumberFormat.text(share, asked.metric.unit)
      if let index = groups.firstIndex(where: { $0.share == text }) {
        groups[index].results.append(result)
      } else {
        groups.append((text, [result]))
      }
    }
    if !groups.isEmpty {
      let parts = groups.map { group in
        "\(names(group.results)) \(group.results.count == 1 ? "stands" : "stand") for \(group.share)"
      }
      sentences.append(
        "Of the pins in view in the frames that were inspected \(WordList.and(parts)).")
    }
    return sentences
  }

  private var lossSentences: [String] {
    completeness.incomplete.map { result, share in
      "\(names([result])) loses pins: \(NumberFormat.text(1 - share, .fraction)) of the pins in view "
        + "have no annotation, or more than one, that stands for them."
    }
  }

  private func shareSentences(_ asked: ResultRequirement) -> [String] {
    guard !completeness.incomplete.isEmpty else { return [] }
    let lacking = completeness.incomplete.map { result, share in
      "\(names([result])) (\(NumberFormat.text(share, asked.metric.unit)))"
    }
    return [
      "Only strategies that \(asked.summary) do the job and can be the best by a number. By "
        + "\(MarkdownText.code(asked.metric.name)) these do not: "
        + "\(WordList.and(lacking))."
    ]
  }

  private func names(_ results: [CaseResult]) -> String {
    WordList.and(results.map { MarkdownText.code($0.scenarioCase.strategy) })
  }
}
