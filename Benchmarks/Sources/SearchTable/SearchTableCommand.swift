import ArgumentParser
import BenchmarkTables
import ScenarioModel

/// The place index, a day of typing and the event simulation, in a table each.
@main
struct SearchTableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search-table",
    abstract: "Measure the place index, a day of typing and the event simulation, in tables.",
    discussion: """
      The place index stands beside a linear scan over all places in memory, the
      event simulation beside plain heaps and closures. The two sides take turns, so
      that both meet the same disturbances; every number is the least, the middle
      and the greatest of the repetitions. Places, queries, keystrokes and events
      come from fixed seeds: what is counted is the same on each run.

      The exit code is 1 where a check fails: where the two sides do not agree, or a
      repetition counts other than the one before.
      """)

  @Option(parsing: .upToNextOption, help: "The parts: \(Part.names). Default: all.")
  var parts: [Part] = Part.allCases

  @Option(parsing: .upToNextOption, help: "The numbers of places.")
  var sizes: [CountArgument] = [CountArgument(10_000), CountArgument(100_000)]

  @Option(help: "The queries of every kind.")
  var queries = CountArgument(100)

  @Option(help: "The people who type.")
  var people = CountArgument(100)

  @Option(help: "The searches of every person.")
  var searches = CountArgument(10)

  @Option(help: "The events of every measurement of the simulation.")
  var events = CountArgument(1_000_000)

  @Option(help: "The repetitions. Default: 5; 3 with more than 100,000 places.")
  var repetitions: CountArgument?

  func run() throws {
    let provenance = Provenance()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var sections: [Section] = []
    var worlds: [World] = []
    if parts.contains(where: \.needsPlaces) {
      worlds = sizes.map { World(count: $0.count, folder: folder) }
    }
    for part in parts { sections += try sectionsOf(part, worlds) }
    print(provenance.markdown())
    print("- every number with its spread: min / median / max of the repetitions")
    for section in sections { print("\n" + section.markdown) }
    print("\n## Checks\n\n" + CheckList.markdown(sections.flatMap(\.checks)))
    if sections.contains(where: { !$0.hasPassed }) { throw ExitCode.failure }
  }

  private func sectionsOf(_ part: Part, _ worlds: [World]) throws -> [Section] {
    switch part {
    case .places:
      [
        try BuildMeasurement(repetitions: repetitions?.count).section(worlds),
        try QueryMeasurement(queryCount: queries.count, repetitions: repetitions?.count)
          .section(worlds),
      ]
    case .typing:
      [
        try TypingMeasurement(
          people: people.count, searches: searches.count, repetitions: repetitions?.count
        ).section(worlds)
      ]
    case .events:
      [try EventMeasurement(count: events.count, repetitions: repetitions?.count).section()]
    }
  }
}
