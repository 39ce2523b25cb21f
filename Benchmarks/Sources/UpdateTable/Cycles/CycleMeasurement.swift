import BenchmarkTables

/// The cost of an update cycle, compared with a bare task of the main thread.
struct CycleMeasurement {
  let count: Int
  let repetitions: Int

  func section() throws -> Section {
    let contests = CycleContest.all
    var runs: [[CycleRun]] = contests.map { _ in [] }
    var floors: [Double] = []
    var floorCounts: Set<Int> = []
    for repetition in 1...repetitions {
      StandardError.write("cycles, repetition \(repetition)\n")
      for (number, contest) in contests.enumerated() { runs[number].append(contest.run(count)) }
      let chain = TaskChain(limit: count)
      floors.append(Double(chain.run()))
      floorCounts.insert(chain.count)
    }
    var table = MarkdownTable(columns: [
      .init("a cycle", .left), .init("CPU"), .init("million a second"), .init("of the floor"),
    ])
    for (contest, runs) in zip(contests, runs) {
      let times = runs.map { Double($0.duration) }
      table.rows.append(
        try row(contest.title, times) + [
          try Spread(zip(times, floors).map { $0 / max($1, .ulpOfOne) }).numbers
        ])
    }
    table.rows.append(try row("floor: a main-thread task that posts the next", floors) + [""])
    let floorCheck = Check(
      "every cycle ran, and moved the map once", subject: "floor",
      hasPassed: floorCounts == [count], finding: "\(count) tasks")
    return Section(
      title: "Update cycles",
      notes: [
        "a cycle: state is written, the view updated, `setRegion` called, the delegate told three "
          + "times, state written again, behind the main queue",
        "\(count) cycles, \(repetitions) repetitions; the floor takes turns with them",
      ],
      table: table, checks: zip(contests, runs).map(check) + [floorCheck])
  }

  private func row(_ title: String, _ times: [Double]) throws -> [String] {
    let each = times.map { $0 / Double(count) }
    return [
      title, try Spread(each).durations, try Spread(each.map { 1e3 / max($0, .ulpOfOne) }).numbers,
    ]
  }

  private func check(_ contest: CycleContest, _ runs: [CycleRun]) -> Check {
    let hasPassed = runs.allSatisfy {
      $0.updates == count && $0.changes == count && $0.visible == runs[0].visible
        && $0.virtualTime == Int64(count) * contest.updateDuration
    }
    return Check(
      "every cycle ran, and moved the map once", subject: contest.title, hasPassed: hasPassed,
      finding: "\(runs[0].updates) updates, \(runs[0].changes) changes of the region")
  }
}
