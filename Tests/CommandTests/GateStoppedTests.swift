import Foundation
import TestSupport
import Testing

/// The remains of an interrupted gate, and its output on the way.
@Suite(.blocking) struct GateStoppedTests {
  private let tool = Tool.faultyStrategies

  private static let scenario = ScenarioFile(
    data: "{ generator: uniform, pins: 20, seed: 1 }", frames: 40,
    strategies: ["all-pins", "changed"], sizes: "[20]")

  private func arguments(_ project: TemporaryFolder, _ more: [String] = []) throws -> [String] {
    let base = try project.writeProgram("base", "exec env -u CHANGE '\(tool.path)' \"$@\"")
    return ["gate", "--base-binary", base] + more
  }

  /// Starts a gate over one more view, and waits until its exact part is known.
  private func started(in project: TemporaryFolder) throws -> RunningTool {
    let gate = try project.start(arguments(project), tool: tool, environment: ["CHANGE": "view"])
    for _ in 0..<30_000 {
      let text = (try? project.read("Reports/gate/gate.json")) ?? ""
      if text.contains("\"open\" : \"the times of") { return gate }
      usleep(10_000)
    }
    Issue.record("the times were never reached")
    return gate
  }

  private func checkReport(of project: TemporaryFolder) throws {
    let report = try project.read("Reports/gate/gate.md")
    #expect(report.contains("UNFINISHED: ") && report.contains(" got worse so far"))
    #expect(report.contains("open: the times of"))
    #expect(report.contains("views-created"))
    #expect(!report.contains("PASSED"))
    let verdict = try project.json("Reports/gate/gate.json").verdict
    #expect(verdict.status == "unfinished" && verdict.exitCode == 130)
    let junit = try project.read("Reports/gate/junit.xml")
    #expect(junit.contains("the comparison finished"))
    #expect(junit.contains("<failure"))
  }

  @Test(.exhaustive, arguments: [SIGTERM, SIGINT])
  func aStoppedGateLeavesWhatItKnows(signal: Int32) throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let gate = try started(in: project)
    gate.send(signal)
    try gate.outcome().expect(130, output: "UNFINISHED", "5 -> 6")
    try checkReport(of: project)
  }

  /// The case that was timed is not timed again, and those of another gate are not taken over.
  @Test(.exhaustive) func aStoppedGateIsContinued() throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let whole = ["--strategies", "changed", "--case-budget", "0.1"]
    try project.runFaulty(arguments(project, whole)).expect(0, errors: "timing 1 case")
    let text = try project.read("Reports/gate/gate.json")
    try project.runFaulty(arguments(project, whole + ["--resume", "--margin", "3"])).expect(
      1, errors: "--resume: expected the results of this gate, found a gate with")
    #expect(try project.read("Reports/gate/gate.json") == text)
    let again = try project.runFaulty(arguments(project, whole + ["--resume"])).expect(
      0, errors: "the times of 1 case are already known")
    #expect(!again.errors.contains("timing 1 case"))
  }

  @Test func withoutAnEarlierGateThereIsNothingToContinue() async throws {
    let project = try TemporaryFolder.small()
    try await project.call(["gate", "--base-binary", tool.path, "--resume"]).expect(
      1, errors: "gate.json")
    #expect(!project.exists("Reports/gate"))
  }

  /// Nothing can be done at the end; what was known is there already.
  @Test(.exhaustive) func aKilledGateLeavesWhatItKnew() throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let gate = try started(in: project)
    gate.send(SIGKILL)
    try gate.outcome().expect(-SIGKILL)
    try checkReport(of: project)
  }

  @Test(.exhaustive) func certainResultsAreReportedAtOnceWithTheTimeLeft() throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let outcome = try project.runFaulty(
      arguments(project, ["--strategies", "changed", "--case-budget", "0.1"]),
      environment: ["CHANGE": "view"]
    ).expect(2)
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    let worse = try #require(lines.firstIndex { $0.hasPrefix("worse: small 20 changed: ") })
    #expect(lines[worse].contains("5 -> 6"))
    let timing = try #require(lines.firstIndex { $0.hasPrefix("timing 1 case: about ") })
    #expect(worse < timing)
  }

  @Test(.exhaustive) func aCaseThatCannotBeJudgedIsReportedAtOnce() throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let outcome = try project.runFaulty(
      arguments(project, ["--exact-only"]), environment: ["CHANGE": "crash"])
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    let broken = try #require(
      lines.firstIndex { $0.hasPrefix("small 20 changed: broken in the head: crashed") })
    // At once: while the head is replayed, after the base.
    #expect(broken > (lines.firstIndex { $0.contains("counting: the head") } ?? lines.count))
  }

  /// A comparison that was not requested would take time and answer no question.
  @Test(.exhaustive) func onlySelectedStrategiesAreTimed() throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    try project.runFaulty(
      arguments(project, ["--strategies", "changed", "--case-budget", "0.1", "--order-seed", "7"])
    ).expect(0)
    let document = try project.json("Reports/gate/gate.json")
    let cases = document.cases.list
    let timed = cases.filter { entry in entry.metrics.list.contains { $0.name == "frame-time" } }
    #expect(cases.count == 2)
    #expect(timed.map { $0.strategy } == ["changed"])
    // With how busy the machine was meanwhile, and the order that chance gave.
    #expect(timed.first?.load.object.isEmpty == false)
    #expect(document.orderSeed == 7)
  }

  @Test(.exhaustive) func eachGateHasAnOrderOfItsOwn() throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let seeds = try (0..<2).map { _ in
      let gate = try started(in: project)
      gate.send(SIGKILL)
      _ = try gate.outcome()
      let seed = try project.json("Reports/gate/gate.json").orderSeed.number
      try project.remove("Reports")
      return seed
    }
    #expect(seeds[0] != nil && seeds[0] != seeds[1])
  }

  /// A reader of the report alone must not find that of an earlier gate.
  @Test func anErrorOfTheToolIsInTheReport() async throws {
    let project = try TemporaryFolder.small()
    try await project.call([
      "gate", "--base-binary", tool.path, "--exact-only", "--strategies", "all-pin",
    ]).expect(1, errors: "did you mean 'all-pins'?")
    let junit = try project.read("Reports/gate/junit.xml")
    #expect(junit.contains("<error") && junit.contains("all-pin"))
    #expect(try project.read("Reports/gate/gate.md").contains("ERROR: "))
    let failure = try project.json("Reports/gate/gate.json").failure.text
    #expect(failure?.contains("all-pin") == true)
  }
}
