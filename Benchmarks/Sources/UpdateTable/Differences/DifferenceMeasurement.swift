import BenchmarkTables

/// What a difference of annotations costs beside other ways to compute it.
struct DifferenceMeasurement {
  let sizes: [Int]
  let repetitions: Int

  private static let share = 0.01
  /// Other shares, of one size: the time must not grow with what has changed, times the size.
  private static let otherShares = [0.001, 0.1]
  private static let sizeOfOtherShares = 100_000

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
          + "lists are ordered by identity, both in one order of their own, or each in its own",
        "all three keep nothing of the update before; the first two keep their room",
        "times: the other way's time in times of AnnotationDifference's, a repetition each",
        "CollectionDifference: only where at most 2,000 removals and insertions are to be found, and "
          + "not for shuffled lists: its time grows with their number, times the size",
      ],
      table: table, checks: contests.map(check))
  }

  private func makeContests() -> [DifferenceContest] {
    var contests: [DifferenceContest] = []
    func add(_ count: Int, _ share: Double) {
      StandardError.write("\(count) annotations\n")
      for order in AnnotationLists.Order.allCases {
        contests.append(DifferenceContest(count: count, share: share, order: order))
      }
    }
    for size in sizes { add(size, Self.share) }
    if sizes.contains(Self.sizeOfOtherShares) {
      for share in Self.otherShares { add(Self.sizeOfOtherShares, share) }
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
      "all ways find the same, each time, and what was done",
      subject: "\(contest.count) \(contest.order.rawValue), \(contest.share * 100) %",
      hasPassed: hasPassed,
      finding: "\(result.removals.count) leave, \(result.insertions.count) come, "
        + "\(result.changes.count) move")
  }
}
