import Harness
import Measurement
import PlatformProfiles
import ScenarioModel

/// Where and with what the run was made, and what its kinds of number are worth.
struct ProvenanceSection {
  let results: RunResults

  func write(to document: inout MarkdownDocument) {
    document.heading(2, "Where it was made")
    document.table(table)
    document.heading(2, "Three kinds of number")
    document.list([
      "**Counted**: operations and bytes that are the same on every run.",
      "**Measured**: what the clock and the operating system say on the \(machines) above; the "
        + "median of the trials.\(comparability)",
      "**Modelled**: what a platform profile predicts from the counted operations on a virtual "
        + "clock; the same on every run.",
    ])
    for profile in results.profiles {
      document.paragraph(
        "**Modelled numbers come from the profile \(MarkdownText.code(profile.name)) "
          + "(\(MarkdownText.escaped(profile.title))) and are not a device measurement.** "
          + MarkdownText.escaped(profile.warning))
    }
  }

  private var machines: String { results.parts.count > 1 ? "machines" : "machine" }

  /// What a reader of numbers from several machines wants to know.
  private var comparability: String {
    results.parts.count > 1
      ? " What is compared with each other, a scenario's variant with all its sizes and "
        + "strategies, was measured on one of them."
      : ""
  }

  private var table: MarkdownTable {
    let provenance = results.provenance
    var table = MarkdownTable(texts: ["What", "Value"])
    let rows =
      machineRows + [
        ("Swift", provenance.machine.swiftVersion),
        ("Allocator", "\(provenance.allocator.name) \(provenance.allocator.version)"),
        ("Build", provenance.build),
      ]
    for (name, value) in rows { table.append([name, MarkdownText.escaped(value)]) }
    table.append(["Commit of the working folder", MarkdownText.escaped(provenance.commit)])
    // As it can be copied.
    table.append(["Command", MarkdownText.code("mappressure \(results.command)")])
    for (name, value) in shardRows { table.append([name, MarkdownText.escaped(value)]) }
    for scenario in results.scenarios {
      let seeds = scenario.scenario.seeds
        .map { "\(MarkdownText.escaped($0.name)) \($0.seed)" }
      guard !seeds.isEmpty else { continue }
      table.append([
        "Seeds of \(MarkdownText.code(scenario.scenario.name))", seeds.joined(separator: ", "),
      ])
    }
    return table
  }

  /// The machine, or each shard's where the run was put together.
  private var machineRows: [(String, String)] {
    guard results.parts.isEmpty else {
      return results.parts.map { part in
        ("Machine of shard \(part.shard)", Self.words(for: part.provenance.machine))
      }
    }
    let machine = results.provenance.machine
    return [
      ("CPU", "\(machine.processor), \(machine.architecture)"),
      ("Cores", String(machine.logicalProcessors)),
      ("Memory", NumberFormat.text(Double(machine.memory), .bytes)),
      ("Kernel", machine.kernel),
    ]
  }

  private var shardRows: [(String, String)] {
    results.shard.map {
      [("Shard", "\($0): a part of the work only; 'merge' puts the parts together")]
    } ?? []
  }

  private static func words(for machine: MachineDescription) -> String {
    [
      "\(machine.processor), \(machine.architecture)",
      WordList.counted(machine.logicalProcessors, "core"),
      "\(NumberFormat.text(Double(machine.memory), .bytes)) memory", machine.kernel,
    ].joined(separator: "; ")
  }
}

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
