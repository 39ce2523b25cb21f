import BenchmarkTables
import PinData
import Simulation
import Support

/// The work of the place index for people who type for a day.
struct TypingMeasurement {
  let people: Int
  let searches: Int
  let repetitions: Int?

  func section(_ worlds: [World]) throws -> Section {
    var table = MarkdownTable(columns: Self.columns)
    var checks: [Check] = []
    for world in worlds {
      let trace = TypingGenerator(
        people: people, searchesPerPerson: searches, seed: World.seed,
        profile: SearchPlatform.profile
      ).trace(over: world.places)
      let replays = try (1...world.repetitions(asked: repetitions)).map { repetition in
        StandardError.write("typing, \(world.name), repetition \(repetition)\n")
        return try TypingReplay(trace, world.index())
      }
      table.rows.append(try row(replays, trace, world))
      checks += self.checks(replays, trace, world)
    }
    return Section(
      title: "A day of typing",
      notes: [
        "\(people) people, \(searches) searches each; every keystroke asks the index for "
          + "suggestions, every ending for places, all with the map's region as a hint",
        "CPU time; a keystroke or search contains a reading of the thread's clock",
      ], table: table, checks: checks)
  }

  private static let columns: [MarkdownTable.Column] = [
    .init("places"), .init("keystrokes"), .init("searches"), .init("suggestions"),
    .init("found"), .init("examined"), .init("wanted suggested at last"), .init("wanted found"),
    .init("total"), .init("keystroke, p50"), .init("keystroke, p95"), .init("search, p50"),
    .init("search, p95"),
  ]

  private func row(
    _ replays: [TypingReplay], _ trace: TypingTrace, _ world: World
  ) throws -> [String] {
    let counts = replays[0].counts
    let keystrokes = replays.map(\.keystrokes)
    let searches = replays.map(\.searches)
    return [
      "\(world.count)", "\(counts.keystrokes)", "\(trace.searches.count)",
      "\(counts.suggestions)", "\(counts.found)", "\(counts.examined)",
      "\(counts.wantedSuggested)", "\(counts.wantedFound)",
      try Spread(replays.map(\.sum)).durations,
      try keystrokes.text(.p50), try keystrokes.text(.p95), try searches.text(.p50),
      try searches.text(.p95),
    ]
  }

  private func checks(
    _ replays: [TypingReplay], _ trace: TypingTrace, _ world: World
  ) -> [Check] {
    let counts = replays[0].counts
    return [
      Check(
        "every repetition of the day answers the same", subject: world.name,
        hasPassed: Set(replays.map(\.counts)).count == 1, finding: "\(replays.count) repetitions"),
      Check(
        "every keystroke of the day is asked", subject: world.name,
        hasPassed: counts.keystrokes == trace.keystrokeCount && counts.keystrokes > 0,
        finding: "\(counts.keystrokes)"),
    ]
  }
}
