import Analysis
import Harness
import ScenarioModel
import Support

/// The answer for a user's own pins, as `try` prints it.
package struct TriedPins {
  private let file: String
  private let answer: PinsAnswer
  private let stacked: StackedPins
  private let folder: String

  package init(file: String, answer: PinsAnswer, stacked: StackedPins, folder: String) {
    self.file = file
    self.answer = answer
    self.stacked = stacked
    self.folder = folder
  }

  /// The answer, a table of the strategies and the next steps.
  package func text(width: Int) -> String {
    let results = answer.results
    let all = results.keeping { $1.size == answer.size }
    var lines = [SummaryTable.tables(of: all, width: width), ""]
    if let scenario = answer.scenario, let recommendation = answer.recommendation {
      for advice in scenario.advice([recommendation]) {
        let text = AnswerText(advice, of: scenario, sensitivity: answer.sensitivity)
        lines += [text.headline] + text.lines
      }
      for advice in scenario.advice(answer.recommendations.filter { $0 != recommendation }) {
        lines.append("For fewer: " + AnswerText(advice, of: scenario).headline)
      }
    }
    lines += [stacked.summary].compactMap(\.self)
    let findings = answer.findings
    for result in results.cases where findings.contains(result.scenarioCase) {
      lines.append(PlainText.line("Found: \(result.scenarioCase): \(result.status)."))
    }
    let isBroken = answer.verdict.cases.contains {
      $0.outcome != .measured && !findings.contains($0.scenarioCase) || $0.hasSeenLittle
    }
    if isBroken { lines += ["", answer.verdict.headline] }
    lines +=
      ["", ModelError.sentence(of: answer.results.profiles)]
      + pictures.map { "Picture: " + PlainText.line($0) }
    lines += [
      "Report: " + PlainText.line("\(folder)/\(RunFolder.reportFile)"),
      "Page: " + PlainText.line("\(folder)/\(RunFolder.pageFile)"),
      "Next, to move all parameters of the platform: "
        + ShellWord.command([results.program, "sensitivity", "--run", folder]),
    ]
    return lines.joined(separator: "\n")
  }

  /// The pictures of the naive strategy and of the one to take.
  private var pictures: [String] {
    let names = [answer.scenario?.scenario.naive, answer.recommendation?.strategy]
      .compactMap(\.self).uniqued()
    return names.flatMap { name in
      answer.results.cases.filter {
        $0.scenarioCase.strategy == name && $0.scenarioCase.size == answer.size
      }.flatMap(\.pictures).map { folder + "/" + $0.file }
    }
  }
}

extension TriedPins: Encodable {
  private enum CodingKeys: String, CodingKey {
    case file, pins, state, strategy, naive, exitCode, recommendations, analysis, stacked, report,
      page, pictures
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(answer.size, forKey: .pins)
    try container.encode(answer.recommendation?.state.name, forKey: .state)
    try container.encode(answer.recommendation?.strategy, forKey: .strategy)
    try container.encode(answer.exitCode.rawValue, forKey: .exitCode)
    try container.encode(answer.recommendations, forKey: .recommendations)
    try container.encodeIfPresent(
      answer.sensitivity?.scenarios.first?.answers.filter { $0.answer.kind == .recommendation },
      forKey: .analysis)
    try container.encodeIfPresent(
      answer.recommendation.flatMap { _ in answer.scenario?.scenario.naive }, forKey: .naive)
    try container.encode(stacked, forKey: .stacked)
    try container.encode("\(folder)/\(RunFolder.reportFile)", forKey: .report)
    try container.encode("\(folder)/\(RunFolder.pageFile)", forKey: .page)
    try container.encode(pictures, forKey: .pictures)
  }
}
