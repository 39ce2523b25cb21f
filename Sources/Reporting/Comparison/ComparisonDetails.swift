import Harness
import Measurement
import ScenarioModel
import Verdicts

/// Every case, and every number of every case as far as there is room.
struct CaseSection {
  let results: ComparisonResults
  /// How long it may get.
  let bytes: Int

  /// What the tags around a part take.
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
    let words = comparison.metrics.map(\.outcome.identifier)
    let counts = [
      "passed", "regression", "improvement", "inconclusive", "missing", "new", "not-gated",
    ].map { word in words.count { $0 == word } }
    return [ComparisonCell.name(of: comparison.scenarioCase), comparison.status.title]
      + counts.map { comparison.metrics.isEmpty ? "" : NumberFormat.grouped($0) }
  }

  // MARK: - Numbers

  private static let numberColumns: [(title: String, alignment: MarkdownTable.Alignment)] = [
    ("Metric", .left), ("Kind", .left), ("Base", .right), ("Head", .right), ("Change", .right),
    ("Would have seen", .right), ("Verdict", .left),
  ]

  private func numbers(bytes: Int) -> MarkdownDocument {
    var part = MarkdownDocument()
    var left = bytes
    var leftOut = 0
    for comparison in results.cases where !comparison.metrics.isEmpty {
      var table = LimitedTable(Self.numberColumns, rows: comparison.metrics.map { row(of: $0) })
      let title = "**\(ComparisonCell.name(of: comparison.scenarioCase))**"
      // Once something has no room, nothing after it is shown, so that the order stays plain.
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
      verdict.minimumDetectableEffectText, verdict.outcome.title,
    ]
  }
}

/// How the verdicts were reached, and how much of each case was replayed for the timed ones.
struct MethodSection {
  private static let mostBytes = 5_000

  let results: ComparisonResults

  func write(to document: inout MarkdownDocument) {
    var part = MarkdownDocument()
    part.list(sentences)
    var table = LimitedTable(Self.columns, rows: rows)
    part.table(table.next(bytes: Self.mostBytes))
    part.leftOut(table.rest.count, "timed metric")
    if let seed = results.orderSeed {
      part.paragraph(
        "The order of everything in the pairs was drawn with the seed \(seed) (`--order-seed`). "
          + "Times leave out what the programs waited for a processor.")
    }
    document.folded("How the verdicts were reached", part)
  }

  /// Each way of judging, with the metrics that were judged so.
  private var sentences: [String] {
    var counts: [(sentence: String, count: Int)] = []
    for metric in results.cases.flatMap(\.metrics) where metric.outcome.isJudged {
      let sentence = metric.methodSentence
      if let index = counts.firstIndex(where: { $0.sentence == sentence }) {
        counts[index].count += 1
      } else {
        counts.append((sentence, 1))
      }
    }
    return counts.prefix(Self.mostSentences).map { entry in
      "\(LimitedList.counted(entry.count, "metric")): \(ComparisonCell.text(entry.sentence))"
    }
      + (counts.count > Self.mostSentences
        ? [
          "\(counts.count - Self.mostSentences) more ways: see "
            + "`\(ComparisonReport.documentFile)`"
        ] : [])
  }

  private static let mostSentences = 12

  private static let columns: [(title: String, alignment: MarkdownTable.Alignment)] =
    [
      ("Case", .left), ("Metric", .left), ("Pairs", .right), ("Fresh pairs", .right),
      ("Replayed", .right), ("Would have seen", .right),
    ] + MachineLoad.columns.map { ($0, .right) }

  private var rows: [[String]] {
    results.cases.flatMap { comparison in
      comparison.metrics.compactMap { metric -> [String]? in
        guard metric.outcome.isJudged, case .lockStep(let lockStep) = metric.method else {
          return nil
        }
        return [
          ComparisonCell.name(of: comparison.scenarioCase), MarkdownText.code(metric.metric.name),
          NumberFormat.grouped(lockStep.pairs),
          lockStep.confirmingPairs.map(NumberFormat.grouped) ?? "", lockStep.coverage,
          metric.minimumDetectableEffectText,
        ] + (comparison.load?.cells ?? MachineLoad.columns.map { _ in "" })
      }
    }
  }
}

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

/// What the words and the kinds of number of the report mean, and what it does not claim.
struct ComparisonReading {
  let results: ComparisonResults

  func write(to document: inout MarkdownDocument) {
    var part = MarkdownDocument()
    part.list([
      "**Counted**: operations and bytes that are the same on every run; compared exactly.",
      "**Modelled**: what a platform profile predicts from counted operations; the same on every "
        + "run, compared exactly, and not a device measurement.",
      "**Measured**: what the clock and the operating system say; compared "
        + measured,
      "**Inconclusive**: the interval holds changes that would pass and changes that would not. It "
        + "is no pass; a longer budget or a quieter machine decides more. A case for which the "
        + "base gave no numbers that one could compare with is undecided as well.",
      "**Would have seen**: the smallest change for the worse that this comparison would have "
        + "found 95 times in 100.",
      "**Not gated**: told for the reader; neither direction is bad in itself, or nothing can "
        + "judge it.",
    ])
    part.paragraph(
      "Not claimed: changes in time smaller than the margin (the layout of the code alone makes "
        + "about 1 %); rare slow frames (frames slower in fewer than a fifth of the pairs are "
        + "trimmed away); what costs only in a cold process; frames that were not replayed; other "
        + "machines, and phones above all.")
    document.folded("How to read this", part)
  }

  private var measured: String {
    switch results.kind {
    case .programs:
      "times in pairs of fresh processes side by side, memory by the trials of both sides."
    case .runs:
      "memory by the trials of both runs. Times are told and not judged: those of two runs differ "
        + "by 30 % and more on a shared machine."
    case .baseline:
      "only as a ratio to the naive strategy of the same run, because a stored time says nothing "
        + "of another day or machine."
    }
  }
}
