import Harness
import Measurement
import Scenarios

/// Where and with what the run was made, and what its kinds of number are worth.
struct ProvenanceSection {
  let results: RunResults

  func write(to document: inout MarkdownDocument) {
    document.heading(2, "Where it was made")
    document.table(table)
    document.heading(2, "Three kinds of number")
    document.list([
      "**Counted**: operations and bytes that are the same on every run.",
      "**Measured**: what the clock and the operating system say on the machine above; the median "
        + "of the trials.",
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

  private var table: MarkdownTable {
    let machine = results.provenance.machine
    var table = MarkdownTable(texts: ["What", "Value"])
    let rows = [
      ("CPU", "\(machine.processor), \(machine.architecture)"),
      ("Cores", String(machine.logicalProcessors)),
      ("Memory", NumberFormat.text(Double(machine.memory), .bytes)),
      ("Kernel", machine.kernel),
      ("Swift", machine.swiftVersion),
      (
        "Allocator",
        "\(results.provenance.allocator.name) \(results.provenance.allocator.version)"
      ),
      ("Build", results.provenance.build),
      ("Commit of the working folder", results.provenance.commit),
      ("Command", "mappressure \(results.command)"),
    ]
    for (name, value) in rows { table.append([name, MarkdownText.escaped(value)]) }
    for scenario in results.scenarios {
      let seeds = scenario.workload(under: results.selection).seeds
        .map { "\(MarkdownText.escaped($0.name)) \($0.seed)" }
      guard !seeds.isEmpty else { continue }
      table.append([
        "Seeds of \(MarkdownText.code(scenario.scenario.name))", seeds.joined(separator: ", "),
      ])
    }
    return table
  }
}
