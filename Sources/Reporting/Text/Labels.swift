import Harness
import Measurement
import ScenarioModel
import Verdicts

/// Lists in sentences.
enum WordList {
  /// `a`, `a and b`, `a, b and c`.
  static func and(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// A count with its noun: `1 case`, `2 cases`.
  static func counted(_ count: Int, _ noun: String) -> String {
    "\(NumberFormat.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }
}

/// The names of a scenario's worlds in reports: plain text, to be escaped where it is Markdown.
struct WorldName {
  /// Every variant of the run; one empty name where there is one only.
  let variants: [String]

  init(_ results: ScenarioResults) {
    variants = results.variants
  }

  /// `size 1,000`, `residual, size 1,000`.
  static func text(_ world: Configuration) -> String { text([world.variant], size: world.size) }

  /// The same as the end of a sentence: `at size 1,000`, `under residual, size 1,000`.
  static func place(_ world: Configuration) -> String {
    (world.variant.isEmpty ? "at " : "under ") + text(world)
  }

  /// One size in some variants: `residual and expanding, size 1,000`, `all 4 variants, size 12`.
  func text(_ chosen: [String], size: Int?) -> String {
    guard chosen == variants, chosen.count > 1 else { return Self.text(chosen, size: size) }
    let all = chosen.count == 2 ? "both variants" : "all \(chosen.count) variants"
    return Self.text([all], size: size)
  }

  private static func text(_ variants: [String], size: Int?) -> String {
    let names = WordList.and(variants.filter { !$0.isEmpty })
    let number = size.map { "size \(NumberFormat.grouped($0))" } ?? ""
    return [names, number].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// Rows that say the same of several variants at one size, each once.
struct VariantRows {
  struct Row {
    let size: Int?
    var variants: [String]
    let cells: [String]
  }

  /// In the order in which they were first said.
  private(set) var rows: [Row] = []

  mutating func append(_ cells: [String], variant: String, size: Int?) {
    if let index = rows.firstIndex(where: { $0.cells == cells && $0.size == size }),
      !rows[index].variants.contains(variant)
    {
      rows[index].variants.append(variant)
    } else {
      rows.append(Row(size: size, variants: [variant], cells: cells))
    }
  }
}

extension MachineLoad {
  /// The load in few words: `load 4.2, 1.0 % of the time stolen, 25 % waited for a processor`.
  var text: String {
    [
      average.map { "load \(NumberFormat.plain($0))" },
      stolen.map { "\(NumberFormat.percent($0)) of the time stolen by the host" },
      waiting.map { "\(NumberFormat.percent($0)) waited for a processor" },
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The cells of ``columns``; empty where the system does not tell.
  var cells: [String] {
    [
      average.map { NumberFormat.plain($0) }, stolen.map { NumberFormat.percent($0) },
      waiting.map { NumberFormat.percent($0) },
    ].map { $0 ?? "" }
  }

  static let columns = ["Load", "Stolen by the host", "Waited for a processor"]
}
