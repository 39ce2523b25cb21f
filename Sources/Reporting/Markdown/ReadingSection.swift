import Harness
import Measurement
import PlatformProfiles
import ScenarioModel

/// The end of the report: what each metric is, and what the modelled numbers rest on.
struct ReadingSection {
  let results: RunResults

  func write(to document: inout MarkdownDocument) {
    document.heading(2, "How to read the numbers")
    document.paragraph(frameSentence)
    document.table(metricTable)
    for profile in results.profiles {
      document.folded(
        "Parameters of the profile \(MarkdownText.html(profile.name))",
        parameterTable(of: profile))
    }
  }

  /// What the metrics call a frame, which is another thing in each family.
  private var frameSentence: String {
    var meanings: [(text: String, scenarios: [String])] = []
    for scenario in results.scenarios.map(\.scenario) {
      let text = scenario.frameLabel
      let name = MarkdownText.code(scenario.name)
      if let index = meanings.firstIndex(where: { $0.text == text }) {
        meanings[index].scenarios.append(name)
      } else {
        meanings.append((text, [name]))
      }
    }
    let parts = meanings.map { meaning in
      let place = meanings.count == 1 ? "" : " in \(WordList.and(meaning.scenarios))"
      return MarkdownText.escaped(meaning.text) + place
    }
    return parts.isEmpty ? "" : "What the metrics call a frame is \(WordList.and(parts))."
  }

  private var metricTable: MarkdownTable {
    var metrics: [Metric] = []
    for metric in results.scenarios.flatMap(\.scenario.metrics) where !metrics.contains(metric) {
      metrics.append(metric)
    }
    var table = MarkdownTable(texts: ["Metric", "Unit", "Kind", "Better", "What it is"])
    for metric in metrics {
      table.append([
        MarkdownText.code(metric.name), metric.unit.rawValue, metric.kind.rawValue,
        metric.polarity.rawValue, MarkdownText.escaped(metric.summary),
      ])
    }
    return table
  }

  private func parameterTable(of profile: PlatformProfile) -> MarkdownTable {
    var table = MarkdownTable([
      ("Parameter", .left), ("Value", .right), ("Confidence", .left), ("Source", .left),
    ])
    for parameter in profile.parameters {
      table.append([
        MarkdownText.code(parameter.name.rawValue),
        value(of: parameter),
        parameter.confidence.rawValue, MarkdownText.escaped(parameter.source),
      ])
    }
    return table
  }

  private func value(of parameter: ProfileParameter) -> String {
    [ExactNumber.text(parameter.value) ?? "", parameter.unit.symbol].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
