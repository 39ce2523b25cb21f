import Gate
import Reporting
import ScenarioModel
import TestSupport
import Testing

/// A comparison in a terminal; `GoldenTests` has the whole text of one with every status and outcome.
@Suite struct ComparisonTableTests {
  private static func text(_ results: ComparisonResults, width: Int = 100) -> String {
    ComparisonTable.text(results, verdict: results.verdict, width: width)
  }

  private static func lines(_ results: ComparisonResults, width: Int = 100) -> [String] {
    text(results, width: width).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  @Test func aRegressionIsNamedWithTheCommandThatRepeatsIt() {
    #expect(
      Self.text(.regression) == """
        REGRESSION: 2 of 4 metrics got worse, in 1 of 2 cases
        2 passed, 2 regressions
        base abc1234, head def5678, side by side on this machine
        2 worse in 1 case, the worst 1,550 x a 2 % change: views-created of ten-thousand-pins 10000
            grid-clusters
        1 timing judged, by 64 pairs; min. detectable change 3.4 %; 1 replayed in part

        Worse
          ten-thousand-pins 10000 grid-clusters
            views-created  312 -> 10,000 (32.1 x); 1,550 x a 2 % change
            frame-time     +5.1 % [4.6, 5.7] in 256 fresh pairs after a suspicion in 64; 2.55 x its margin
            again: mappressure gate --base main Scenarios/ten-thousand-pins.yaml --strategies \
        grid-clusters --sizes 10000
        """)
  }

  @Test func aPassIsShort() {
    #expect(
      Self.text(.pass) == """
        PASSED: no regression in 2 metrics of 1 case
        1 passed, 1 improvement
        base abc1234, head def5678, side by side on this machine
        1 better in 1 case

        Better
          ten-thousand-pins 10000 grid-clusters: hitch-time-ratio 30 ms/s -> 20 ms/s (-33.3 %); 33.3 x its
              margin
        """)
  }

  @Test func relaxationsAreListedAlsoByAQuietCommand() {
    let relaxed = ComparisonResults.relaxed
    let warnings = Self.lines(relaxed, width: 1_000).filter { $0.hasPrefix("warning: ") }
    #expect(warnings.count == 3)
    #expect(warnings.last?.hasSuffix("ten-thousand-pins 10000 hierarchical-clusters") == true)
    let quiet = ComparisonTable.warnings(relaxed, verdict: ComparisonVerdict(relaxed))
    #expect(quiet.count == 4)
    #expect(quiet[0].hasPrefix("INCONCLUSIVE: the head relaxes the base's requirements ("))
    let pass = ComparisonResults.pass
    #expect(ComparisonTable.warnings(pass, verdict: ComparisonVerdict(pass)).isEmpty)
  }

  /// Of equal severities, a number that people feel comes first.
  @Test func theWorstComesFirst() {
    let felt = Metric("longest-wait", .count, .modelled, .lowerIsBetter, "x", effect: "waits {}")
    let metrics = ComparisonResults.many(cases: 1, metrics: 3).cases[0].metrics
    let results = ComparisonResults([.compared(metrics + [.exact(felt, 100, 102, .regression)])])
    let lines = Self.lines(results).drop { $0 != "Worse" }.dropFirst(2).prefix(4)
    #expect(
      lines.map { $0.split(separator: " ").first.map(String.init) } == [
        "metric-2", "longest-wait", "metric-1", "metric-0",
      ])
  }

  @Test func onlyCasesOfTheHeadHaveACommand() {
    #expect(!Self.text(.besidePass(.removed(why: "gone"))).contains("again: "))
    #expect(Self.text(.besidePass(.baseBroken(why: "x"))).contains("again: "))
  }

  @Test func nothingIsLeftOutWithoutBeingCounted() throws {
    let results = ComparisonResults.many(cases: 40, metrics: 30)
    let lines = Self.lines(results)
    #expect(lines.contains("REGRESSION: 1,200 of 1,200 metrics got worse, in 40 of 40 cases"))
    let shown = lines.count { $0.hasPrefix("    metric-") }
    let counted = lines.compactMap { line -> Int? in
      let words = line.split(separator: " ")
      guard words.first == "and", words.count > 2, words[2...].contains("gate.md") else {
        return nil
      }
      return Int(words[1].filter { $0 != "," })
    }
    #expect(shown + counted.reduce(0, +) == 1_200)
    #expect(lines.count < 80)
  }

  @Test(arguments: [40, 60, 100, 200]) func onlyCommandsAreLongerThanTheTerminal(width: Int) {
    for line in Self.lines(.everything, width: width)
    where !line.contains("again: ") {
      // A word alone may be longer than its line.
      let words = line.split(separator: " ")
      #expect(line.count <= width || words.count == 1, "\(line)")
    }
  }

  @Test func aBrokenLineLosesNoWord() {
    func words(_ width: Int) -> [Substring] {
      Self.text(.everything, width: width).split { " \n".contains($0) }
    }
    #expect(words(40) == words(400))
  }

  @Test func namesFromDataCannotMakeLinesOrCommands() {
    let refused = ComparisonResults([], refusal: "a\u{1B}[31m\n::error::b")
    for (results, width) in [
      (.evil, 40), (.evil, 60), (.evil, 100),
      (refused, 40), (refused, 100),
    ] {
      for line in Self.lines(results, width: width) {
        #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(!line.drop { $0 == " " }.hasPrefix("::"))
        #expect(!line.hasPrefix("#"))
      }
    }
  }
}
