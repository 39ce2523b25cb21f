import Analysis
import Foundation
import Harness
import PinData
import ScenarioModel
import Support

/// The report of a run as one page that needs nothing else: no server, no other file.
///
/// It opens on the answers; then comes the worst finding, a replay of the maps with two strategies
/// side by side, and the scenarios. The land under the maps is Natural Earth's 1:110m "land", which
/// is in the public domain.
package struct PageReport {
  private let results: RunResults
  private let verdict: RunVerdict
  private let stability: AnswerStability?
  private let data: PageData
  private let charts: [String: ScenarioCharts]
  private let scope: ReportScope

  /// - Parameters:
  ///   - sensitivity: an analysis of the run's answers; `nil` if there is none.
  ///   - scope: the files beside the page.
  ///   - charts: the charts of each scenario, by its name; `nil` to make them.
  ///   - recording: the file of the recording of a case; `nil` if there is none.
  package init(
    _ results: RunResults, verdict: RunVerdict, sensitivity: SensitivityResults? = nil,
    scope: ReportScope = .run, charts: [String: ScenarioCharts]? = nil,
    recording: (CaseResult) -> [UInt8]?
  ) {
    self.results = results
    self.verdict = verdict
    stability = sensitivity.map { AnswerStability($0, of: results) }
    data = PageData(
      results, verdict: verdict, budget: scope.recordingBudget, recording: recording)
    self.charts =
      charts ?? ScenarioCharts.all(of: results, sensitivity: sensitivity, recording: recording)
    self.scope = scope
  }

  /// The whole page. Pure: the same results and recordings give the same text.
  package func text() throws(ReportingError) -> String {
    let title = results.scenarios.map(\.scenario.title)
    let heading =
      title.count == 1
      ? HTMLText.escaped(title[0]) : LimitedList.counted(title.count, "scenario")
    return PageDocument(
      heading: heading, status: PageDocument.Status(verdict.exitCode), headline: verdict.headline,
      circumstances: circumstances,
      sections: sections.filter { !$0.html.isEmpty }.map { ($0.id, $0.title) },
      main: sections.map(\.html).joined(),
      footer:
        "Modelled numbers come from a profile of a platform and are not measured on a device. "
        + "Land: Natural Earth 1:110m, public domain.",
      data: [
        ("land", Land.json),
        (
          "data",
          HTMLText.script(try SortedJSON.line(of: data, named: RunFolder.pageFile))
        ),
      ], scripts: [PackageResources.tables_js, PackageResources.replay_js]
    ).text
  }

  private var sections: [(id: String, title: String, html: String)] {
    [
      ("answers", "Answers", answers), ("worst", "Worst finding", worst),
      ("replay", "Replay", data.hasRecordings ? Self.replay : ""),
      ("scenarios", "Scenarios", scenarios),
    ]
  }

  private var circumstances: String {
    let machine = results.provenance.machine
    return [
      "\(machine.processor), \(LimitedList.counted(machine.logicalProcessors, "core"))",
      results.provenance.commit.isEmpty ? "" : "commit \(results.provenance.commit)",
      "\(results.program) \(results.command)",
    ].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  // MARK: - Answers

  private var answers: String {
    var table = HTMLTable(
      [
        ("You have", .text), ("Take", .text), ("Because", .text), ("It brings", .text),
        ("It costs", .text),
      ] + (stability == nil ? [] : [("Holds", .text)]))
    for scenario in results.scenarios {
      // The largest size first: it is what a scenario is about, and all of a user's own pins.
      for advice in scenario.advice(verdict[scenario.scenario.name]?.recommendations ?? [])
        .reversed()
      {
        table.append(row(advice, of: scenario))
      }
    }
    guard !table.isEmpty else { return "" }
    let sureness =
      stability?.legend
      ?? "How sure the answers are is not analysed: 'sensitivity --run' with the folder of this run "
      + "finds the parameters that change them."
    return """
      <section id="answers" aria-labelledby="answers-title">
      <h2 id="answers-title">Answers</h2>
      \(table.text(caption: "The strategy to take", isStacked: true))\
      <p class="muted">\(HTMLText.escaped(AdviceTable.legend)) \(HTMLText.escaped(sureness)) \
      \(HTMLText.escaped(ModelError.sentence(of: results.profiles)))</p>
      </section>

      """
  }

  private func row(_ advice: Advice, of scenario: ScenarioResults) -> [String] {
    let name = scenario.scenario.name
    let reasons = [advice.reason, advice.missed, advice.justMet, advice.openOwnWork]
      .compactMap(\.self).filter { !$0.isEmpty }
    func list(_ items: [String]) -> String {
      items.isEmpty ? "–" : items.prefix(3).map { HTMLText.numbers($0) }.joined(separator: "<br>")
    }
    let replay =
      data.holds(scenario: name, size: advice.recommendation.size)
      ? "<br><a class=\"replay\" href=\"#s=\(name)&amp;n=\(advice.recommendation.size)&amp;a="
        + "\(HTMLText.escaped(scenario.scenario.naive))&amp;b=\(HTMLText.escaped(advice.strategy))\">"
        + "replay</a>" : ""
    return [
      "\(HTMLText.escaped(advice.load)): <a href=\"#scenario-\(name)\">\(HTMLText.escaped(name))</a>",
      advice.labelled(HTMLText.code(advice.strategy)) + replay, list(reasons),
      list(advice.differences(isBetter: true)), list(advice.differences(isBetter: false)),
    ] + (stability.map { [HTMLText.escaped($0.text(advice.recommendation, of: name))] } ?? [])
  }

  // MARK: - The worst finding

  /// What fails, or else the strategy furthest beyond a criterion.
  private var worst: String {
    let broken = verdict.cases.filter { $0.outcome != .measured }.map {
      "\($0.scenarioCase): \($0.reason)"
    }
    let failed = verdict.thresholds.filter { $0.outcome != .passed }.map {
      "\($0.scenario) \($0.threshold.strategy): \($0.threshold.expression): "
        + $0.outcome.identifier
    }
    let items =
      broken + failed + (broken.isEmpty && failed.isEmpty ? [furthest] : []).compactMap(\.self)
    guard !items.isEmpty else { return "" }
    let list = items.prefix(10).map { "<li>\(HTMLText.escaped($0))</li>" }.joined(separator: "\n")
    return """
      <section id="worst" aria-labelledby="worst-title">
      <h2 id="worst-title">Worst finding</h2>
      <ul>
      \(list)
      </ul>
      </section>

      """
  }

  /// The strategy whose value is the largest multiple of a bound.
  private var furthest: String? {
    var found: (excess: Double, text: String)?
    for scenario in results.scenarios {
      for recommendation in verdict[scenario.scenario.name]?.recommendations ?? [] {
        for rejection in recommendation.rejections {
          guard case .missed(let missed) = rejection.reason,
            case .atMost(let bound) = missed.criterion.goal, bound > 0
          else { continue }
          let excess = missed.value / bound
          guard excess > found?.excess ?? 0 else { continue }
          let metric = missed.criterion.metric
          found = (
            excess,
            "\(rejection.strategy) in \(scenario.scenario.name) with "
              + "\(NumberFormat.grouped(recommendation.size)) \(scenario.scenario.sizeLabel): "
              + "\(metric.name) \(NumberFormat.text(missed.value, metric.unit)), wanted "
              + missed.criterion.goalLabel
          )
        }
      }
    }
    return found?.text
  }

  // MARK: - The replay

  private static let replay = """
    <section id="replay" aria-labelledby="replay-title">
    <h2 id="replay-title">Replay</h2>
    <div class="controls">
    <label>Scenario <select id="scenario"></select></label>
    <label>Size <select id="size"></select></label>
    <label>Left <select id="first"></select></label>
    <label>Right <select id="second"></select></label>
    <button id="play" type="button">Play</button>
    <button id="worst-frame" type="button">Worst frame (w)</button>
    <span id="time" class="muted" aria-live="polite"></span>
    </div>
    <div class="stage">
    <div>
    <label>Divider between the two strategies \
    <input id="divider" type="range" min="0" max="1" step="0.01" value="0.5"></label>
    <canvas id="map" role="img" aria-label="The map under the strategy on the left of the divider, \
    and under the other one on its right"></canvas>
    </div>
    <div>
    <p class="legend"><span id="label-a" class="a"></span> <span id="label-b" class="b"></span></p>
    <label>Frame (arrow keys) <input id="frame" type="range" min="0" max="0" value="0"></label>
    <canvas id="strip" role="img" aria-label="The work of the main thread, the views on screen and \
    the memory in each frame, of both strategies"></canvas>
    <p id="left-out" class="muted"></p>
    <p class="muted">All times here are modelled. The dashed lines are the time that a frame has at \
    60 and at 120 Hz.</p>
    </div>
    </div>
    </section>

    """

  // MARK: - Scenarios

  private var scenarios: String {
    """
    <section id="scenarios" aria-labelledby="scenarios-title">
    <h2 id="scenarios-title">Scenarios</h2>
    \(PageDocument.filter("Filter by scenario or strategy"))\
    \(results.scenarios.map(section).joined())</section>

    """
  }

  private func section(_ scenario: ScenarioResults) -> String {
    let name = scenario.scenario.name
    let metrics = data.shownMetrics(of: scenario)
    let tables = scenario.configurations.map { configuration -> String in
      var table = HTMLTable(
        [("Strategy", .text)] + metrics.map { ("\(HTMLText.escaped($0.name))", .number) }
          + [("Command", .text)])
      let answer = verdict[name]?.recommendations.first { $0.size == configuration.size }
      for result in scenario.cases(in: configuration) {
        let strategy = result.scenarioCase.strategy
        let cells = metrics.map { data.cell($0, of: result) }
        let mark = answer.flatMap { $0.strategy == strategy ? $0.mark : nil } ?? ""
        table.append(
          [HTMLText.code(strategy) + mark] + cells + [
            HTMLText.copyButton(
              of: results.command(repeating: result.scenarioCase),
              label: "Copy the command that repeats \(strategy)")
          ],
          attributes: " data-strategy=\"\(HTMLText.escaped(strategy.lowercased()))\""
            + (mark.isEmpty ? "" : " class=\"take\""))
      }
      let label = ConfigurationLabel.text(configuration).capitalizedAtStart
      return "<h4>\(HTMLText.escaped(label))</h4>\n"
        + table.text(caption: HTMLText.escaped("\(name), \(label)"))
    }
    return """
      <section id="scenario-\(name)" data-scenario="\(HTMLText.escaped(name.lowercased()))">
      <h3>\(HTMLText.escaped(scenario.scenario.title)) (\(HTMLText.code(name)))</h3>
      <p class="muted">\(HTMLText.escaped(scenario.scenario.source)) \
      \(scope.details(of: scenario.scenario).map { "<a href=\"\($0)\">All numbers</a>" } ?? "")</p>
      <div class="charts">
      \(charts[name]?.drawings.map(\.drawing.inPage).joined() ?? "")</div>
      \
      \(tables.joined())</section>

      """
  }
}
