import Answers
import Documents
import Guides
import Harness
import ScenarioModel
import Support

/// The component and the strategy for an app, with their reasons and the code.
package struct ComponentAdviceText {
  private let advice: ComponentAdvice
  private let pins: PinsAnswer?
  private let answer: AppAnswer?
  private let stacked: StackedPins?
  private let folder: String?

  /// - Parameters:
  ///   - pins: a run of the app's pins; `nil` if there is none.
  ///   - stacked: the pins that no zoom separates; `nil` for generated pins.
  ///   - folder: the folder of the run.
  package init(
    _ advice: ComponentAdvice, answer pins: PinsAnswer?, stacked: StackedPins?, folder: String?
  ) {
    self.advice = advice
    self.pins = pins
    self.stacked = stacked
    self.folder = folder
    answer = pins?.scenario.flatMap { scenario in
      AppAnswer(
        advice, results: scenario, size: advice.facts.annotations,
        drawn: pins?.recommendation?.drawn)
    }
  }

  private var scenario: ScenarioResults? { pins?.scenario }

  /// The exit code: without a run it passes, and without an answer the run decides.
  package var exitCode: ToolExitCode {
    guard let pins else { return .pass }
    return answer.map { $0.recommendation.isUndecided } ?? true
      ? pins.verdict.exitCode.reported(failsOnInconclusive: false) : pins.exitCode
  }

  /// The whole document.
  package var document: Document {
    let counted: Set<AppFacts.Fact> = advice.facts.data == nil ? [.data] : [.data, .annotations]
    let assumed = AppFacts.Fact.allCases.filter {
      advice.facts.assumed.contains($0) && !counted.contains($0)
    }
    return Document {
      Heading(1, headline)
      Paragraph(text?.consequences.first?.escaped ?? "")
      circumstances
      Heading(2, "Which strategy")
      strategies
      Heading(2, "Why this component")
      BulletList(rules)
      Heading(2, "What cannot be known here")
      BulletList(Self.unknown)
      if !assumed.isEmpty {
        Heading(2, "Assumed, because you did not say")
        BulletList(assumed.map { "`\($0.rawValue)`: \(advice.facts.text(of: $0))" })
      }
      if let text, text.app != nil {
        Heading(2, "The code")
        text.code
      }
    }
  }

  /// The answer in words.
  private var text: Advice? {
    guard let scenario, let answer else { return nil }
    return scenario.advice([answer.recommendation]).first
  }

  /// The component and the strategy, the facts that change it, and the other component where it
  /// differs.
  private var headline: String {
    guard let answer, let sentence = phrase(answer.recommendation) else {
      return "Take \(advice.component.rawValue)"
    }
    let component = (answer.recommendation.isTaken ? "Take " : "") + answer.component.rawValue
    return [component, sentence, deciding(answer), otherComponent(answer)].compactMap(\.self)
      .joined(separator: ". ")
  }

  /// A recommendation in one sentence: `12,000 pins: take grid-clusters`.
  private func phrase(_ recommendation: Recommendation) -> String? {
    scenario?.advice([recommendation]).first.map { $0.sentence.escaped }
  }

  private func deciding(_ answer: AppAnswer) -> String? {
    guard !answer.deciding.isEmpty else { return nil }
    return "Decided by your facts: \(LimitedList.all(answer.deciding)); without them, the answer "
      + "is `\(answer.unrestricted)`"
  }

  /// The component that the rules ask for where it is not the answer's, and one that reaches what the
  /// answer's misses.
  private func otherComponent(_ answer: AppAnswer) -> String? {
    let isOfRules = answer.component == advice.component
    let other = MapComponent.allCases.first {
      isOfRules ? $0 != answer.component : $0 == advice.component
    }
    guard let other, let choice = answer.choices[other], let sentence = phrase(choice) else {
      return nil
    }
    guard isOfRules else {
      return "With \(other.rawValue), which the guide's rules ask for, \(sentence)"
    }
    let isBetter = answer.recommendation.missed.contains { !choice.missed.contains($0) }
    return isBetter ? "With \(other.rawValue), \(sentence)" : nil
  }

  @DocumentBuilder private var circumstances: Document {
    let facts = advice.facts
    let source = facts.data.map { " of " + $0.escaped } ?? ""
    let model = scenario.map {
      " The numbers are modelled with the profile `\($0.scenario.profile?.name ?? "none")`: "
        + "no phone was measured."
    }
    let changes =
      scenario != nil && facts.hasChanges
      ? " Unlike `try`, the replay has changes, a location or a selection." : ""
    Paragraph(
      "For \(NumberFormat.grouped(facts.annotations)) annotations\(source), "
        + "iOS \(facts.ios) and later.\(model ?? "")\(changes)")
    Paragraph(stacked?.summary ?? "")
  }

  // MARK: - The component

  /// The rules that apply, and those for MKMapView that do not, in one.
  private var rules: [String] {
    let rest = advice.steps.filter { !$0.applies && $0.component == .mkMapView }.map(\.fact)
    let applying = advice.steps.filter(\.applies).map { step in
      let verdict = step.component.map { "asks for \($0.rawValue)" } ?? "applies"
      return "**\(step.rule.says)** (\(step.rule.document), \(step.rule.lines.label)) "
        + "You: \(step.fact). The rule \(verdict).\nFound here: \(step.rule.found)"
    }
    return applying
      + (rest.isEmpty
        ? [] : ["The other rules that ask for MKMapView do not apply: \(LimitedList.all(rest))."])
  }

  // MARK: - The strategy

  @DocumentBuilder private var strategies: Document {
    if let scenario, let answer {
      let choices = MapComponent.allCases.compactMap { component in
        answer.choices[component].map { (component: component, recommendation: $0) }
      }
      table(of: choices, answer: answer.component, scenario.scenario.family?.criteria ?? [])
      for choice in choices {
        explanation(choice.component, choice.recommendation, scenario)
      }
      Paragraph(pointer ?? "")
    } else {
      Paragraph(noAnswer)
    }
  }

  private var noAnswer: String {
    guard let pins, scenario != nil else {
      return "No run: for numbers, leave out `--no-run`, or name a finished run with `--run`."
    }
    let reason =
      pins.verdict.cases.contains(where: \.hasSeenLittle)
      ? "The camera saw too few of the annotations for an answer"
      : "No strategy that the facts allow has a valid result"
    return "\(reason) in \(folder.map { "`\($0)`" } ?? "this run")."
  }

  private func table(
    of choices: [(component: MapComponent, recommendation: Recommendation)],
    answer: MapComponent, _ criteria: [Criterion]
  ) -> Table {
    Table(
      ["Component", "Strategy"]
        + criteria.map { Table.Column("\($0.metric.label) (\($0.goalLabel))") },
      of: choices
    ) { component, recommendation in
      let values = criteria.map { criterion in
        recommendation.values.first { $0.criterion == criterion }.map {
          NumberFormat.text($0.value, criterion.metric.unit)
        } ?? "–"
      }
      let mark = component == answer ? " (the answer)" : ""
      return [component.rawValue + mark, "`\(recommendation.strategy)`"] + values
    }
  }

  /// The explanation of a strategy: its effects, why it is the best of its component, and how sure
  /// that is.
  private func explanation(
    _ component: MapComponent, _ recommendation: Recommendation, _ scenario: ScenarioResults
  ) -> Document {
    let name = recommendation.strategy
    let reasons = scenario.advice([recommendation]).flatMap { $0.lines(pins?.sensitivity) }
    let others = recommendation.others.map {
      "`\($0)` " + (recommendation.missed.isEmpty ? "is equally good." : "is equally near.")
    }
    let approach = Approach.all.first {
      $0.component == component && advice.facts.strategy(of: $0) == name
    }
    let title = component.rawValue + (approach.map { ", \($0.name)" } ?? "")
    return Document {
      Paragraph("\(title): `\(name)`. \(scenario.scenario.strategy(name).summary)")
      BulletList(reasons.map(\.escaped) + others)
    }
  }

  private var pointer: String? {
    guard let folder, let pins else { return nil }
    let sensitivity = ShellWord.command([pins.results.program, "sensitivity", "--run", folder])
    return "Report: `\(folder)/\(RunFolder.reportFile)`. Parameters that change the answer: "
      + "`\(sensitivity)`."
  }

  private static let unknown = [
    "What a SwiftUI Marker costs, because both published reports are about an app's own views.",
    "How SwiftUI reuses views. If pins do not change, both components share one replay, in which "
      + "clusters and pins in view reuse views; if pins change, each identity has its own view.",
    "What your own view of an annotation costs: the replay has system markers.",
    "How long the programming takes: no replay shows it.",
  ]
}

extension ComponentAdviceText: Encodable {
  private struct Step: Encodable {
    let rule, document, lines, fact, found: String
    let applies: Bool
    let component: String?
  }

  package func encode(to encoder: any Encoder) throws {
    let facts = AppFacts.Fact.allCases.map { ($0.rawValue, advice.facts.text(of: $0)) }
    let steps = advice.steps.map {
      Step(
        rule: $0.rule.id, document: $0.rule.document, lines: $0.rule.lines.label, fact: $0.fact,
        found: $0.rule.found, applies: $0.applies, component: $0.component?.rawValue)
    }
    let choices = (answer?.choices ?? [:]).map { ($0.key.rawValue, $0.value) }
    var fields: [String: any Encodable] = [
      "component": (answer?.component ?? advice.component).rawValue,
      "state": answer?.recommendation.state.name, "strategy": answer?.recommendation.strategy,
      "facts": Dictionary(uniqueKeysWithValues: facts), "steps": steps,
      "recommendations": Dictionary(uniqueKeysWithValues: choices),
      "exitCode": exitCode.rawValue, "report": folder,
    ]
    if let answer {
      fields["deciding"] = answer.deciding
      fields["unrestricted"] = answer.unrestricted
    }
    if let stacked { fields["stacked"] = stacked }
    try JSONFields(fields: fields).encode(to: encoder)
  }
}
