import ArgumentParser
import BenchmarkTables

/// The times of differences of annotations, in a table.
@main
struct DifferenceTableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "difference-table",
    abstract: "Measure differences of annotations, and print one table.",
    discussion: """
      A difference of annotations is compared with the dictionary that an app would
      write and with the standard library's difference of collections. All take turns,
      so that they meet the same disturbances; every number is the minimum, the median
      and the maximum of the repetitions. Annotations come from a fixed seed.

      The exit code is 1 where a check fails: where two ways do not agree.
      """)

  @Option(parsing: .upToNextOption, help: "The numbers of annotations.")
  var sizes: [CountArgument] = [100, 1_000, 10_000, 100_000].map { CountArgument($0) }

  @Option(help: "The number of repetitions.")
  var repetitions = CountArgument(7)

  private static let shares = [0.001, 0.01, 0.1, 0.5]

  func run() throws {
    let provenance = Provenance()
    let contests = makeContests()
    for repetition in 1...repetitions.count {
      StandardError.write("differences, repetition \(repetition)\n")
      for contest in contests { contest.run() }
    }
    let checks = contests.map(DifferenceTable.check)
    print(provenance.markdown())
    print("- every number with its spread: min / median / max of the repetitions")
    print("\n" + (try DifferenceTable.markdown(contests)))
    print("\n## Checks\n\n" + CheckList.markdown(checks))
    if checks.contains(where: { !$0.hasPassed }) { throw ExitCode.failure }
  }

  private func makeContests() -> [DifferenceContest] {
    var contests: [DifferenceContest] = []
    for size in sizes.map(\.count) {
      StandardError.write("\(size) annotations\n")
      for share in Self.shares where Double(size) * share >= 1 {
        for order in AnnotationLists.Order.allCases {
          contests.append(DifferenceContest(count: size, share: share, order: order))
        }
      }
    }
    return contests
  }
}
