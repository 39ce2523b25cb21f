import Families
import Gate
import Harness
import ScenarioModel

/// Every case, and the numbers of every case up to a number of bytes.
struct CaseSection {
  let results: ComparisonResults
  /// The maximum length.
  let bytes: Int

  /// The length of the tags around a part.
  private static let tagBytes = 400

  func write(to document: inout MarkdownDocument) {
    guard !results.cases.isEmpty else { return }
    var overview = MarkdownDocument()
    var table = LimitedTable(Self.overviewColumns, rows: results.cases.map { overviewRow(of: $0) })
    overview.table(table.next(bytes: bytes / 3 - Self.tagBytes))
    overview.leftOut(table.rest.count, "case")
    document.folded("All \(LimitedList.counted(results.cases.count, "case"))", overview)
    let left = bytes - overview.text.utf8.count - 2 * Self.tagBytes
    document.folded("Every number of every case", numbers(bytes: left))
  }

  // MARK: - Cases

  private static let overviewColumns: [(title: String, alignment: MarkdownTable.Alignment)] =
    [("Case", .left), ("Status", .left)]
    + ["Passed", "Worse", "Better", "Inconclusive", "Missing", "New", "Not gated"]
    .map { ($0, .right) }

  private func overviewRow(of comparison: CaseComparison) -> [String] {
    return [ComparisonCell.name(of: comparison.scenarioCase), comparison.status.label]
      + comparison.outcomeCounts.map { comparison.metrics.isEmpty ? "" : NumberFormat.grouped($0) }
  }

  // MARK: - Numbers

  private static let numberColumns: [(title: String, alignment: MarkdownTable.Alignment)] = [
    ("Metric", .left), ("Kind", .left), ("Base", .right), ("Head", .right), ("Change", .right),
    ("Min. detectable change", .right), ("Verdict", .left),
  ]

  private func numbers(bytes: Int) -> MarkdownDocument {
    var part = MarkdownDocument()
    var left = bytes
    var leftOut = 0
    for comparison in results.cases where !comparison.metrics.isEmpty {
      var table = LimitedTable(Self.numberColumns, rows: comparison.metrics.map { row(of: $0) })
      let title = "**\(ComparisonCell.name(of: comparison.scenarioCase))**"
      // After the first row that does not fit nothing is shown, so that the order stays plain.
      let shown = leftOut > 0 ? MarkdownTable([]) : table.next(bytes: left - title.utf8.count - 8)
      if !shown.isEmpty {
        part.paragraph(title)
        part.table(shown)
        left -= title.utf8.count + shown.text.utf8.count + 8
      }
      leftOut += table.rest.count
    }
    part.leftOut(leftOut, "number")
    return part
  }

  private func row(of verdict: MetricVerdict) -> [String] {
    ComparisonCell.numbers(of: verdict) + [
      verdict.minimumDetectableEffectLabel, verdict.outcome.label,
    ]
  }
}

extension CaseComparison {
  /// The numbers of metrics that passed, got worse, got better, are inconclusive, missing, new, and
  /// not gated.
  var outcomeCounts: [Int] {
    let words = metrics.map(\.outcome.identifier)
    return ["passed", "regression", "improvement", "inconclusive", "missing", "new", "not-gated"]
      .map { word in words.count { $0 == word } }
  }
}

/// The methods of the verdicts, and the replayed part of each timed case.
struct MethodSection {
  private static let maximumBytes = 5_000

  let results: ComparisonResults

  func write(to document: inout MarkdownDocument) {
    var part = MarkdownDocument()
    part.list(methods)
    var table = LimitedTable(Self.columns, rows: rows)
    part.table(table.next(bytes: Self.maximumBytes))
    part.leftOut(table.rest.count, "timed metric")
    if let seed = results.orderSeed {
      part.paragraph(
        "The order within the pairs has the seed \(seed) (`--order-seed`). Times leave out the time "
          + "that the programs waited for a processor.")
    }
    document.folded("Methods", part)
  }

  /// Each method with the number of its metrics.
  private var methods: [String] {
    var counts: [(label: String, count: Int)] = []
    for metric in results.cases.flatMap(\.metrics) where metric.outcome.isJudged {
      let label = metric.methodLabel
      if let index = counts.firstIndex(where: { $0.label == label }) {
        counts[index].count += 1
      } else {
        counts.append((label, 1))
      }
    }
    return counts.prefix(Self.maximumMethods).map { entry in
      "\(LimitedList.counted(entry.count, "metric")): \(ComparisonCell.text(entry.label))"
    }
      + (counts.count > Self.maximumMethods
        ? [
          "\(counts.count - Self.maximumMethods) more methods: see "
            + "`\(ComparisonReport.documentFile)`"
        ] : [])
  }

  private static let maximumMethods = 12

  private static let columns: [(title: String, alignment: MarkdownTable.Alignment)] =
    [
      ("Case", .left), ("Metric", .left), ("Pairs", .right), ("Fresh pairs", .right),
      ("Replayed", .right), ("Min. detectable change", .right),
    ] + MachineLoad.columns.map { ($0, .right) }

  private var rows: [[String]] {
    results.cases.flatMap { comparison in
      comparison.metrics.compactMap { metric -> [String]? in
        guard metric.outcome.isJudged, case .pairedSequential(let test) = metric.method else {
          return nil
        }
        return [
          ComparisonCell.name(of: comparison.scenarioCase), MarkdownText.code(metric.metric.name),
          NumberFormat.grouped(test.pairs),
          test.confirmingPairs.map(NumberFormat.grouped) ?? "", test.coverage,
          metric.minimumDetectableEffectLabel,
        ] + (comparison.load?.cells ?? MachineLoad.columns.map { _ in "" })
      }
    }
  }
}

/// The provenance of base and head.
struct SidesSection {
  let results: ComparisonResults

  func write(to document: inout MarkdownDocument) {
    var table = MarkdownTable(texts: ["Property", "Base", "Head"])
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
    document.folded("Provenance", table)
  }

  static let facts: [(name: String, text: @Sendable (Provenance) -> String)] = [
    ("Commit", { $0.commit }), ("Build", { $0.build }),
    ("CPU", { "\($0.machine.processor), \($0.machine.architecture)" }),
    ("Cores", { String($0.machine.logicalProcessors) }),
    ("Memory", { NumberFormat.text(Double($0.machine.memory), .bytes) }),
    ("Kernel", { $0.machine.kernel }), ("Swift", { $0.machine.swiftVersion }),
    ("Allocator", { "\($0.allocator.name) \($0.allocator.version)" }),
  ]
}

/// The meanings of the columns and verdicts, and the limits of the report.
struct ComparisonLegend {
  let results: ComparisonResults

  func write(to document: inout MarkdownDocument) {
    var part = MarkdownDocument()
    part.list([
      "**Counted**: operations and bytes; the same in every run, compared exactly.",
      "**Modelled**: predicted from counted operations by a platform profile; the same in every "
        + "run, compared exactly, and not a device measurement.",
      "**Measured**: times and memory of this machine; compared " + measured,
      "**Inconclusive**: the interval contains changes that pass and changes that do not. It is "
        + "not a pass; use a longer budget or a quieter machine. A case without usable numbers of "
        + "the base is also undecided.",
      "**Min. detectable change**: the smallest change for the worse that this comparison "
        + "detects 95 times in 100.",
      "**Not gated**: reported, not gated; neither direction of change is bad, or no method "
        + "can judge it.",
    ])
    part.paragraph(
      "Not claimed: changes in time smaller than the margin (the layout of the code alone makes "
        + "about 1 %); rare slow frames (frames slower in fewer than a fifth of the pairs are "
        + "trimmed away); costs of a cold process only; frames that were not replayed; other "
        + "machines, phones in particular.")
    document.folded("Legend", part)
  }

  private var measured: String {
    switch results.kind {
    case .programs:
      "times in pairs of fresh processes side by side, memory by the trials of both sides."
    case .runs:
      "memory by the trials of both runs. Times are reported, not gated: those of two runs differ "
        + "by 30 % and more on a shared machine."
    case .baseline:
      "only as a ratio to the naive strategy of the same run, because times of another day or "
        + "machine are not comparable."
    }
  }
}
