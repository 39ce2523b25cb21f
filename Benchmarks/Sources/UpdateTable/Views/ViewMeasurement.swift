import BenchmarkTables

/// The time of `ClusteredMap`, compared with that of what it is made of.
struct ViewMeasurement {
  let sizes: [Int]
  let repetitions: Int

  func section() throws -> Section {
    var contests: [ViewContest] = []
    for size in sizes {
      for kind in ViewContest.Kind.all {
        contests.append(try ViewContest(count: size, kind: kind))
      }
    }
    for repetition in 1...repetitions {
      StandardError.write("views, repetition \(repetition)\n")
      for contest in contests { try contest.run() }
    }
    var table = MarkdownTable(columns: [
      .init("elements"), .init("at each step", .left), .init("ClusteredMap"),
      .init("LiveClusters and AnnotationDifference"), .init("times"),
    ])
    for contest in contests {
      table.rows.append([
        "\(contest.count)", contest.kind.title, try Spread(contest.times).durations,
        try Spread(contest.directTimes).durations,
        try Spread(zip(contest.times, contest.directTimes).map { $0 / max($1, .ulpOfOne) }).numbers,
      ])
    }
    return Section(
      title: "Views of a clustered map",
      notes: [
        "a camera of 600 steps over cities, which pans and zooms; a time is that of one step",
        "times: ClusteredMap's time divided by the other's, which takes turns with it",
        "with annotations, every item has an object, in a dictionary by its identity or in a list "
          + "parallel to the items",
      ],
      table: table, checks: contests.map(check))
  }

  private func check(_ contest: ViewContest) -> Check {
    let tally = contest.tallies[0]
    let hasPassed =
      contest.tallies == contest.directTallies && tally.insertions > 0 && tally.removals > 0
    return Check(
      "both ways find the same differences on every way",
      subject: "\(contest.count) \(contest.kind.title)", hasPassed: hasPassed,
      finding: "\(tally.insertions) inserted, \(tally.removals) removed")
  }
}
