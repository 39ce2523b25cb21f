import BenchmarkTables

/// The times of a difference of annotations and of its alternatives.
struct DifferenceMeasurement {
  let sizes: [Int]
  let repetitions: Int

  private static let shares = [0.001, 0.01, 0.1, 0.5]

  func section() throws -> Section {
    let contests = makeContests()
    for repetition in 1...repetitions {
      StandardError.write("differences, repetition \(repetition)\n")
      for contest in contests { contest.run() }
    }
    var table = MarkdownTable(columns: [
      .init("annotations"), .init("exchanged"), .init("order", .left),
      .init("AnnotationDifference"), .init("an annotation"), .init("dictionary"), .init("times"),
      .init("CollectionDifference"), .init("times"),
    ])
    for contest in contests { table.rows.append(try row(contest)) }
    return Section(
      title: "Differences of annotations",
      notes: [
        "a part of the annotations is exchanged for others, and as many of the rest are moved; the "
          + "lists are ordered by identity, both in one order that is not that of the identities, in "
          + "one that what came last was appended to, or each in its own",
        "all three compute without the update before; the first two keep their memory",
        "times: the other way's time divided by AnnotationDifference's, by repetition",
        "CollectionDifference: only where at most 2,000 removals and insertions are to be found, and "
          + "only where both lists have one order: its time grows with their number, times the size",
      ],
      table: table, checks: contests.map(check))
  }

  private func makeContests() -> [DifferenceContest] {
    var contests: [DifferenceContest] = []
    for size in sizes {
      StandardError.write("\(size) annotations\n")
      for share in Self.shares where Double(size) * share >= 1 {
        for order in AnnotationLists.Order.allCases {
          contests.append(DifferenceContest(count: size, share: share, order: order))
        }
      }
    }
    return contests
  }

  private func row(_ contest: DifferenceContest) throws -> [String] {
    func others(_ times: [Double]) throws -> [String] {
      guard !times.isEmpty else { return ["", ""] }
      return [
        try Spread(times).durations,
        try Spread(zip(times, contest.times).map { $0 / max($1, .ulpOfOne) }).numbers,
      ]
    }
    return [
      "\(contest.count)", "\(NumberText.threeDigits(contest.share * 100)) %",
      contest.order.rawValue, try Spread(contest.times).durations,
      try Spread(contest.times.map { $0 / Double(contest.count) }).durations,
    ] + (try others(contest.dictionaryTimes)) + (try others(contest.collectionTimes))
  }

  private func check(_ contest: DifferenceContest) -> Check {
    let result = contest.results[0]
    let changed = max(1, Int(Double(contest.count) * contest.share))
    let hasPassed =
      Set(contest.results).count == 1 && result.removals.count == changed
      && result.insertions.count == changed && !result.changes.isEmpty
    return Check(
      "all ways find the same in each repetition, and what was changed",
      subject: "\(contest.count) \(contest.order.rawValue), \(contest.share * 100) %",
      hasPassed: hasPassed,
      finding: "\(result.removals.count) removed, \(result.insertions.count) inserted, "
        + "\(result.changes.count) moved")
  }
}
