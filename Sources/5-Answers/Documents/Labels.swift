import Platform
import ScenarioModel

/// Lists in a line of text.
package enum LimitedList {
  /// `a`, `a and b`, `a, b and c`.
  package static func all(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The first items, and the number of the others: `a, b and 4 more`.
  package static func text(_ items: [String], limit: Int) -> String {
    guard items.count > limit else { return all(items) }
    return all(items.prefix(limit - 1) + ["\(NumberFormat.grouped(items.count - limit + 1)) more"])
  }

  /// A count with its noun: `1 case`, `2 cases`.
  package static func counted(_ count: Int, _ noun: String) -> String {
    "\(NumberFormat.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// A number of draws of a model's parameters: `9 of 32 draws`.
  package static func draws(_ count: Int, of draws: Int) -> String {
    "\(NumberFormat.grouped(count)) of \(counted(draws, "draw"))"
  }

  /// The first elements, and the line that counts the others: `12 more cases: see gate.json`.
  package static func split<Element>(
    _ elements: [Element], limit: Int, _ noun: String, see file: String
  ) -> (shown: ArraySlice<Element>, rest: String?) {
    (elements.prefix(limit), rest(elements.count - limit, noun, see: file))
  }

  /// The line that counts elements that are not shown; `nil` where all are.
  package static func rest(_ count: Int, _ noun: String, see file: String) -> String? {
    count > 0 ? "\(counted(count, "more \(noun)")): see \(file)" : nil
  }
}

extension Metric {
  /// The name in a sentence: `longest freeze`.
  package var label: String { name.replacing("-", with: " ") }

  /// The statement that a number makes about the app, with `{}` in its place: `the map freezes for
  /// {}`.
  package var clause: String {
    effect?.split(separator: ": ").last.map(String.init) ?? "\(label) is {}"
  }

  /// A few words above the numbers: those before the clause, or the name.
  package var title: String {
    let parts = effect?.split(separator: ": ") ?? []
    return (parts.count > 1 ? String(parts[0]) : label).capitalizedAtStart
  }
}

extension ScenarioDescription {
  /// A size with its unit: `10,000 pins`, `1 row of the list`.
  package func load(_ size: Int) -> String {
    // A list of nouns has no singular.
    let label =
      size == 1 && !sizeLabel.contains(",")
      ? sizeLabel.replacing(/s\b/, with: "", maxReplacements: 1) : sizeLabel
    return "\(NumberFormat.grouped(size)) \(label)"
  }
}

/// The labels of a scenario's configurations: plain text, to be escaped where it is Markdown.
package struct ConfigurationLabel {
  /// Every variant of the run; one empty name where there is one only.
  package let variants: [String]

  package init(_ results: ScenarioResults) {
    variants = results.variants
  }

  /// `size 1,000`, `residual, size 1,000`.
  package static func text(_ configuration: Configuration) -> String {
    text([configuration.variant], size: configuration.size)
  }

  /// One size in some variants: `residual and expanding, size 1,000`, `all 4 variants, size 12`.
  package func text(_ chosen: [String], size: Int?) -> String {
    guard chosen == variants, chosen.count > 1 else { return Self.text(chosen, size: size) }
    let all = chosen.count == 2 ? "both variants" : "all \(chosen.count) variants"
    return Self.text([all], size: size)
  }

  private static func text(_ variants: [String], size: Int?) -> String {
    let names = LimitedList.all(variants.filter { !$0.isEmpty })
    let number = size.map { "size \(NumberFormat.grouped($0))" } ?? ""
    return [names, number].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// The rows of a table. Equal rows of several variants at one size are merged.
package struct VariantRows {
  package struct Row {
    package let size: Int?
    package var variants: [String]
    package let cells: [String]
  }

  /// The rows in the order in which they were first added.
  package private(set) var rows: [Row] = []

  package init() {}

  package mutating func append(_ cells: [String], variant: String, size: Int?) {
    if let index = rows.firstIndex(where: { $0.cells == cells && $0.size == size }),
      !rows[index].variants.contains(variant)
    {
      rows[index].variants.append(variant)
    } else {
      rows.append(Row(size: size, variants: [variant], cells: cells))
    }
  }

  /// The cells of the rows, with the label of the configuration as the third.
  package func cells(with label: ConfigurationLabel) -> [[String]] {
    rows.map { row in
      let place = label.text(row.variants, size: row.size).escaped
      return Array(row.cells.prefix(2)) + [place] + row.cells.dropFirst(2)
    }
  }
}

extension ProfileParameter {
  /// The ends of the span: `1 to 5`.
  package var spanLabel: String { "\(NumberFormat.plain(low)) to \(NumberFormat.plain(high))" }

  /// The cells of a table: the name, the value, the span and the confidence.
  package var cells: [String] {
    [name.rawValue.code, NumberFormat.quantity(value, unit), spanLabel, confidence.rawValue]
  }
}

extension MachineLoad {
  /// The load in one line: `load 4.2, 1.0 % of the time stolen by the host`.
  package var label: String {
    [
      average.map { "load \(NumberFormat.plain($0))" },
      stolen.map { "\(NumberFormat.percent($0)) of the time stolen by the host" },
      waiting.map { "\(NumberFormat.percent($0)) spent waiting for a processor" },
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The cells of ``columns``; empty for what the system does not know.
  package var cells: [String] {
    [
      average.map { NumberFormat.plain($0) }, stolen.map { NumberFormat.percent($0) },
      waiting.map { NumberFormat.percent($0) },
    ].map { $0 ?? "" }
  }

  package static let columns = ["Load", "Stolen by the host", "Waited for a processor"]
}

extension StrategyDescription {
  /// The strategy as a noun phrase; its name with spaces if it has no label.
  package var label: String {
    (inApp?.label ?? name.replacing("-", with: " ")).replacing("`", with: "")
  }
}
