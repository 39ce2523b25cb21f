import ArgumentParser
import BenchmarkTables
import Harness
import ScenarioModel

/// A table that compares the clusterers of this package with supercluster's algorithm and with
/// floors.
@main
struct ClusteringTableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clustering-table",
    abstract: "Compare the clusterers with supercluster's algorithm, and print one table.",
    discussion: """
      The two sides take turns, so that both meet the same disturbances. The first
      sample of each side, with memory fresh from the system, is reported apart.
      The exit code is 1 where the two sides do not agree, or where the reference
      does not find what supercluster itself finds.

      Without --data, --sizes and --rows: all rows on cities of 10,000, 100,000
      and 1,000,000 pins, and on 100,000 pins of every other data set the rows
      that depend most on the data.
      """)

  @Option(parsing: .upToNextOption, help: "The numbers of pins.")
  var sizes: [CountArgument] = []

  @Option(parsing: .upToNextOption, help: "The distributions of the pins.")
  var data: [DataSet] = []

  @Option(parsing: .upToNextOption, help: "The rows to measure.")
  var rows: [RowArgument] = []

  @Option(help: "The number of rounds for each row. (default: 3 to 15, by size and time)")
  var repetitions: Int?

  @Option(
    help: """
      Another library's program, compared in the build from degrees. It is called with the \
      number of builds and a file of longitudes and latitudes (64-bit floating point, little \
      endian), and prints the milliseconds of each build on a line. Can be repeated.
      """)
  var peer: [Peer] = []

  @Option(help: "A file to append the medians to as CSV, instead of printing the table.")
  var csv: String?

  func validate() throws {
    if let repetitions, repetitions < 1 {
      throw ValidationError("Expected at least one repetition, found \(repetitions).")
    }
  }

  func run() async throws {
    let provenance = await Provenance(commit: GitCommit.current())
    let rounds = Rounds(meter: try AllocationMeter(), repetitions: repetitions)
    var figures: [Figure] = []
    var checks: [Check] = []
    for item in plan.items {
      let workload = Workload(item.subject, peers: peer, meter: rounds.meter)
      for row in item.rows {
        StandardError.write("\(item.subject) \(row.name)\n")
        for contest in try row.contests(workload) {
          figures += try rounds.figures(of: contest, workload: workload)
        }
        checks += try row.checks(workload)
      }
      rounds.addFloors(to: &figures, of: workload)
    }
    print(provenance.markdown(allocatorNote: "that keeps what is freed"))
    let failed = checks.filter { !$0.hasPassed }
    if let csv {
      try FigureCSV.append(figures, to: csv)
      print("- checks: \(checks.count - failed.count) of \(checks.count) pass")
      print(CheckList.markdown(failed))
    } else {
      for note in FigureTable.notes { print("- \(note)") }
      print("\n" + FigureTable.markdown(figures))
      print("\n" + CheckList.markdown(checks))
    }
    if !failed.isEmpty { throw ExitCode.failure }
  }

  private var plan: Plan {
    if data.isEmpty, sizes.isEmpty, rows.isEmpty { return .standard }
    return Plan(
      data: data.isEmpty ? [.cities] : data,
      sizes: sizes.isEmpty ? Plan.standardSizes : sizes.map(\.count),
      rows: rows.isEmpty ? RowCatalog.standard : rows.map(\.row))
  }
}

/// The name of a row.
struct RowArgument: ExpressibleByArgument {
  let row: any Row

  init?(argument: String) {
    guard let row = RowCatalog.standard.first(where: { $0.name == argument }) else { return nil }
    self.row = row
  }

  static var allValueStrings: [String] { RowCatalog.standard.map(\.name) }
}

extension DataSet: ExpressibleByArgument {}
