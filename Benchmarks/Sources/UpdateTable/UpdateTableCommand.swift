import ArgumentParser
import BenchmarkTables
import ScenarioModel

/// A group of measurements.
enum Part: String, ExpressibleByArgument, CaseIterable {
  case cycles, differences, views

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// Update cycles, differences of annotations and views of a clustered map, in a table each.
@main
struct UpdateTableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update-table",
    abstract: "Measure update cycles of a map, differences of annotations, and views, in tables.",
    discussion: """
      An update cycle is compared with a bare task of the simulated main thread, a
      difference of annotations with the dictionary that an app would write and with
      the standard library's difference of collections, a clustered map with the index
      and the difference that it is made of. All take turns, so that they
      meet the same disturbances; every number is the minimum, the median and the
      maximum of the repetitions. Annotations come from a fixed seed.

      The exit code is 1 where a check fails: where two ways do not agree, or a cycle
      does not end as it should.
      """)

  @Option(parsing: .upToNextOption, help: "The parts: \(Part.names). Default: all.")
  var parts: [Part] = Part.allCases

  @Option(help: "The update cycles of every measurement.")
  var cycles = CountArgument(1_000_000)

  @Option(parsing: .upToNextOption, help: "The numbers of annotations.")
  var sizes: [CountArgument] = [100, 1_000, 10_000, 100_000].map { CountArgument($0) }

  @Option(parsing: .upToNextOption, help: "The numbers of elements of a clustered map.")
  var elements: [CountArgument] = [10_000, 100_000].map { CountArgument($0) }

  @Option(help: "The repetitions.")
  var repetitions = CountArgument(7)

  func run() throws {
    let provenance = Provenance()
    var sections: [Section] = []
    for part in parts {
      switch part {
      case .cycles:
        sections.append(
          try CycleMeasurement(count: cycles.count, repetitions: repetitions.count).section())
      case .differences:
        sections.append(
          try DifferenceMeasurement(
            sizes: sizes.map(\.count), repetitions: repetitions.count
          ).section())
      case .views:
        sections.append(
          try ViewMeasurement(
            sizes: elements.map(\.count), repetitions: repetitions.count
          ).section())
      }
    }
    print(provenance.markdown())
    print("- every number with its spread: min / median / max of the repetitions")
    for section in sections { print("\n" + section.markdown) }
    print("\n## Checks\n\n" + CheckList.markdown(sections.flatMap(\.checks)))
    if sections.contains(where: { !$0.hasPassed }) { throw ExitCode.failure }
  }
}
