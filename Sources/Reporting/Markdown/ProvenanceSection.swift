import Families
import Harness
import ScenarioModel
import Simulation
import Support

/// The machine and the programs of the run.
struct ProvenanceSection {
  let results: RunResults

  func write(to document: inout MarkdownDocument) {
    document.heading(2, "Provenance")
    document.table(table)
  }

  private var table: MarkdownTable {
    let provenance = results.provenance
    var table = MarkdownTable(texts: ["Property", "Value"])
    let rows =
      machineRows + [
        ("Swift", provenance.machine.swiftVersion),
        ("Allocator", "\(provenance.allocator.name) \(provenance.allocator.version)"),
        ("Build", provenance.build),
      ]
    for (name, value) in rows { table.append([name, MarkdownText.escaped(value)]) }
    table.append(["Commit of the working folder", MarkdownText.escaped(provenance.commit)])
    table.append(["Command", MarkdownText.code("\(results.program) \(results.command)")])
    for (name, value) in shardRows { table.append([name, MarkdownText.escaped(value)]) }
    return table
  }

  /// The machine, or that of each shard where the run was merged.
  private var machineRows: [(String, String)] {
    guard results.parts.isEmpty else {
      return results.parts.map { part in
        ("Machine of shard \(part.shard)", Self.label(of: part.provenance.machine))
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
      [("Shard", "\($0): a part of the work; 'merge' joins the parts")]
    } ?? []
  }

  private static func label(of machine: MachineDescription) -> String {
    [
      "\(machine.processor), \(machine.architecture)",
      LimitedList.counted(machine.logicalProcessors, "core"),
      "\(NumberFormat.text(Double(machine.memory), .bytes)) memory", machine.kernel,
    ].joined(separator: "; ")
  }
}

extension RunResults {
  /// The machine that measured, or the machines, as Markdown.
  var machines: String {
    let machine = provenance.machine
    return parts.count > 1
      ? "the machines of the run; a variant with all its sizes and strategies was measured on one"
      : "the machine of the run (\(MarkdownText.escaped(machine.processor)), "
        + "\(LimitedList.counted(machine.logicalProcessors, "core")))"
  }
}

/// The kinds of the numbers, and the profiles behind those that are modelled.
struct KindSection {
  let results: RunResults
  let profiles: [PlatformProfile]

  func write(to document: inout MarkdownDocument) {
    document.heading(2, "Kinds of numbers")
    document.list([
      "**Counted**: operations and bytes. They are the same in every run.",
      "**Measured**: times and memory on \(results.machines); the median of the trials.",
      "**Modelled**: predicted from counted operations by a platform profile. They are the same in "
        + "every run.",
    ])
    for profile in profiles {
      document.paragraph(
        "**Modelled numbers come from the profile \(MarkdownText.code(profile.name)) "
          + "(\(MarkdownText.escaped(profile.title))) and are not a device measurement.** "
          + MarkdownText.escaped(profile.warning))
    }
  }
}

/// The end of a scenario's details: its metrics, and the parameters behind the modelled numbers.
struct Legend {
  let results: ScenarioResults

  func write(to document: inout MarkdownDocument) {
    document.heading(2, "Legend")
    document.paragraph(
      "A frame is \(MarkdownText.escaped(results.scenario.frameLabel)).")
    document.table(metricTable)
    for profile in results.scenario.profiles {
      document.folded(
        "Parameters of the profile \(MarkdownText.html(profile.name))",
        parameterTable(of: profile))
    }
  }

  private var metricTable: MarkdownTable {
    var table = MarkdownTable(texts: ["Metric", "Unit", "Kind", "Better", "Description"])
    for metric in results.scenario.metrics {
      table.append([
        MarkdownText.code(metric.name), metric.unit.rawValue, metric.kind.rawValue,
        metric.polarity.rawValue, MarkdownText.escaped(metric.summary),
      ])
    }
    return table
  }

  private func parameterTable(of profile: PlatformProfile) -> MarkdownTable {
    var table = MarkdownTable([
      ("Parameter", .left), ("Value", .right), ("Low", .right), ("High", .right),
      ("Confidence", .left), ("Source", .left),
    ])
    for parameter in profile.parameters {
      table.append([
        MarkdownText.code(parameter.name.rawValue),
        value(of: parameter), ExactNumber.text(parameter.low) ?? "",
        ExactNumber.text(parameter.high) ?? "",
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
