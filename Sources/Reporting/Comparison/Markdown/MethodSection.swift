import Measurement
import ScenarioModel
import Verdicts

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
      "\(WordList.counted(entry.count, "metric")): \(ComparisonCell.text(entry.sentence))"
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
