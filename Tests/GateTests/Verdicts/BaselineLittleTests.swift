import Gate
import ScenarioModel
import Testing

/// What was too little for a ratio in a baseline, and is not in the head.
@Suite struct BaselineLittleTests {
  private typealias Fixture = ComparisonFixture

  private func run(
    _ metric: Metric, naive: Double, fixed: Double, processor: String = "a processor"
  ) throws -> RunResults {
    Fixture.run(
      [
        Fixture.result(
          "naive",
          [
            try Fixture.samples(metric, [naive, naive, naive]), Fixture.exact(Fixture.views, 5),
          ]),
        Fixture.result("fixed", [try Fixture.samples(metric, [fixed, fixed, fixed])]),
      ], provenance: Fixture.provenance(processor: processor)
    )
  }

  /// The verdict on the fixed strategy's metric, by a file.
  private func verdict(
    _ metric: Metric, base: (naive: Double, fixed: Double), head: (naive: Double, fixed: Double),
    mismatches: [HostMismatch] = []
  ) throws -> MetricVerdict {
    let file = try Baseline(try run(metric, naive: base.naive, fixed: base.fixed)).text()
    let comparisons = CaseComparison.comparisons(
      of: try Baseline(text: file, path: "b.json").run,
      with: try run(metric, naive: head.naive, fixed: head.fixed).withRatios,
      mismatches: mismatches)
    return try #require(comparisons[1].metrics.first)
  }

  /// A metric, the least that a ratio of it is made of, and how that is written.
  static let floors: [(metric: Metric, least: Double, text: String)] = [
    (.frameTimeP50, 5_000, "5 µs"), (.buildTime, 5_000, "5 µs"),
    (.peakLiveBytes, 2_000_000, "2 MB"), (.peakResidentBytes, 2_000_000, "2 MB"),
  ]

  @Test(arguments: floors) func fourTimesTheLeastIsTheLine(
    metric: Metric, least: Double, text: String
  ) throws {
    let base = (naive: 100 * least, fixed: 0.8 * least)
    let within = try verdict(metric, base: base, head: (100 * least, 4 * least))
    #expect(within.outcome == .notGated(why: "less than \(text), too little for a ratio"))
    let beyond = try verdict(metric, base: base, head: (100 * least, 4 * least + 1))
    #expect(beyond.outcome == .regression)
    #expect(beyond.metric == metric)
    #expect(beyond.base == nil)
    #expect(beyond.head == 4 * least + 1)
    #expect(beyond.method == .samples(base: 0, head: 3, margin: 3))
  }

  @Test func fourMicrosecondsThatBecomeTwoSecondsAreSeen() throws {
    let found = try verdict(.frameTimeP50, base: (1e6, 4_000), head: (1e6, 2e9))
    #expect(found.outcome == .regression)
    let base = try Baseline(try run(.frameTimeP50, naive: 1e6, fixed: 4_000)).run
    let head = try run(.frameTimeP50, naive: 1e6, fixed: 2e9).withRatios
    #expect(Fixture.exitCode(of: base, with: head) == .failed)
    // One trial of three that is not beyond the line leaves it open.
    let mixed = try Fixture.samples(.frameTimeP50, [4_000, 2e9, 2e9])
    let comparison = CaseComparison.comparisons(
      of: base,
      with: Fixture.run([
        Fixture.result("naive", [try Fixture.samples(.frameTimeP50, [1e6, 1e6, 1e6])]),
        Fixture.result("fixed", [mixed]),
      ]).withRatios)[1]
    #expect(
      comparison.metrics.map(\.outcome) == [
        .inconclusive(
          why: "in the base less than 5 µs, too little for a ratio; in the head at least 400000 "
            + "times that")
      ])
  }

  /// Also where the head has no ratio either, because the naive strategy became fast.
  @Test func itNeedsNoRatioInTheHead() throws {
    let found = try verdict(.frameTimeP50, base: (1e6, 4_000), head: (1_000, 2e9))
    #expect(found.outcome == .regression)
  }

  /// Where only the naive strategy's was too little, the strategy's own may be as it was.
  @Test func aNaiveStrategyThatWasTooFastTellsNothing() throws {
    let reason = "the naive strategy's is less than 5 µs, too little for a ratio"
    for naive in [4_000.0, 6_000] {
      let found = try verdict(.frameTimeP50, base: (4_000, 1e9), head: (naive, 1e9))
      #expect(found.outcome == .notGated(why: reason))
    }
  }

  @Test func onAnotherProcessorItIsToldOnly() throws {
    let mismatches = HostMismatch.mismatches(
      base: Fixture.provenance(), head: Fixture.provenance(processor: "other"))
    let found = try verdict(
      .frameTimeP50, base: (1e6, 4_000), head: (1e6, 2e9), mismatches: mismatches)
    #expect(
      found.outcome
        == .notGated(why: "the base's processor is a processor, here it is other"))
  }

  /// Without a floor, as where the naive strategy's value is below it.
  @Test func withoutAFloorItIsNotJudged() throws {
    let text = try Baseline(try run(.frameTimeP50, naive: 1e6, fixed: 4_000)).text()
    #expect(
      text.contains(
        #"{"belowFloor":"less than 5 µs, too little for a ratio","floor":5000,"#))
    let older = try Baseline(
      text: text.replacing(#","floor":5000"#, with: ""), path: "b.json")
    let comparison = CaseComparison.comparisons(
      of: older.run, with: try run(.frameTimeP50, naive: 1e6, fixed: 2e9).withRatios)[1]
    #expect(
      comparison.metrics.map(\.outcome)
        == [.notGated(why: "less than 5 µs, too little for a ratio")])
  }

  @Test func anUpdateCallsItWorse() throws {
    let update = try BaselineUpdate(
      of: Baseline(try run(.frameTimeP50, naive: 1e6, fixed: 4_000)),
      with: try run(.frameTimeP50, naive: 1e6, fixed: 2e9), selection: CaseSelection())
    #expect(update.changes.worse == 1)
    #expect(update.changes.same == 1)
  }
}
