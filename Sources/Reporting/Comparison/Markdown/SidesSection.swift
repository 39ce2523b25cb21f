import Harness
import ScenarioModel
import Verdicts

/// Where and with what both sides were made.
struct SidesSection {
  let results: ComparisonResults

  func write(to document: inout MarkdownDocument) {
    var table = MarkdownTable(texts: ["What", "Base", "Head"])
    table.append([
      "Name", ComparisonCell.text(results.base.name), ComparisonCell.text(results.head.name),
    ])
    for (name, text) in Self.facts {
      let sides = [results.base, results.head].map { side in
        side.provenance.map { ComparisonCell.text(text($0)) } ?? "not known"
      }
      table.append([name] + sides)
    }
    table.append(["Command", ComparisonCell.command(results.command), ""])
    document.folded("Where base and head were made", table)
  }

  private static let facts: [(name: String, text: @Sendable (Provenance) -> String)] = [
    ("Commit", { $0.commit }), ("Build", { $0.build }),
    ("CPU", { "\($0.machine.processor), \($0.machine.architecture)" }),
    ("Cores", { String($0.machine.logicalProcessors) }),
    ("Memory", { NumberFormat.text(Double($0.machine.memory), .bytes) }),
    ("Kernel", { $0.machine.kernel }), ("Swift", { $0.machine.swiftVersion }),
    ("Allocator", { "\($0.allocator.name) \($0.allocator.version)" }),
  ]
}
