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
      }.flatMap(\.pictures).compactMap { RunFolder.path(ofRecorded: $0.file, in: folder) }
    }
  }
}

extension TriedPins: Encodable {
  package func encode(to encoder: any Encoder) throws {
    let recommendation = answer.recommendation
    var fields: [String: any Encodable] = [
      "file": file, "pins": answer.size, "state": recommendation?.state.name,
      "strategy": recommendation?.strategy, "exitCode": answer.exitCode.rawValue,
      "recommendations": answer.recommendations, "stacked": stacked, "pictures": pictures,
      "report": "\(folder)/\(RunFolder.reportFile)", "page": "\(folder)/\(RunFolder.pageFile)",
    ]
    if let analysed = answer.sensitivity?.scenarios.first {
      fields["analysis"] = analysed.answers.filter { $0.answer.kind == .recommendation }
    }
    if recommendation != nil, let scenario = answer.scenario {
      fields["naive"] = scenario.scenario.naive
    }
    try JSONFields(fields: fields).encode(to: encoder)
  }
}
