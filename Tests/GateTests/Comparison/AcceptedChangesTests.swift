import Foundation
import Gate
import ScenarioModel
import TestSupport
import Testing

/// Changes for the worse that the base's file accepts, and what becomes of the entries.
@Suite struct AcceptedChangesTests {
  private static func entry(
    _ metric: String = "load", from: String = "5", to: String = "6", size: Int = 10,
    until: String = "2026-12-31"
  ) -> String {
    "- { case: made-by-hand \(size) fixed, metric: \(metric), from: \(from), to: \(to), "
      + "reason: a new layer, until: \(until) }\n"
  }

  private static func terms(
    base: String?, head: String, today: String = "2026-11-27"
  ) throws -> ComparisonTerms {
    func description(_ text: String) throws -> ScenarioDescription {
      let changes = try AcceptedChange.changes(yaml: text, file: "accepted-changes.yaml")
      return ScenarioDescription(try RunFixture.scenario("").accepting(changes))
    }
    return ComparisonTerms(
      .programs, base: try base.map { [try description($0)] }, head: [try description(head)],
      given: [], today: today)
  }

  private static func results(
    _ cases: [CaseComparison], _ terms: ComparisonTerms,
    completion: ComparisonResults.Completion = .finished
  ) -> ComparisonResults {
    ComparisonResults.made(
      cases, kind: .programs, completion: completion, relaxations: terms.relaxations
    ).accepting(terms.acceptedChanges)
  }

  /// Compares 5 in the base with another load of one case in the head.
  private static func results(
    _ load: Double, base: String?, head: String, today: String = "2026-11-27",
    completion: ComparisonResults.Completion = .finished
  ) throws -> ComparisonResults {
    let terms = try terms(base: base, head: head, today: today)
    let runs = try [5, load].map { load in
      try RunFixture.results("") { .values(["load": $0.strategy == "fixed" ? load : 5]) }
    }
    return results(
      CaseComparison.comparisons(of: runs[0], with: runs[1], terms: terms), terms,
      completion: completion)
  }

  private static func outcome(_ results: ComparisonResults) -> MetricVerdict.Outcome? {
    results.cases.first { $0.scenarioCase.strategy == "fixed" }?
      .metrics.first { $0.metric.name == "load" }?.outcome
  }

  @Test(arguments: ["2026-11-27", "2026-12-31"])
  func exactlyTheseNumbersPass(today: String) throws {
    let results = try Self.results(6, base: Self.entry(), head: Self.entry(), today: today)
    #expect(Self.outcome(results) == .accepted(why: "a new layer; accepted until 2026-12-31"))
    #expect(results.faults.isEmpty && results.relaxations.isEmpty)
    let verdict = ComparisonVerdict(results)
    #expect(verdict.exitCode == .pass)
    #expect(verdict.tally.accepted == 1 && verdict.tally.regressions == 0)
  }

  @Test func otherNumbersStayRed() throws {
    let results = try Self.results(7, base: Self.entry(), head: Self.entry())
    #expect(Self.outcome(results) == .regression)
    #expect(results.faults.count == 1)
    #expect(ComparisonVerdict(results).exitCode == .failed)
  }

  @Test func anEntryThatHasEndedOrMatchesNothingFails() throws {
    for (load, today, words) in [
      (6.0, "2027-01-01", "ended after 2026-12-31: remove it"),
      (5, "2027-01-01", "ended after 2026-12-31: remove it"),
      (5, "2026-11-27", "matches nothing in this comparison: remove it"),
    ] {
      // Where nothing changes, the entry's change is in the base already.
      let entry = load == 5 ? Self.entry(from: "4", to: "5") : Self.entry()
      let results = try Self.results(load, base: entry, head: entry, today: today)
      #expect(results.faults.count == 1)
      #expect(results.faults[0].hasPrefix("accepted-changes.yaml:1: the accepted change of load"))
      #expect(results.faults[0].contains(words))
      #expect(Self.outcome(results) == (load == 6 ? .regression : .pass))
      #expect(ComparisonVerdict(results).exitCode == .failed)
    }
  }

  @Test func anEntryWaitsForItsChange() throws {
    let results = try Self.results(5, base: Self.entry(), head: Self.entry())
    #expect(Self.outcome(results) == .pass && results.faults.isEmpty)
    #expect(ComparisonVerdict(results).exitCode == .pass)
  }

  /// A case of another shard, or one that was not selected; and a comparison without its end.
  @Test func whatWasNotComparedMayStillMatch() throws {
    let other = Self.entry(size: 20)
    let results = try Self.results(5, base: other, head: other)
    #expect(results.faults.isEmpty)
    #expect(ComparisonVerdict(results).exitCode == .pass)
    let usedUp = Self.entry(from: "4", to: "5")
    let unfinished = try Self.results(
      5, base: usedUp, head: usedUp, completion: .unfinished(open: "x"))
    #expect(unfinished.faults.isEmpty)
  }

  @Test(arguments: ["", nil] as [String?]) func theHeadsOwnEntryDoesNotHelp(base: String?) throws {
    let worse = try Self.results(6, base: base, head: Self.entry())
    #expect(Self.outcome(worse) == .regression)
    let told = worse.relaxations.map(\.description)
    #expect(
      told == [
        "the head accepts load in 'made-by-hand 10 fixed' from 5 to 6; it counts once it is in the "
          + "base"
      ])
    let same = try Self.results(5, base: base, head: Self.entry())
    #expect(same.faults.isEmpty)
    #expect(ComparisonVerdict(same).exitCode == .inconclusive)
  }

  /// A change with a later end is another one.
  @Test func theHeadCannotProlongAnEntry() throws {
    let results = try Self.results(
      6, base: Self.entry(), head: Self.entry(until: "2027-12-31"), today: "2027-01-01")
    #expect(Self.outcome(results) == .regression)
    #expect(results.relaxations.count == 1 && results.faults.isEmpty)
  }

  /// Its removal is reported only where the change is still there.
  @Test func anEntryThatTheHeadRemoves() throws {
    let used = try Self.results(6, base: Self.entry(), head: "")
    #expect(Self.outcome(used) == .accepted(why: "a new layer; accepted until 2026-12-31"))
    let told = used.relaxations.map(\.description)
    #expect(told.count == 1 && told[0].hasPrefix("the head no longer accepts load"))
    #expect(ComparisonVerdict(used).exitCode == .inconclusive)
    let unused = try Self.results(5, base: Self.entry(), head: "", today: "2027-01-01")
    #expect(ComparisonVerdict(unused).exitCode == .pass)
  }

  // MARK: - Times

  private static func timed(
    _ outcome: MetricVerdict.Outcome, pValue: Double = 0.001
  ) -> [CaseComparison] {
    let verdict = MetricVerdict.timed(
      outcome, pairs: 16, confirmingPairs: 64,
      suspicion: MetricVerdict.Suspicion(.total, pValue: pValue))
    return [.compared([verdict], of: .made("fixed", scenario: "made-by-hand"))]
  }

  @Test(arguments: [("3 %", "6 %", true), ("3 %", "5 %", false), ("5.2 %", "60 %", false)])
  func aTimeMayChangeWithinBothEnds(from: String, to: String, isAccepted: Bool) throws {
    let entry = Self.entry("frame-time", from: from, to: to)
    let terms = try Self.terms(base: entry, head: entry)
    for outcome in [MetricVerdict.Outcome.regression, .accepted(why: "by an earlier file")] {
      let results = Self.results(Self.timed(outcome), terms)
      #expect(results.cases[0].metrics[0].outcome.isAccepted == isAccepted)
      #expect(ComparisonVerdict(results).exitCode == (isAccepted ? .pass : .failed))
      #expect(results.faults.isEmpty == isAccepted)
    }
  }

  /// A time that could not be decided may still be the accepted one.
  @Test func anUndecidedTimeLeavesItsEntry() throws {
    let entry = Self.entry("frame-time", from: "3 %", to: "6 %")
    let results = Self.results(
      Self.timed(.inconclusive(why: "near")), try Self.terms(base: entry, head: entry))
    #expect(results.faults.isEmpty)
  }

  @Test func allSuspicionsOfAllShardsAreJudgedTogether() {
    let accepted = MetricVerdict.Outcome.accepted(why: "x")
    #expect(Self.timed(accepted).settled(alpha: 0.01)[0].metrics[0].outcome == accepted)
    let lost = Self.timed(accepted, pValue: 0.02).settled(alpha: 0.01)[0].metrics[0].outcome
    guard case .inconclusive = lost else {
      Issue.record("\(lost)")
      return
    }
  }

  @Test func theyAreStored() throws {
    let results = try Self.results(6, base: Self.entry(), head: Self.entry())
    let read = try results.readAgain()
    #expect(Self.outcome(read) == Self.outcome(results))
    #expect(ComparisonVerdict(read) == ComparisonVerdict(results))
    let ended = try Self.results(6, base: Self.entry(), head: Self.entry(), today: "2027-01-01")
    let again = try ended.readAgain()
    #expect(again.faults == ended.faults && !again.faults.isEmpty)
    #expect(ComparisonVerdict(again).exitCode == .failed)
  }
}
