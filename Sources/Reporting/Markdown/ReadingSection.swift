import Harness
import MapSimulation
import Measurement
import Scenarios

/// The end of the report: what each metric is, and what the modelled numbers rest on.
struct ReadingSection {
  let results: RunResults

  func write(to document: inout MarkdownDocument) {
    document.heading(2, "How to read the numbers")
    document.table(metricTable)
    for profile in results.profiles {
      document.folded(
        "Parameters of the profile \(MarkdownText.escaped(profile.name))",
        parameterTable(of: profile))
    }
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
        "\(ExactNumber.text(parameter.value) ?? "") \(parameter.unit.rawValue)",
        parameter.confidence.rawValue, MarkdownText.escaped(parameter.source),
      ])
    }
    return table
  }
}
