import BenchmarkTables

/// The times of the differences of annotations as text, and the conditions that must hold for valid
/// figures.
enum DifferenceTable {
  private static let notes = [
    "some of the annotations are exchanged for others, and as many of the rest are moved; order: "
      + "by identity (ascending), both lists in the same other order (the same), the latest at the "
      + "end of the old list (appended), or each list in its own order (shuffled)",
    "all three compute without the previous update; the first two keep their memory",
    "times: the time in the column before divided by AnnotationDifference's, for each repetition",
    "CollectionDifference: only with at most 2,000 removals and insertions, and only if both lists "
      + "have the same order: its time grows with their number multiplied by the lists' size",
  ]

  private static let columns: [MarkdownTable.Column] = [
    .init("annotations"), .init("exchanged"), .init("order", .left),
    .init("AnnotationDifference"), .init("an annotation"), .init("dictionary"), .init("times"),
    .init("CollectionDifference"), .init("times"),
  ]

  static func markdown(_ contests: [DifferenceContest]) throws -> String {
    var table = MarkdownTable(columns: columns)
    table.rows = try contests.map(row)
    let lines = ["## Differences of annotations", ""] + notes.map { "- \($0)" }
    return (lines + ["", table.markdown]).joined(separator: "\n")
  }

  private static func row(_ contest: DifferenceContest) throws -> [String] {
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

  static func check(_ contest: DifferenceContest) -> Check {
    let result = contest.results[0]
    let changed = max(1, Int(Double(contest.count) * contest.share))
    let hasPassed =
      Set(contest.results).count == 1 && result.removals.count == changed
      && result.insertions.count == changed && !result.changes.isEmpty
    return Check(
      "all algorithms find the same in each repetition, and what was changed",
      subject: "\(contest.count) \(contest.order.rawValue), \(contest.share * 100) %",
      hasPassed: hasPassed,
      finding: "\(result.removals.count) removed, \(result.insertions.count) inserted, "
        + "\(result.changes.count) moved")
  }
}
