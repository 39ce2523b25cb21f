import Answers
import Guides
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

  /// The answer with its consequence, a table of the strategies, the reasons, the code and the next
  /// steps.
  ///
  /// - Parameter width: the columns of the terminal; `nil` for an output that is none.
  package func text(width: Int?) -> String {
    let results = answer.results
    let tables = SummaryTable.tables(
      of: results, verdict: answer.verdict, width: width ?? SummaryTable.standardWidth)
    let text = self.text
    let first = text.map { [$0.headline] + $0.consequences + [""] } ?? []
    let reasons = (text?.lines(answer.sensitivity) ?? []) + found + [""]
    let code = text?.code.terminalLines(width: width ?? .max) ?? []
    let prose = { (lines: [String]) in lines.flatMap { $0.wrapped(to: width) } }
    let parts: [[String]] = [
      prose(first), tables, prose(reasons), code, code.isEmpty ? [] : [""], links,
      prose(text.map { ["Answer: " + $0.headline] } ?? []),
    ]
    return parts.joined().joined(separator: "\n")
  }

  /// The answer in words.
  private var text: Advice? {
    answer.scenario.flatMap { scenario in
      scenario.advice([answer.recommendation].compactMap(\.self)).first
    }
  }

  /// The findings about the pins and the strategies.
  private var found: [String] {
    var lines = [stacked.summary].compactMap(\.self)
    let (results, findings) = (answer.results, answer.findings)
    for result in results.cases where findings.contains(result.scenarioCase) {
      lines.append(PlainText.line("Found: \(result.scenarioCase): \(result.status)."))
    }
    let isBroken = answer.verdict.cases.contains {
      $0.outcome != .measured && !findings.contains($0.scenarioCase) || $0.hasSeenLittle
    }
    if isBroken { lines += ["", answer.verdict.headline, ""] }
    return lines + [ModelError.sentence(of: results.profiles)]
  }

  /// The files, and the next step; commands and paths stay on their lines.
  private var links: [String] {
    pictures.map { "Picture: " + PlainText.line($0) } + [
      "Report: " + PlainText.line("\(folder)/\(RunFolder.reportFile)"),
      "Page: " + PlainText.line("\(folder)/\(RunFolder.pageFile)"),
      "For another phone: add --slowness 3 if it is 3 times as slow as the profile, or "
        + "--measured with your own numbers",
      "Next, to move all parameters of the platform: " + next,
    ]
  }

  private var next: String {
    ShellWord.command([answer.results.program, "sensitivity", "--run", folder])
  }

  /// The pictures of the naive strategy and of the one to take.
  private var pictures: [String] {
    let names = [answer.scenario?.scenario.naive, answer.recommendation?.strategy]
      .compactMap(\.self).uniqued()
    return names.flatMap { name in
      answer.results.cases.filter { $0.scenarioCase.strategy == name }.flatMap(\.pictures)
        .compactMap { RunFolder.path(ofRecorded: $0.file, in: folder) }
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
      "strategies": strategies, "next": next,
      "sentences": sentences,
    ]
    if let app = text?.app {
      var code = ["summary": app.sentence, "swift": app.code]
      code["article"] = app.article
      fields["code"] = code
    }
    if let analysed = answer.sensitivity?.scenarios.first {
      fields["analysis"] = analysed.answers.filter { $0.answer.kind == .recommendation }
    }
    if recommendation != nil, let scenario = answer.scenario {
      fields["naive"] = scenario.scenario.naive
    }
    try JSONFields(fields: fields).encode(to: encoder)
  }

  /// The answer, its reasons and what was found, as the text has them.
  private var sentences: [String] {
    let answered = text.map { [$0.headline] + $0.consequences + $0.lines(answer.sensitivity) } ?? []
    return answered + found.filter { !$0.isEmpty }
  }

  /// The numbers of the strategies with all pins, as the page shows them, and what of it each
  /// misses.
  private var strategies: [JSONFields] {
    guard let scenario = answer.scenario else { return [] }
    let shown = scenario.shownMetrics
    return scenario.cases.map { result -> JSONFields in
      let strategy = result.scenarioCase.strategy
      let values = shown.compactMap { result[metric: $0.name] }.map { metric in
        JSONFields(fields: [
          "metric": metric.metric.name, "unit": metric.metric.unit, "kind": metric.metric.kind,
          "value": metric.number, "notAvailable": metric.missingReason,
        ])
      }
      let missed = scenario.scenario.demands(of: result.scenarioCase.variant).map(\.metric)
        .filter { scenario.reaches($0, result, answer.recommendation) == false }
      return JSONFields(fields: [
        "strategy": strategy, "status": result.status.identifier, "values": values,
        "missed": missed.map(\.name),
      ])
    }
  }
}
