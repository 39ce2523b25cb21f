import Documents
import Platform
import ScenarioModel

extension RunResults {
  /// The machine and the programs of the run.
  @DocumentBuilder var provenanceSection: Document {
    let own = Provenance.machineFacts.map { ($0.name, $0.text(provenance)) }
    // A merged run has the machine of each shard.
    let shards = parts.map { part in
      ("Machine of shard \(part.shard)", Self.label(of: part.provenance.machine))
    }
    let programs = [
      ("Build", provenance.build), ("Commit of the working folder", provenance.commit),
    ]
    let facts = (shards.isEmpty ? own : shards + own.suffix(2)) + programs
    let command = [["Command", "\(program) \(self.command)".code]]
    let shard = self.shard.map { ["Shard", "\($0): a part of the work; 'merge' joins the parts"] }
    Heading(2, "Provenance")
    Table(
      ["Property", "Value"],
      rows: facts.map { [$0, $1.escaped] } + command + [shard].compactMap(\.self))
  }

  private static func label(of machine: MachineDescription) -> String {
    [
      "\(machine.processor), \(machine.architecture)",
      LimitedList.counted(machine.logicalProcessors, "core"),
      "\(NumberFormat.text(Double(machine.memory), .bytes)) memory", machine.kernel,
    ].joined(separator: "; ")
  }

  /// The machine that measured, or the machines, as Markdown.
  var machines: String {
    let machine = provenance.machine
    return parts.count > 1
      ? "the machines of the run; all cases of a variant were measured on the same machine"
      : "the machine of the run (\(machine.processor.escaped), "
        + "\(LimitedList.counted(machine.logicalProcessors, "core")))"
  }

  /// The kinds of the numbers, and the profiles behind those that are modelled.
  @DocumentBuilder func kinds(profiles: [PlatformProfile]) -> Document {
    Heading(2, "Kinds of numbers")
    BulletList([
      "**Counted**: operations and bytes. They are the same in every run.",
      "**Measured**: times and memory on \(machines); the median of the trials.",
      "**Modelled**: predicted from counted operations by a platform profile. They are the same in "
        + "every run.",
    ])
    for profile in profiles {
      Paragraph(
        "**Modelled numbers come from the profile \(profile.name.code) "
          + "(\(profile.title.escaped)) and are not a device measurement.** "
          + profile.warning.escaped)
    }
  }
}

extension Provenance {
  /// A row of a table: its name, and its text of a provenance.
  typealias Fact = (name: String, text: @Sendable (Provenance) -> String)

  /// The machine, and behind it the compiler and the allocator, as rows of a table.
  static let machineFacts: [Fact] = [
    ("CPU", { "\($0.machine.processor), \($0.machine.architecture)" }),
    ("Cores", { String($0.machine.logicalProcessors) }),
    ("Memory", { NumberFormat.text(Double($0.machine.memory), .bytes) }),
    ("Kernel", { $0.machine.kernel }), ("Swift", { $0.machine.swiftVersion }),
    ("Allocator", { "\($0.allocator.name) \($0.allocator.version)" }),
  ]
}

extension ScenarioResults {
  /// The end of a scenario's details: its metrics, and the parameters behind the modelled numbers.
  @DocumentBuilder var legend: Document {
    Heading(2, "Legend")
    Paragraph("A frame is \(scenario.frameLabel.escaped).")
    Table(["Metric", "Unit", "Kind", "Better", "Description"], of: scenario.metrics) { metric in
      [
        metric.name.code, metric.unit.rawValue, metric.kind.rawValue, metric.polarity.rawValue,
        metric.summary.escaped,
      ]
    }
    for profile in scenario.profiles {
      Fold("Parameters of the profile \(profile.name.escaped)") { profile.parameterTable }
    }
  }
}

extension PlatformProfile {
  fileprivate var parameterTable: Table {
    Table(
      ["Parameter", .number("Value"), .number("Low"), .number("High"), "Confidence", "Source"],
      of: parameters
    ) { parameter in
      let value = [ExactNumber.text(parameter.value) ?? "", parameter.unit.symbol]
      return [
        parameter.name.rawValue.code, value.filter { !$0.isEmpty }.joined(separator: " "),
        ExactNumber.text(parameter.low) ?? "", ExactNumber.text(parameter.high) ?? "",
        parameter.confidence.rawValue, parameter.source.escaped,
      ]
    }
  }
}
