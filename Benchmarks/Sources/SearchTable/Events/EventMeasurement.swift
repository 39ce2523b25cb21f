import BenchmarkTables

/// The cost of an event of the simulation, compared with its minimum.
struct EventMeasurement {
  private static let contests: [any EventContest] = [
    WaitingTimers(), TaskChain(), DebouncedTimer(),
  ]

  let count: Int
  let repetitions: Int?

  func section() throws -> Section {
    var table = MarkdownTable(columns: [
      .init("measured", .left), .init("events"), .init("repetitions"), .init("CPU an event"),
      .init("floor", .left), .init("CPU an event"), .init("ratio"),
    ])
    var runs = Self.contests.map { _ in Runs() }
    for repetition in 1...(repetitions ?? 5) {
      StandardError.write("events, repetition \(repetition)\n")
      for (number, contest) in Self.contests.enumerated() {
        runs[number].simulated.append(contest.simulate(count))
        runs[number].floor.append(contest.floor(count))
      }
    }
    for (contest, runs) in zip(Self.contests, runs) {
      let simulated = nanosecondsAnEvent(runs.simulated)
      let floor = nanosecondsAnEvent(runs.floor)
      table.rows.append([
        contest.title, "\(count)", "\(simulated.count)", try Spread(simulated).durations,
        contest.floorName, try Spread(floor).durations,
        try Spread(zip(simulated, floor).map { $0 / max($1, .ulpOfOne) }).numbers,
      ])
    }
    return Section(
      title: "The event simulation",
      notes: ["ratio: the simulation's time in times of the floor's, a repetition each"],
      table: table, checks: zip(Self.contests, runs).map(check))
  }

  private struct Runs {
    var simulated: [EventRun] = []
    var floor: [EventRun] = []
  }

  private func nanosecondsAnEvent(_ runs: [EventRun]) -> [Double] {
    runs.map { Double($0.duration) / Double(count) }
  }

  /// The expected result is that of the floor, which does not use the simulation.
  private func check(_ contest: any EventContest, _ runs: Runs) -> Check {
    let tallies = Set((runs.simulated + runs.floor).map(\.tally))
    let tally = runs.simulated[0].tally
    return Check(
      "as many actions run as should, in the order of the floor", subject: contest.title,
      hasPassed: tallies.count == 1 && tally.count == contest.expectedCount(of: count),
      finding: "\(tally.count) ran, checksum \(String(tally.checksum, radix: 16))")
  }
}
