import Documents
import Gate
import ScenarioModel

/// Every case, and the numbers of every case up to a number of bytes.
extension ComparisonMarkdown {
  /// The length of the tags around a part.
  private static let tagBytes = 400

  /// - Parameter bytes: the maximum length.
  @DocumentBuilder func cases(bytes: Int) -> Document {
    let shown = Self.shown(overview, bytes: bytes / 3 - Self.tagBytes, "case")
    Fold("All \(LimitedList.counted(results.cases.count, "case"))") { shown }
    Fold("Every number of every case") {
      numbers(bytes: bytes - shown.text.utf8.count - 2 * Self.tagBytes)
    }
  }

  /// The cases with the numbers of their metrics by verdict.
  var overview: Table {
    Table(
      ["Case", "Status"],
      numbers: Self.outcomes.map(\.title), of: results.cases
    ) { comparison in
      [ComparisonCell.name(of: comparison.scenarioCase), comparison.status.label]
        + Self.outcomes.map { outcome in
          let count = comparison.metrics.count { $0.outcome.identifier == outcome.identifier }
          return comparison.metrics.isEmpty ? "" : NumberFormat.grouped(count)
        }
    }
  }

  private static let outcomes: [(title: String, identifier: String)] = [
    ("Passed", "passed"), ("Worse", "regression"), ("Better", "improvement"),
    ("Accepted", "accepted"), ("Inconclusive", "inconclusive"), ("Not judged", "not-judged"),
    ("Missing", "missing"), ("New", "new"), ("Not gated", "not-gated"),
  ]

  private func numbers(bytes: Int) -> Document {
    var left = bytes
    var leftOut = 0
    var shown: [(title: String, table: Table)] = []
    for comparison in results.cases where !comparison.metrics.isEmpty {
      let title = "**\(ComparisonCell.name(of: comparison.scenarioCase))**"
      // After the first row that does not fit nothing is shown, so that the order stays plain.
      let parts = numbers(of: comparison)
        .split(rows: leftOut > 0 ? 0 : .max, bytes: left - title.utf8.count - 8)
      if !parts.shown.isEmpty {
        shown.append((title, parts.shown))
        left -= title.utf8.count + parts.shown.markdown.utf8.count + 8
      }
      leftOut += parts.rest.rows.count
    }
    return Document {
      for part in shown {
        Paragraph(part.title)
        part.table
      }
      Self.leftOut(leftOut, "number")
    }
  }

  private func numbers(of comparison: CaseComparison) -> Table {
    Table(
      [
        "Metric", "Kind", .number("Base"), .number("Head"), .number("Change"),
        .number("Min. detectable change"), "Verdict",
      ], of: comparison.metrics
    ) { metric in
      ComparisonCell.numbers(of: metric) + [
        metric.minimumDetectableEffectLabel, metric.outcome.label,
      ]
    }
  }
}

/// The changes in few numbers.
extension ComparisonMarkdown {
  /// The changes of the scenarios that matter most, and of the others.
  var howBad: Table {
    let first = results.firstScenarios.map(\.code).joined(separator: ", ")
    return Table(
      ["Scenarios", "Change"], numbers: ["Metrics", "Cases", "Geometric mean", "Without a ratio"],
      of: results.changeGroups
    ) { group in
      [
        group.isFirst ? first : first.isEmpty ? "all" : "all others",
        group.isWorse ? "worse" : "better", NumberFormat.grouped(group.metrics),
        NumberFormat.grouped(group.cases), group.geometricMean.map(NumberFormat.ratio) ?? "none",
        NumberFormat.grouped(group.withoutRatio),
      ]
    }
  }
}

/// The methods of the verdicts, and the replayed part of each timed case.
extension ComparisonMarkdown {
  private static let maximumMethodBytes = 5_000
  private static let maximumMethods = 12

  var methods: Fold {
    Fold("Methods") {
      BulletList(methodCounts)
      Self.shown(timedMetrics, bytes: Self.maximumMethodBytes, "timed metric")
      if let seed = results.orderSeed {
        Paragraph(
          "The seed of the order within the pairs is \(seed) (`--order-seed`). Times do not "
            + "include the time that the programs waited for a processor.")
      }
    }
  }

  /// Each method with the number of its metrics.
  private var methodCounts: [String] {
    let labels = results.cases.flatMap(\.metrics).filter(\.outcome.isJudged).map(\.methodLabel)
    let methods = labels.uniqued()
    let rest = methods.count - Self.maximumMethods
    return methods.prefix(Self.maximumMethods).map { method -> String in
      let count = labels.count { $0 == method }
      return "\(LimitedList.counted(count, "metric")): \(ComparisonCell.text(method))"
    } + (rest > 0 ? ["\(rest) more methods: see `\(ComparisonReport.documentFile)`"] : [])
  }

  private var timedMetrics: Table {
    let judged = results.cases.flatMap { comparison in
      comparison.metrics.filter(\.outcome.isJudged).map { (comparison, $0) }
    }
    return Table(
      ["Case", "Metric"],
      numbers: ["Pairs", "Fresh pairs", "Replayed", "Min. detectable change"]
        + MachineLoad.columns, of: judged
    ) { comparison, metric in
      guard case .pairedSequential(let test) = metric.method else { return nil }
      return [
        ComparisonCell.name(of: comparison.scenarioCase), metric.metric.name.code,
        NumberFormat.grouped(test.pairs), test.confirmingPairs.map(NumberFormat.grouped) ?? "",
        test.coverage, metric.minimumDetectableEffectLabel,
      ] + (comparison.load?.cells ?? [])
    }
  }
}

/// The provenance of base and head, the meanings of the columns and verdicts, and the limits of the
/// report.
extension ComparisonMarkdown {
  var sides: Table {
    let both = [results.base, results.head]
    let names = [["Name"] + both.map { ComparisonCell.text($0.name) }]
    let origin: [Provenance.Fact] = [("Commit", { $0.commit }), ("Build", { $0.build })]
    let facts = (origin + Provenance.machineFacts).map { name, text in
      [name] + both.map { $0.provenance.map { ComparisonCell.text(text($0)) } ?? "not known" }
    }
    let command = [["Command", ComparisonCell.command(results.command), ""]]
    return Table(["Property", "Base", "Head"], rows: names + facts + command)
  }

  var legend: Fold {
    Fold("Legend") {
      BulletList([
        "**Counted**: operations and bytes; the same in every run, compared exactly.",
        "**Modelled**: predicted from counted operations by a platform profile; the same in every "
          + "run, compared exactly, and not a device measurement.",
        "**Measured**: times and memory of this machine; " + measured,
        "**x its margin**: the change divided by the largest change that passes, or by 2 % if none "
          + "does (**x a 2 % change**). The worst come first; a change from 0 has no multiple.",
        "**Geometric mean**: the mean of head / base, inverted where needed so that a value above "
          + "1 is worse. Changes from or to 0, and numbers without a direction, have no ratio.",
        "**Inconclusive**: the interval contains changes that pass and changes that do not. It is "
          + "not a pass; use a longer budget or a quieter machine. A case without usable numbers "
          + "in the base is also undecided.",
        "**Not judged**: the budget ended before the comparison reached it. It is not a pass.",
        "**Min. detectable change**: the smallest change for the worse that this comparison "
          + "detects 95 times in 100.",
        "**Not gated**: reported only, because neither direction of change is bad, or no method "
          + "can judge it.",
      ])
      Paragraph(
        "Not covered: changes in time smaller than the margin (the layout of the code alone "
          + "changes times by about 1 %); rare slow frames (frames slower in fewer than a "
          + "fifth of the pairs are trimmed away); costs that only a cold process has; frames "
          + "that were not replayed; other machines, phones in particular.")
    }
  }

  private var measured: String {
    switch results.kind {
    case .programs:
      "times are compared in pairs of fresh processes, memory by the trials of both sides."
    case .runs:
      "memory is compared by the trials of both runs. Times are reported, not gated: the "
        + "times of two runs differ by 30 % or more on a shared machine."
    case .baseline:
      "memory is compared by the trials of both sides, and times with a coarse limit, because the "
        + "base's come from another moment or machine: a time is worse if every trial takes more "
        + "than \(NumberFormat.ratio(CoarseLimit.factor)) the time of any trial of the base."
    }
  }
}
