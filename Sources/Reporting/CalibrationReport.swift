import Gate
import Support

/// The results of a calibration for people and for programs.
package enum CalibrationReport {
  /// The results as JSON with sorted keys.
  package static func json(_ results: CalibrationResults) throws(ReportingError) -> String {
    try SortedJSON.text(of: results, named: "the calibration")
  }

  /// The results in Markdown that also reads well in a terminal. Pure.
  package static func text(_ results: CalibrationResults) -> String {
    var document = MarkdownDocument()
    document.paragraph(summary(results))
    document.table(timedTable(results))
    document.table(exactTable(results))
    if let reason = results.instructionsUnavailable {
      document.paragraph("Instructions were not tried: \(MarkdownText.escaped(reason)).")
    }
    document.paragraph(circumstances(results))
    return document.text
  }

  private static func summary(_ results: CalibrationResults) -> String {
    let (gates, red) = results.falseAlarms
    var parts: [String] = []
    if gates > 0 {
      let bound = BinomialInterval.upperBound(successes: red, of: gates, alpha: 0.05)
      parts.append(
        "**\(LimitedList.counted(red, "false alarm")) in \(LimitedList.counted(gates, "timed gate"))** "
          + "of a program against a copy of itself: at most \(NumberFormat.percent(bound)) of such "
          + "gates, with 95 % confidence.")
    }
    if let smallest = results.minimumDetectableEffect {
      parts.append(
        "The median minimum detectable change is \(NumberFormat.percent(smallest)).")
    }
    if let margin = results.smallestUsableMargin {
      parts.append(
        "The smallest usable margin of the whole budget is \(NumberFormat.percent(margin)); the order "
          + "of code alone makes about 1 %.")
    }
    return parts.joined(separator: " ")
  }

  private static func timedTable(_ results: CalibrationResults) -> MarkdownTable {
    var table = MarkdownTable([
      ("injected change", .left), ("work", .left), ("gates", .right), ("regression", .right),
      ("pass", .right), ("inconclusive", .right), ("called regression [95 %]", .right),
      ("measured change", .right), ("pairs", .right), ("seconds", .right),
    ])
    for group in results.timed {
      let unusable = group.count(of: .unusable)
      table.append([
        MarkdownText.escaped("\(group.change)"),
        MarkdownText.escaped(group.work), NumberFormat.grouped(group.gates.count),
        NumberFormat.grouped(group.count(of: .regression)),
        NumberFormat.grouped(group.count(of: .pass) + group.count(of: .improvement)),
        NumberFormat.grouped(group.count(of: .inconclusive))
          + (unusable > 0 ? " (and \(unusable) without enough pairs)" : ""),
        share(group.count(of: .regression), of: group.gates.count), effects(group),
        range(group.gates.map { Double($0.pairs) }), range(group.gates.map(\.seconds)),
      ])
    }
    return table
  }

  private static func exactTable(_ results: CalibrationResults) -> MarkdownTable {
    var table = MarkdownTable([
      ("numbers", .left), ("injected change", .left), ("work", .left), ("comparisons", .right),
      ("regression", .right), ("called regression [95 %]", .right),
    ])
    for group in results.exact {
      table.append([
        group.tier.rawValue,
        MarkdownText.escaped("\(group.change)"),
        MarkdownText.escaped(group.work), NumberFormat.grouped(group.comparisons),
        NumberFormat.grouped(group.regressions), share(group.regressions, of: group.comparisons),
      ])
    }
    return table
  }

  private static func circumstances(_ results: CalibrationResults) -> String {
    let machine = results.provenance.machine
    return MarkdownText.escaped(
      "Margin \(NumberFormat.percent(results.margin)), chance of a false regression in a suite "
        + "\(NumberFormat.percent(results.alpha)), \(NumberFormat.plain(results.budget)) s a gate. "
        + "\(machine.processor), \(LimitedList.counted(machine.logicalProcessors, "processor")), "
        + "\(machine.kernel), \(results.load); Swift \(machine.swiftVersion), "
        + "\(results.provenance.allocator.name) \(results.provenance.allocator.version), "
        + "\(results.provenance.build) build; \(NumberFormat.plain(results.seconds.rounded())) s "
        + "in all.")
  }

  /// A share with its exact interval: `100 % [83–100 %]`.
  private static func share(_ successes: Int, of trials: Int) -> String {
    guard trials > 0 else { return "" }
    let interval = BinomialInterval(successes: successes, of: trials)
    return NumberFormat.percent(Double(successes) / Double(trials))
      + " [\(NumberFormat.percent(interval.low))–\(NumberFormat.percent(interval.high))]"
  }

  /// The median of the measured changes, and the outermost ones.
  private static func effects(_ group: CalibrationResults.TimedGroup) -> String {
    // Empty where no gate measured a change.
    guard let changes = try? SampleSummary(group.gates.compactMap { $0.effect?.change }) else {
      return ""
    }
    let ends = [changes.minimum, changes.maximum].map { ChangeFormat.change($0) }
    return "\(ChangeFormat.change(changes.median)) [\(ends.joined(separator: ", "))]"
  }

  /// The median of some values, and the outermost ones; empty where there are none.
  private static func range(_ values: [Double]) -> String {
    guard let summary = try? SampleSummary(values) else { return "" }
    let ends = [summary.minimum, summary.maximum].map { NumberFormat.plain($0) }
    return "\(NumberFormat.plain(summary.median)) (\(ends.joined(separator: "–")))"
  }
}
