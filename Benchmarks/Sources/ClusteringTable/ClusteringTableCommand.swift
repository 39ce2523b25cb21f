import ArgumentParser
import BenchmarkTables
import ClusteringWorkloads
import Measurement

/// The clusterers of this package beside supercluster's algorithm and beside floors, in one table.
@main
struct ClusteringTableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clustering-table",
    abstract: "Measures the clusterers beside supercluster's algorithm, and prints one table.",
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
  var sizes: [SizeArgument] = []

  @Option(parsing: .upToNextOption, help: "How the pins lie.")
  var data: [DataSet] = []

  @Option(parsing: .upToNextOption, help: "What is measured.")
  var rows: [RowArgument] = []

  @Option(help: "The rounds of every row. Default: 3 to 15, by size and by the time they take.")
  var repetitions: Int?

  func validate() throws {
    if let repetitions, repetitions < 1 {
      throw ValidationError("Expected at least one repetition, found \(repetitions).")
    }
  }

  func run() throws {
    let provenance = Provenance()
    let rounds = Rounds(meter: try AllocationMeter(), repetitions: repetitions)
    var figures: [Figure] = []
    var checks: [Check] = []
    for item in plan.items {
      let workload = Workload(item.subject, meter: rounds.meter)
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
    for note in FigureTable.notes { print("- \(note)") }
    print()
    print(FigureTable.markdown(figures))
    print("\n" + CheckList.markdown(checks))
    if checks.contains(where: { !$0.hasPassed }) { throw ExitCode.failure }
  }

  private var plan: Plan {
    if data.isEmpty, sizes.isEmpty, rows.isEmpty { return .standard }
    return Plan(
      data: data.isEmpty ? [.cities] : data,
      sizes: sizes.isEmpty ? Plan.standardSizes : sizes.map(\.count),
      rows: rows.isEmpty ? RowCatalog.standard : rows.map(\.row))
  }
}
