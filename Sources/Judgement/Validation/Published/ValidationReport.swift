import Reporting
import ScenarioModel

/// The validation of the model for people and for programs.
package enum ValidationReport {
  /// The names of the files in the folder of `--out`.
  package static let markdownFile = "validation.md"
  package static let documentFile = "validation.json"

  /// Makes the folder where there is none, and refuses one that has files of another origin.
  package static func make(_ folder: String) throws(ReportingError) {
    try ComparisonFolder.make(
      folder, marks: [(markdownFile, heading), (documentFile, "\"benchmarks\" : [")])
  }

  /// Writes the files into a folder, which is made where there is none.
  package static func write(
    _ results: ValidationResults, to folder: String
  ) throws(ReportingError) {
    try make(folder)
    try ReportFile.write(
      "# \(heading)\n\n" + text(results), to: folder + "/" + markdownFile)
    try ReportFile.write(try json(results), to: folder + "/" + documentFile)
  }

  private static let heading = "The model compared with published measurements"

  /// The results as JSON with sorted keys.
  package static func json(_ results: ValidationResults) throws(ReportingError) -> String {
    try SortedJSON.text(of: Document(results), named: "the validation")
  }

  /// The results in Markdown that also reads well in a terminal. Pure.
  package static func text(_ results: ValidationResults) -> String {
    var document = MarkdownDocument()
    document.paragraph(summary(results))
    document.table(errorTable(results))
    document.paragraph(hitchLegend(results))
    document.table(hitchTable(results))
    document.paragraph(legend)
    document.table(rowTable(results))
    document.paragraph("Published figures that the model cannot express; they do not count:")
    document.table(missingTable(results))
    document.paragraph("What is rebuilt, and how:")
    document.table(benchmarkTable(results))
    return document.text
  }

  private static let legend = """
    Each cell of a parameter set has the model's value and its factor: the larger of the two values divided \
    by the smaller. Under the set of the device that the row was measured on, the last column says if the \
    row counts in the error. Those of three or more recordings do; those of fewer are for fitting. A figure \
    that set a parameter is *fitted* and does not count, nor does a count of what happened, which checks the \
    *rebuilt benchmark* and no cost, nor an upper bound, which has no ratio.
    """

  private static func summary(_ results: ValidationResults) -> String {
    let errors = results.ownDeviceErrors
    guard let mean = errors.geometricMean, let worst = errors.worst else {
      return "**No figure counts:** none was measured on the device of a chosen parameter set "
        + "three times without setting one of its parameters."
    }
    return "**The model is wrong by a factor of \(factor(mean)) in the geometric mean** over "
      + "\(LimitedList.counted(errors.count, "published figure")), each under the parameter set of "
      + "its device, and by \(factor(worst.errorFactor)) at worst (\(name(worst)))."
      + (errors.withSpread > 0
        ? " \(errors.withinSpread) of \(errors.withSpread) predictions lie within the spread of "
          + "their measurement." : "")
  }

  // MARK: - Errors

  private struct NamedErrors {
    let set: String
    let figures: String
    let errors: ErrorSummary
  }

  private static func errors(_ results: ValidationResults) -> [NamedErrors] {
    results.sets.flatMap { set in
      let own = set.rows.filter { $0.measuredOn == set.name }
      let parts: [(String, (ValidationRowResult) -> Bool)] = [
        ("hitch ratios", { $0.unit == .millisecondsPerSecond }),
        ("frame times", { $0.unit == .nanoseconds && $0.checks == .replay }),
        ("footprints", { $0.unit == .bytes }),
        ("stated operations", { $0.checks == .operations }),
      ]
      let all = [
        NamedErrors(set: set.name, figures: "of its own device", errors: set.ownDeviceErrors)
      ]
      return all
        + parts.map { figures, isPart in
          NamedErrors(
            set: set.name, figures: "of its own device: \(figures)",
            errors: ErrorSummary(own.filter(isPart)))
        }.filter { $0.errors.count > 0 }
        + [
          NamedErrors(
            set: set.name, figures: "of its own device, for fitting",
            errors: ErrorSummary(own, of: .fit)),
          NamedErrors(set: set.name, figures: "of all devices", errors: set.allErrors),
        ]
    }
  }

  private static func errorTable(_ results: ValidationResults) -> MarkdownTable {
    var table = MarkdownTable([
      ("parameter set", .left), ("figures", .left), ("number", .right),
      ("geometric mean", .right), ("worst", .right), ("worst figure", .left),
      ("within spread", .right),
    ])
    for named in errors(results) {
      let errors = named.errors
      table.append([
        MarkdownText.escaped(named.set), named.figures, "\(errors.count)",
        factor(errors.geometricMean), factor(errors.worst?.errorFactor),
        errors.worst.map(name) ?? "none",
        errors.withSpread > 0 ? "\(errors.withinSpread) of \(errors.withSpread)" : "none",
      ])
    }
    return table
  }

  private static func hitchLegend(_ results: ValidationResults) -> String {
    let constants = results.sets.compactMap { set in
      set.hitchConstant.map {
        "\(NumberFormat.text($0, .millisecondsPerSecond)) of \(MarkdownText.escaped(set.name))"
      }
    }
    return "Hitch ratios beside two predictions that know nothing of annotations: always the floor "
      + "of the map itself, and always one constant, the median of the figures for fitting"
      + (constants.isEmpty ? "." : ": \(constants.joined(separator: ", ")).")
  }

  private static func hitchTable(_ results: ValidationResults) -> MarkdownTable {
    var table = MarkdownTable([
      ("parameter set", .left), ("hitch ratios of its own device", .left), ("number", .right),
      ("the model", .right), ("always the floor", .right), ("always the constant", .right),
    ])
    for set in results.sets {
      for (use, name) in [(ValidationRow.Use.counts, "that count"), (.fit, "for fitting")] {
        let errors = set.hitchErrors(of: use)
        guard errors.count > 0 else { continue }
        table.append([
          MarkdownText.escaped(set.name), name, "\(errors.count)", factor(errors.model),
          factor(errors.floor), factor(errors.constant),
        ])
      }
    }
    return table
  }

  // MARK: - Rows

  private static func rowTable(_ results: ValidationResults) -> MarkdownTable {
    var table = MarkdownTable(
      [
        ("benchmark", .left), ("figure", .left), ("measured on", .left), ("measured", .right),
        ("spread", .right),
      ] + results.sets.map { (MarkdownText.escaped($0.name), .right) } + [
        ("counts", .left), ("firmness", .left),
      ])
    for (number, row) in (results.sets.first?.rows ?? []).enumerated() {
      guard let measured = row.measured ?? row.high else { continue }
      let figure = NumberFormat.text(measured, row.unit)
      let predictions = results.sets.map { ($0.name, $0.rows[number]) }
      table.append(
        [
          MarkdownText.escaped(row.benchmark), MarkdownText.escaped(row.label),
          MarkdownText.escaped(row.measuredOn), row.isBound ? "at most \(figure)" : figure,
          spread(row, around: measured),
        ] + predictions.map { prediction($0.1) } + [
          predictions.first { $0.0 == row.measuredOn }.map { counts($0.1) }
            ?? "no: another device",
          row.firmness.rawValue,
        ])
    }
    return table
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

  private static func counts(_ row: ValidationRowResult) -> String {
    if let reason = row.modelled.reason { return "no: \(MarkdownText.escaped(reason))" }
    if row.isBound {
      return "no: a bound that the model \(row.isWithinSpread == true ? "keeps" : "breaks")"
    }
    if row.errorFactor == nil { return "no: a value that is not above 0 has no ratio" }
    if !row.fitted.isEmpty { return "no: fitted, \(row.fitted.joined(separator: ", "))" }
    return switch row.checks {
    case .rebuilding: "no: the rebuilt benchmark"
    case .none: "no"
    case .replay, .operations: row.use == .counts ? "yes" : "no: for fitting"
    }
  }

  private static func missingTable(_ results: ValidationResults) -> MarkdownTable {
    var table = MarkdownTable(texts: ["benchmark", "figure", "published", "reason"])
    for row in results.sets.first?.rows ?? [] where row.measured == nil && !row.isBound {
      table.append([
        MarkdownText.escaped(row.benchmark), MarkdownText.escaped(row.label),
        MarkdownText.escaped(row.figure), MarkdownText.escaped(row.modelled.reason ?? ""),
      ])
    }
    return table
  }

  private static func benchmarkTable(_ results: ValidationResults) -> MarkdownTable {
    var table = MarkdownTable(texts: ["benchmark", "what happened", "source", "assumptions"])
    for benchmark in results.benchmarks {
      table.append([
        MarkdownText.escaped(benchmark.name), MarkdownText.escaped(benchmark.title),
        MarkdownText.escaped(benchmark.source), MarkdownText.escaped(benchmark.assumptions),
      ])
    }
    return table
  }

  /// The results with what follows from them.
  private struct Document: Encodable {
    struct Errors: Encodable {
      let set: String
      let figures: String
      let count: Int
      let geometricMean: Double?
      let worst: Double?
      let worstFigure: String?
      let withSpread: Int
      let withinSpread: Int
    }

    struct Row: Encodable {
      let set: String
      let row: ValidationRowResult
      let factor: Double?
      let isCounted: Bool
      let isWithinSpread: Bool?
    }

    let benchmarks: [ValidationResults.Benchmark]
    let errors: [Errors]
    /// By the name of the set.
    let hitchesThatCount: [String: HitchErrors]
    let hitchesForFitting: [String: HitchErrors]
    let rows: [Row]

    init(_ results: ValidationResults) {
      benchmarks = results.benchmarks
      errors = ValidationReport.errors(results).map {
        Errors(
          set: $0.set, figures: $0.figures, count: $0.errors.count,
          geometricMean: $0.errors.geometricMean, worst: $0.errors.worst?.errorFactor,
          worstFigure: $0.errors.worst.map { "\($0.benchmark): \($0.label)" },
          withSpread: $0.errors.withSpread, withinSpread: $0.errors.withinSpread)
      }
      let sets = results.sets
      hitchesThatCount = Dictionary(
        uniqueKeysWithValues: sets.map { ($0.name, $0.hitchErrors(of: .counts)) })
      hitchesForFitting = Dictionary(
        uniqueKeysWithValues: sets.map { ($0.name, $0.hitchErrors(of: .fit)) })
      rows = sets.flatMap { set in
        set.rows.map {
          Row(
            set: set.name, row: $0, factor: $0.errorFactor, isCounted: $0.isCounted,
            isWithinSpread: $0.isWithinSpread)
        }
      }
    }
  }

  private static func name(_ row: ValidationRowResult) -> String {
    MarkdownText.escaped("\(row.benchmark): \(row.label)")
  }

  private static func factor(_ value: Double?) -> String {
    value.map { NumberFormat.ratio($0) } ?? "none"
  }
}
