import BenchmarkTables
import Support

/// The cost of a query, by its kind.
struct QueryMeasurement {
  let queryCount: Int
  let repetitions: Int?

  func section(_ worlds: [World]) throws -> Section {
    var table = MarkdownTable(columns: Self.columns)
    var checks: [Check] = []
    for world in worlds {
      var measurements = QuestionSeries.all(over: world.places, count: queryCount).map {
        SeriesMeasurement(series: $0, placeCount: world.count)
      }
      measurements.removeAll { $0.series.questions.isEmpty }
      for measurement in measurements { try measurement.warmUp(world) }
      let agreement = try EngineAgreement(world, measurements)
      for repetition in 1...world.repetitions(asked: repetitions) {
        StandardError.write("queries, \(world.name), repetition \(repetition)\n")
        for number in measurements.indices { try measurements[number].measure(world) }
      }
      for measurement in measurements { table.rows.append(try row(measurement, world)) }
      checks += agreement.checks + [sameCounts(measurements, world)]
    }
    return Section(
      title: "Asking the place index",
      notes: [
        "p50, p95, max: CPU time of one query of the index; it contains a reading of the thread's "
          + "clock",
        "every question was asked before, so that the file's pages are in memory",
        "found, examined: rows of all answers, and places that were scored for them; with the "
          + "wanted place: answers that hold it",
        "scan: looks at every place in memory, whether it has all words in lower case; asked the "
          + "first queries only",
        "ratio: the scan's time in times of the index's, for the same queries",
      ], table: table, checks: checks)
  }

  private static let columns: [MarkdownTable.Column] = [
    .init("places"), .init("query", .left), .init("region", .left), .init("queries"),
    .init("found"), .init("examined"), .init("with the wanted place"), .init("p50"), .init("p95"),
    .init("max"), .init("scanned"), .init("scan, p50"), .init("ratio"),
  ]

  private func row(_ measurement: SeriesMeasurement, _ world: World) throws -> [String] {
    let counts = measurement.counts[0]
    let examined = measurement.series.kind.isUnfinished ? "" : "\(counts.examined)"
    var cells = [
      "\(world.count)", measurement.series.kind.rawValue, measurement.series.region.rawValue,
      "\(measurement.series.questions.count)", "\(counts.found)", examined, "\(counts.wanted)",
    ]
    cells += try [.p50, .p95, .max].map { try measurement.index.text($0) }
    guard measurement.scanCount > 0 else { return cells + ["", "", ""] }
    return cells + [
      "\(measurement.scanCount)", try measurement.scan.text(.p50),
      try Spread(measurement.ratios).numbers,
    ]
  }

  private func sameCounts(_ measurements: [SeriesMeasurement], _ world: World) -> Check {
    let different = measurements.count { Set($0.counts).count != 1 }
    return Check(
      "every repetition finds and examines as many places", subject: world.name,
      hasPassed: different == 0, finding: "\(different) of \(measurements.count) series do not")
  }
}
