import Harness
import Reporting
import ScenarioModel
import TestSupport
import Testing

/// The answers of the commands for own pins: their exit codes, and their lines in a terminal.
@Suite struct PinsAnswerTests {
  private static let outOfMemory = TrialStatus.outOfMemory(limit: 2_147_483_648)

  private static func answer(
    _ status: TrialStatus, of strategies: Set<String>
  ) throws -> PinsAnswer {
    let fixture = ReportFixture(sizes: "[1000]").ending(status, of: strategies)
    return PinsAnswer(try fixture.results(), sensitivity: nil)
  }

  @Test(arguments: [["all-pins"], ["all-pins", "visible-region-scan"]])
  func whatIsNotTheAnswerMayExceedTheMemory(strategies: [String]) throws {
    let answer = try Self.answer(Self.outOfMemory, of: Set(strategies))
    #expect(answer.recommendation?.strategy == "hierarchical-clusters")
    #expect(Set(answer.findings.map(\.strategy)) == Set(strategies))
    #expect(answer.exitCode == .pass)
    // In a run it is a broken case.
    #expect(answer.verdict.exitCode == .caseBroken)
  }

  @Test func otherFaultsAreNoFindings() throws {
    for status in [TrialStatus.timedOut(seconds: 3), .failed(reason: "a fault")] {
      let answer = try Self.answer(status, of: ["all-pins"])
      #expect(answer.findings.isEmpty && answer.exitCode == .caseBroken)
    }
  }

  @Test func withoutAnAnswerTheMemoryIsAFault() throws {
    let answer = try Self.answer(
      Self.outOfMemory, of: ["all-pins", "visible-region-scan", "hierarchical-clusters"])
    #expect(answer.recommendation == nil && answer.findings.isEmpty)
    #expect(answer.exitCode == .caseBroken)
  }

  @Test func anAnswerThatIsNotAnalysedSaysSo() throws {
    let answer = try Self.answer(Self.outOfMemory, of: ["visible-region-scan"])
    let scenario = try #require(answer.scenario)
    let recommendation = try #require(answer.recommendation)
    let advice = try #require(scenario.advice([recommendation]).first)
    let lines = advice.lines(nil)
    #expect(advice.headline == "1,000 pins: hierarchical-clusters leads.")
    #expect(lines.contains("How sure: not analysed."))
    let article =
      "Its article: `Sources/1-Base/Clustering/Clustering.docc/UsingClustersInAnApp.md`."
    #expect(advice.code.markdown.hasSuffix(article))
    #expect(lines.contains { $0.hasPrefix("Why: all-pins: added hitch time ratio 20 ms/s ") })
    #expect(lines.contains { $0.hasPrefix("Not taken: visible-region-scan: out of memory") })
  }
}
