import Guides
import Harness
import ScenarioModel
import Support
import Verdicts

/// The component and the strategy for an app, with their reasons, as Markdown that a terminal shows
/// as well.
package struct ComponentAdviceText {
  private let advice: ComponentAdvice
  /// A run of the app's screen in both components; `nil` if there is none.
  private let results: RunResults?
  private let folder: String?

  /// - Parameters:
  ///   - results: a run whose first scenario has the strategies of both components.
  ///   - folder: the folder of the run.
  package init(_ advice: ComponentAdvice, results: RunResults?, folder: String?) {
    self.advice = advice
    self.results = results
    self.folder = folder
  }

  /// The strategy to take with a component.
  private struct Choice {
    let component: MapComponent
    let recommendation: Recommendation
  }

  private var scenario: ScenarioResults? { results?.scenarios.first }

  private func choice(_ component: MapComponent) -> Choice? {
    guard let scenario else { return nil }
    let names = component.strategies(for: advice.facts)
    let kept = ScenarioResults(
      scenario: scenario.scenario,
      cases: scenario.cases.filter { names.contains($0.scenarioCase.strategy) })
    return Recommendation(kept, size: advice.facts.annotations).map {
      Choice(component: component, recommendation: $0)
    }
  }

  /// The whole text.
  package var markdown: String {
    var parts = [
      "# \(headline)", circumstances, "## Why this component", component, "## Which strategy",
      strategies, "## What cannot be known here", unknown,
    ]
    let counted: Set<AppFacts.Fact> = advice.facts.data == nil ? [.data] : [.data, .annotations]
    let assumed = AppFacts.Fact.allCases.filter {
      advice.facts.assumed.contains($0) && !counted.contains($0)
    }
    if !assumed.isEmpty {
      parts += [
        "## Assumed, because you did not say",
        assumed.map { "- `\($0.rawValue)`: \(advice.facts.text(of: $0))" }.joined(separator: "\n"),
      ]
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var headline: String {
    let strategy = choice(advice.component).map { ", with `\($0.recommendation.strategy)`" } ?? ""
    return "Take \(advice.component.rawValue)\(strategy)"
  }

  private var circumstances: String {
    let facts = advice.facts
    let source = facts.data.map { " of " + MarkdownText.escaped($0) } ?? ""
    let load =
      "For \(NumberFormat.grouped(facts.annotations)) annotations\(source), "
      + "iOS \(facts.ios) and later."
    guard let scenario else { return load }
    let profile = scenario.scenario.profile?.name ?? "none"
    return load + " The numbers are modelled with the profile `\(profile)`: no phone was measured."
  }

  // MARK: - The component

  private var component: String {
    advice.steps.filter { $0.applies || $0.component == .mkMapView }.map { step in
      let source = "\(step.rule.document), \(step.rule.lines.label)"
      let verdict =
        step.applies
        ? step.component.map { "asks for \($0.rawValue)" } ?? "applies" : "does not apply"
      guard step.applies else {
        return "- \(step.rule.says) (\(source)) You: \(step.fact). It \(verdict)."
      }
      return "- **\(step.rule.says)** (\(source)) You: \(step.fact). It \(verdict).\n"
        + "  Found here: \(step.rule.found)"
    }.joined(separator: "\n")
  }

  // MARK: - The strategy

  private var strategies: String {
    guard let scenario else {
      return "No run: the numbers come without `--no-run`, or from a finished run with `--run`."
    }
    let choices = MapComponent.allCases.compactMap { choice($0) }
    guard !choices.isEmpty else {
      let verdict = ScenarioVerdict(scenario)
      let reason =
        verdict.cases.contains(where: \.hasSeenLittle)
        ? "The camera saw too few of the annotations for an answer"
        : "No strategy has a valid result"
      return "\(reason) in \(folder.map { "`\($0)`" } ?? "this run")."
    }
    let criteria = scenario.scenario.family?.criteria ?? []
    let header =
      ["Component", "Take"] + criteria.map { "\($0.metric.name) (\($0.goalLabel))" }
    let rows = choices.map { choice in
      [
        choice.component.rawValue
          + (choice.component == advice.component ? " (yours)" : ""),
        "`\(choice.recommendation.strategy)`",
      ]
        + criteria.map { criterion in
          choice.recommendation.values.first { $0.criterion == criterion }.map {
            NumberFormat.text($0.value, criterion.metric.unit)
          } ?? "–"
        }
    }
    let table = ([header, header.map { _ in "---" }] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    return ([table] + choices.map(explanation) + [pointer].compactMap(\.self))
      .joined(separator: "\n\n")
  }

  /// What the strategies do that were taken and that were not.
  private func explanation(_ choice: Choice) -> String {
    let known = scenario?.scenario.family?.strategies ?? []
    func summary(_ name: String) -> String { known.first { $0.name == name }?.summary ?? "" }
    let taken = choice.recommendation.strategy
    var lines = ["\(choice.component.rawValue): `\(taken)`. \(summary(taken))"]
    if !choice.recommendation.missed.isEmpty {
      lines.append(
        "- No strategy of this component reaches: "
          + choice.recommendation.missed.map(\.metric.name).joined(separator: ", ") + ".")
    }
    for rejection in choice.recommendation.rejections {
      lines.append("- `\(rejection.strategy)` does not do: \(text(rejection.reason)).")
    }
    for other in choice.recommendation.others {
      lines.append("- `\(other)` does as well. \(summary(other))")
    }
    return lines.joined(separator: "\n")
  }

  private func text(_ reason: Recommendation.Rejection.Reason) -> String {
    switch reason {
    case .broken(let status): status
    case .terminated: "the app ended early"
    case .belowRequirement(let metric, let value):
      "\(metric.name) is \(NumberFormat.text(value, metric.unit))"
    case .missed(let value):
      "\(value.criterion.metric.name) is "
        + "\(NumberFormat.text(value.value, value.criterion.metric.unit)) "
        + "(wanted: \(value.criterion.goalLabel))"
    case .notAvailable(let criterion): "\(criterion.metric.name) is not available"
    }
  }

  private var pointer: String? {
    guard let folder, let results else { return nil }
    let sensitivity = ShellWord.command([results.program, "sensitivity", "--run", folder])
    return "Report: `\(folder)/\(RunFolder.reportFile)`. Which parameter changes the answer: "
      + "`\(sensitivity)`."
  }

  private var unknown: String {
    """
    - What a Marker or an Annotation of SwiftUI costs: nothing is published, so both components have \
    the same cost of a view here. A recording on your phone fits it (`fit-profile`).
    - How SwiftUI reuses views: each identity has its own view here.
    - What your own view of an annotation costs: the replay has system markers.
    - How long the work takes you: no replay shows it.
    """
  }
}

extension ComponentAdviceText: Encodable {
  private enum CodingKeys: String, CodingKey {
    case component, strategy, facts, steps, recommendations, report
  }

  private struct Step: Encodable {
    let rule, document, lines, fact, found: String
    let applies: Bool
    let component: String?
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(advice.component.rawValue, forKey: .component)
    try container.encode(choice(advice.component)?.recommendation.strategy, forKey: .strategy)
    try container.encode(
      Dictionary(
        uniqueKeysWithValues: AppFacts.Fact.allCases.map {
          ($0.rawValue, advice.facts.text(of: $0))
        }), forKey: .facts)
    try container.encode(
      advice.steps.map {
        Step(
          rule: $0.rule.id, document: $0.rule.document, lines: $0.rule.lines.label,
          fact: $0.fact, found: $0.rule.found, applies: $0.applies,
          component: $0.component?.rawValue)
      }, forKey: .steps)
    let choices = MapComponent.allCases.compactMap { choice($0) }
    try container.encode(
      Dictionary(
        uniqueKeysWithValues: choices.map { ($0.component.rawValue, $0.recommendation) }),
      forKey: .recommendations)
    try container.encode(folder, forKey: .report)
  }
}
