import Documents
import Reporting
import ScenarioModel
import Support

/// The results of a calibration for people and for programs.
enum CalibrationReport {
  /// The results as JSON with sorted keys.
  static func json(_ results: CalibrationResults) throws(ReportingError) -> String {
    try SortedJSON.text(of: results, named: "the calibration")
  }

  /// The results in Markdown that also reads well in a terminal. Pure.
  static func text(_ results: CalibrationResults) -> String {
    Document {
      Paragraph(summary(results))
      timedTable(results)
      exactTable(results)
      if let reason = results.instructionsUnavailable {
        Paragraph("Instructions were not compared: \(reason.escaped).")
      }
      Paragraph(circumstances(results))
    }.text
  }

  private static func summary(_ results: CalibrationResults) -> String {
    let (gates, red) = results.falseAlarms
    var parts: [String] = []
    if gates > 0 {
      let bound = BinomialInterval.upperBound(successes: red, of: gates, alpha: 0.05)
      parts.append(
        "**\(LimitedList.counted(red, "false alarm")) in \(LimitedList.counted(gates, "timed gate"))** "
          + "of a program against a copy of itself: at most \(NumberFormat.percent(bound)) of such "
          + "gates have one, with 95 % confidence.")
    }
    if let smallest = results.minimumDetectableEffect {
      parts.append("The median minimum detectable change is \(NumberFormat.percent(smallest)).")
    }
    if let margin = results.smallestUsableMargin {
      parts.append(
        "With the whole budget, the smallest usable margin is \(NumberFormat.percent(margin)); the "
          + "order of code alone changes times by about 1 %.")
    }
    return parts.joined(separator: " ")
  }

  private static func timedTable(_ results: CalibrationResults) -> Table {
    Table(
      ["injected change", "work"],
      numbers: [
        "gates", "regression", "pass", "inconclusive", "called regression [95 %]",
        "measured change", "pairs", "seconds",
      ], of: results.groups.filter { $0.tier == .timed }
    ) { group in
      let unusable = group.count(of: .unusable)
      return [
        "\(group.change)".escaped, group.work.escaped, NumberFormat.grouped(group.comparisons),
        NumberFormat.grouped(group.regressions),
        NumberFormat.grouped(group.count(of: .pass) + group.count(of: .improvement)),
        NumberFormat.grouped(group.count(of: .inconclusive))
          + (unusable > 0 ? " (and \(unusable) without enough pairs)" : ""),
        share(of: group), effects(group),
        range(group.gates.map { Double($0.pairs) }), range(group.gates.map(\.seconds)),
      ]
    }
  }

  private static func exactTable(_ results: CalibrationResults) -> Table {
    Table(
      ["numbers", "injected change", "work"],
      numbers: ["comparisons", "regression", "called regression [95 %]"],
      of: results.groups.filter { $0.tier != .timed }
    ) { group in
      [
        group.tier.rawValue, "\(group.change)".escaped, group.work.escaped,
        NumberFormat.grouped(group.comparisons), NumberFormat.grouped(group.regressions),
        share(of: group),
      ]
    }
  }

  private static func circumstances(_ results: CalibrationResults) -> String {
    let machine = results.provenance.machine
    let text =
      "Margin \(NumberFormat.percent(results.gate.margin)), chance of a false regression in a suite "
      + "\(NumberFormat.percent(results.gate.alpha)), \(NumberFormat.plain(results.gate.secondsPerCase)) s a gate. "
      + "\(machine.processor), \(LimitedList.counted(machine.logicalProcessors, "processor")), "
      + "\(machine.kernel), \(results.load); Swift \(machine.swiftVersion), "
      + "\(results.provenance.allocator.name) \(results.provenance.allocator.version), "
      + "\(results.provenance.build) build; \(NumberFormat.plain(results.seconds.rounded())) s "
      + "in all."
    return text.escaped
  }

  /// A share with its exact interval: `100 % [83–100 %]`.
  private static func share(of group: CalibrationResults.Group) -> String {
    guard group.comparisons > 0 else { return "" }
    return NumberFormat.percent(Double(group.regressions) / Double(group.comparisons))
      + " [\(NumberFormat.percent(group.regressionShareLow))–"
      + "\(NumberFormat.percent(group.regressionShareHigh))]"
  }

  /// The median of the measured changes, and the outermost ones.
  private static func effects(_ group: CalibrationResults.Group) -> String {
    // Empty where no gate measured a change.
    guard let changes = try? SampleSummary(group.gates.compactMap(\.change)) else { return "" }
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
