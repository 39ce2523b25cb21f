import Harness
import ScenarioModel
import Sensitivity
import Support
import Verdicts

/// The answer for a user's own pins, as `try` prints it.
package struct TriedPins {
  private let file: String
  private let results: RunResults
  private let verdict: RunVerdict
  private let sensitivity: SensitivityResults?
  private let folder: String

  /// - Parameter results: a run of one scenario, whose largest size has all pins.
  package init(
    file: String, results: RunResults, verdict: RunVerdict, sensitivity: SensitivityResults?,
    folder: String
  ) {
    self.file = file
    self.results = results
    self.verdict = verdict
    self.sensitivity = sensitivity
    self.folder = folder
  }

  private var advice: [Advice] {
    guard let scenario = results.scenarios.first else { return [] }
    return scenario.advice(verdict[scenario.scenario.name]?.recommendations ?? [])
  }

  /// The size with all pins.
  private var size: Int { results.cases.map(\.scenarioCase.size).max() ?? 0 }

  /// The answer, a table of the strategies and the next steps.
  package func text(width: Int) -> String {
    let all = results.keeping { [size] _, scenarioCase in scenarioCase.size == size }
    var lines = [SummaryTable.tables(of: all, width: width), ""]
    if let scenario = results.scenarios.first, let last = advice.last {
      let answer = AnswerText(last, of: scenario, sensitivity: sensitivity)
      lines += [answer.headline] + answer.lines
      for fewer in advice.dropLast() {
        lines.append("For fewer: " + AnswerText(fewer, of: scenario).headline)
      }
    }
    let broken = verdict.cases.filter { $0.outcome != .measured || $0.hasSeenLittle }
    if !broken.isEmpty { lines += ["", verdict.headline] }
    lines += [""] + pictures.map { "Picture: " + PlainText.line($0) }
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
    let names = [results.scenarios.first?.scenario.naive, advice.last?.strategy]
      .compactMap(\.self).uniqued()
    return names.flatMap { name in
      results.cases.filter { $0.scenarioCase.strategy == name && $0.scenarioCase.size == size }
        .flatMap(\.pictures).map { folder + "/" + $0.file }
    }
  }
}

extension TriedPins: Encodable {
  private enum CodingKeys: String, CodingKey {
    case file, pins, strategy, naive, exitCode, recommendations, analysis, report, page, pictures
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(size, forKey: .pins)
    try container.encode(advice.last?.strategy, forKey: .strategy)
    try container.encode(verdict.exitCode.rawValue, forKey: .exitCode)
    try container.encode(advice.map(\.recommendation), forKey: .recommendations)
    try container.encodeIfPresent(
      sensitivity?.scenarios.first?.answers.filter { $0.answer.kind == .recommendation },
      forKey: .analysis)
    try container.encodeIfPresent(
      advice.last.flatMap { _ in results.scenarios.first?.scenario.naive }, forKey: .naive)
    try container.encode("\(folder)/\(RunFolder.reportFile)", forKey: .report)
    try container.encode("\(folder)/\(RunFolder.pageFile)", forKey: .page)
    try container.encode(pictures, forKey: .pictures)
  }
}
