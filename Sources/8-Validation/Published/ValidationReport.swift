import Documents
import Reporting
import ScenarioModel
import Support

/// The validation of the model for people and for programs.
package enum ValidationReport {
  /// The names of the files in the folder of `--out`.
  package static let markdownFile = "validation.md"
  package static let documentFile = "validation.json"
  static let phoneFile = "phone.json"

  /// Writes where a phone is on the axis of slowness into a folder, which is made where there is none.
  package static func write(_ phone: DeviceSlowness, to folder: String) throws(ReportingError) {
    try make(folder)
    let report = Document {
      Heading(1, heading)
      phone.document
    }
    try ReportFile.write(
      [
        (markdownFile, report.text),
        (phoneFile, try SortedJSON.text(of: phone, named: "the phone")),
      ], to: folder)
  }

  /// Makes the folder where there is none, and refuses one that has files of another origin.
  package static func make(_ folder: String) throws(ReportingError) {
    try ComparisonFolder.make(
      folder,
      marks: [
        (markdownFile, "The model compared with"), (documentFile, "\"benchmarks\" : ["),
        (phoneFile, "\"readings\" : ["),
      ])
  }

  /// Writes the files into a folder, which is made where there is none.
  package static func write(
    _ results: ValidationResults, to folder: String
  ) throws(ReportingError) {
    try make(folder)
    let report = Document {
      Heading(1, heading)
      document(results)
    }
    try ReportFile.write(
      [(markdownFile, report.text), (documentFile, try json(results))], to: folder)
  }

  private static let heading = "The model compared with measurements"

  /// The results as JSON with sorted keys.
  package static func json(_ results: ValidationResults) throws(ReportingError) -> String {
    try SortedJSON.text(of: results, named: "the validation")
  }

  /// The results in Markdown that also reads well in a terminal. Pure.
  @DocumentBuilder package static func document(_ results: ValidationResults) -> Document {
    Paragraph(summary(results))
    errorTable(results)
    Paragraph(constantLegend)
    constantTable(results)
    Paragraph(othersLegend)
    othersTable(results)
    Paragraph(legend)
    rowTable(results)
    Paragraph("Figures that the model cannot express; they do not count:")
    missingTable(results)
    Paragraph("What is rebuilt, and how:")
    benchmarkTable(results)
  }

  private static let legend = """
    Each cell of a parameter set has the model's value and its factor: the larger of the modelled and the \
    measured value divided by the smaller. The column "counts" says whether the row counts in the error of \
    its device's set. Rows of three or more recordings count; rows of fewer are for fitting. Three kinds \
    never count: a figure that set a parameter (*fitted*); a count of what happened, which checks the \
    *rebuilt benchmark* and not a cost; and a bound, which has no ratio.
    """

  private static func summary(_ results: ValidationResults) -> String {
    let errors = results.ownDeviceErrors
    guard let mean = errors.geometricMean, let worst = errors.worst else {
      return "**No figure counts:** each figure sets a parameter of a chosen set, or was not "
        + "measured three times on that set's device."
    }
    return "**The model is wrong by a factor of \(factor(mean)) in the geometric mean** over "
      + "\(LimitedList.counted(errors.count, "published figure")), each under the parameter set of "
      + "its device, and by \(factor(worst.errorFactor)) at worst (\(name(worst)))."
      + (errors.withSpread > 0
        ? " \(errors.withinSpread) of \(errors.withSpread) predictions lie within the spread of "
          + "their measurement." : "")
  }

  // MARK: - Errors

  fileprivate struct NamedErrors {
    let set: String
    let figures: String
    let errors: ErrorSummary
  }

  fileprivate static func errors(_ results: ValidationResults) -> [NamedErrors] {
    results.sets.flatMap { set in
      let own = set.rows.filter { $0.measuredOn == set.name }
      let parts: [(String, [ValidationRowResult])] = [
        ("hitch ratios", own.filter { $0.unit == .millisecondsPerSecond }),
        ("frame times", own.filter { $0.unit == .nanoseconds && $0.checks == .replay }),
        ("footprints", own.filter { $0.unit == .bytes }),
        ("stated operations", own.filter { $0.checks == .operations }),
      ]
      let errorsOfParts = parts.map { ("of its own device: \($0)", ErrorSummary($1)) }
      let all: [(String, ErrorSummary)] =
        [("of its own device", set.ownDeviceErrors)] + errorsOfParts.filter { $0.1.count > 0 }
        + [
          ("of its own device, for fitting", ErrorSummary(own, of: .fit)),
          ("of all devices", set.allErrors),
        ]
      return all.map { NamedErrors(set: set.name, figures: $0, errors: $1) }
    }
  }

  private static func errorTable(_ results: ValidationResults) -> Table {
    Table(
      [
        "parameter set", "figures", .number("number"), .number("geometric mean"),
        .number("worst"), "worst figure", .number("within spread"),
      ], of: errors(results)
    ) { named in
      let errors = named.errors
      return [
        named.set.escaped, named.figures, "\(errors.count)",
        factor(errors.geometricMean), factor(errors.worst?.errorFactor),
        errors.worst.map(name) ?? "none",
        errors.withSpread > 0 ? "\(errors.withinSpread) of \(errors.withSpread)" : "none",
      ]
    }
  }

  private static let othersLegend = """
    Figures of other projects are single reports from phones, not from the simulator; most are \
    descriptions, not recordings. Their error is not part of the error above.
    """

  private static let constantLegend = """
    The next table compares the model with two predictions that know nothing of annotations: always \
    the map's own floor, and always one constant, the median of the figures for fitting. Other \
    projects' figures were never used to choose the constant; figures that set a parameter are left out.
    """

  private static func constantTable(_ results: ValidationResults) -> Table {
    let uses: [(ValidationRow.Use, String)] = [
      (.counts, "that count"), (.fit, "for fitting"), (.others, "of other projects"),
    ]
    let units: [(MetricUnit, String)] = [
      (.millisecondsPerSecond, "hitch ratios"), (.bytes, "footprints"),
    ]
    let rows = results.sets.flatMap { set in
      units.flatMap { unit, noun in
        uses.map { use, name in
          (set.name, "\(noun) \(name)", unit, errors: set.errors(of: unit, for: use))
        }
      }
    }
    return Table(
      ["parameter set", "figures of its own device"],
      numbers: ["number", "the model", "always the floor", "always the constant", "the constant"],
      of: rows.filter { $0.errors.count > 0 }
    ) { set, figures, unit, errors in
      [
        set.escaped, figures, "\(errors.count)", factor(errors.model), factor(errors.floor),
        factor(errors.constant),
        errors.constantValue.map { NumberFormat.text($0, unit) } ?? "none",
      ]
    }
  }

  /// The errors on the figures of everybody else, by group.
  private static func othersTable(_ results: ValidationResults) -> Table {
    let rows = results.sets.flatMap { set in
      let others = set.rows.filter { $0.group != nil && $0.measuredOn == set.name }
      return others.compactMap(\.group).uniqued().map { group in
        (set.name, group, others.filter { $0.group == group })
      }
    }
    return Table(
      ["parameter set", "figures of other projects"],
      numbers: ["number", "geometric mean", "worst", "bounds kept", "for fitting"], of: rows
    ) { set, group, rows in
      let errors = ErrorSummary(rows, of: .others)
      let bounds = rows.filter { $0.isBound && $0.isWithinSpread != nil }
      return [
        set.escaped, group.escaped, "\(errors.count)", factor(errors.geometricMean),
        factor(errors.worst?.errorFactor),
        bounds.isEmpty
          ? "none" : "\(bounds.count { $0.isWithinSpread == true }) of \(bounds.count)",
        "\(rows.count { $0.use == .fit })",
      ]
    }
  }

  // MARK: - Rows

  private static func rowTable(_ results: ValidationResults) -> Table {
    let rows = (results.sets.first?.rows ?? []).enumerated()
    var columns: [Table.Column] = [
      "benchmark", "figure", "measured on", .number("measured"), .number("spread"),
    ]
    columns += results.sets.map { Table.Column.number($0.name.escaped) }
    columns += ["counts", "firmness"]
    return Table(columns, of: rows) { number, row in
      guard let measured = row.measured ?? row.bound else { return nil }
      let figure = NumberFormat.text(measured, row.unit)
      let own = results.sets.first { $0.name == row.measuredOn }?.rows[number]
      let facts = [
        row.benchmark.escaped, row.label.escaped, row.measuredOn.escaped,
        row.isBound ? "at \(row.high == nil ? "least" : "most") \(figure)" : figure,
        spread(row, around: measured),
      ]
      let predictions = results.sets.map { prediction($0.rows[number]) }
      return facts + predictions
        + [own.map { counts($0) } ?? "no: another device", row.firmness.rawValue]
    }
  }

  private static func spread(_ row: ValidationRowResult, around measured: Double) -> String {
    guard !row.isBound, let low = row.low, let high = row.high else { return "–" }
    return NumberFormat.interval(low, high, around: measured, row.unit) ?? "–"
  }

  private static func prediction(_ row: ValidationRowResult) -> String {
    guard let modelled = row.modelled.number else { return "not available" }
    return NumberFormat.text(modelled, row.unit)
      + (row.errorFactor.map { " (\(NumberFormat.ratio($0)))" } ?? "")
  }

  /// The model's relation to a bound.
  private static func keeps(_ row: ValidationRowResult) -> String {
    row.isWithinSpread == true ? "keeps" : "breaks"
  }

  private static func counts(_ row: ValidationRowResult) -> String {
    if let reason = row.modelled.reason { return "no: \(reason.escaped)" }
    if row.isBound { return "no: a bound that the model \(keeps(row))" }
    if row.errorFactor == nil { return "no: a value that is not above 0 has no ratio" }
    if !row.fitted.isEmpty { return "no: fitted, \(row.fitted.joined(separator: ", "))" }
    return switch row.checks {
    case .rebuilding: "no: the rebuilt benchmark"
    case .none: "no"
    case .replay, .operations:
      switch row.use {
      case .counts: "yes"
      case .fit: "no: for fitting"
      case .others: "apart: another project's, \(row.group?.escaped ?? "")"
      }
    }
  }

  private static func missingTable(_ results: ValidationResults) -> Table {
    let rows = results.sets.first?.rows ?? []
    return Table(
      ["benchmark", "figure", "published", "reason"],
      of: rows.filter { $0.measured == nil && !$0.isBound }
    ) { row in
      [row.benchmark, row.label, row.figure, row.modelled.reason ?? ""].map(\.escaped)
    }
  }

  private static func benchmarkTable(_ results: ValidationResults) -> Table {
    Table(
      ["benchmark", "what happened", "source", "assumptions"], of: results.benchmarks
    ) { benchmark in
      [benchmark.name, benchmark.title, benchmark.source].map(\.escaped)
        + [benchmark.assumptions.prose]
    }
  }

  private static func name(_ row: ValidationRowResult) -> String {
    "\(row.benchmark): \(row.label)".escaped
  }

  private static func factor(_ value: Double?) -> String {
    value.map { NumberFormat.ratio($0) } ?? "none"
  }
}

// MARK: - Encoding

/// The form of `validation.json`: the results with what follows from them.
extension ValidationResults: Encodable {
  private struct Row: Encodable {
    let set: String
    let row: ValidationRowResult

    func encode(to encoder: any Encoder) throws {
      try encoder.encode([
        "set": set, "row": row, "factor": row.errorFactor, "isCounted": row.isCounted,
        "isWithinSpread": row.isWithinSpread,
      ])
    }
  }

  package func encode(to encoder: any Encoder) throws {
    /// By the name of the set.
    func compared(
      _ unit: MetricUnit, _ use: ValidationRow.Use = .counts
    ) -> [String: ComparedErrors] {
      Dictionary(uniqueKeysWithValues: sets.map { ($0.name, $0.errors(of: unit, for: use)) })
    }
    let rows = sets.flatMap { set in set.rows.map { Row(set: set.name, row: $0) } }
    try encoder.encode([
      "benchmarks": benchmarks, "errors": ValidationReport.errors(self),
      "hitchesThatCount": compared(.millisecondsPerSecond),
      "hitchesForFitting": compared(.millisecondsPerSecond, .fit),
      "footprintsThatCount": compared(.bytes), "footprintsOfOthers": compared(.bytes, .others),
      "rows": rows,
    ])
  }
}

extension ValidationReport.NamedErrors: Encodable {
  func encode(to encoder: any Encoder) throws {
    let worst = errors.worst
    let figure = worst.map { "\($0.benchmark): \($0.label)" }
    try encoder.encode([
      "set": set, "figures": figures, "count": errors.count,
      "geometricMean": errors.geometricMean, "worst": worst?.errorFactor,
      "worstFigure": figure,
      "withSpread": errors.withSpread, "withinSpread": errors.withinSpread,
    ])
  }
}
