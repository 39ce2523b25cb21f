import Foundation
import TestSupport
import Testing

/// Gates over two programs whose difference is known: the tool itself and, as its base, the same
/// tool without the change that an environment variable makes.
@Suite(.blocking) struct GateCommandTests {
  private let tool = Tool.faultyStrategies

  private static let scenario = ScenarioFile(
    data: "{ generator: uniform, pins: 20, seed: 1 }", frames: 10,
    strategies: ["all-pins", "changed"], sizes: "[20]")

  /// Gates the change against a base without it.
  private func gate(
    _ change: String, _ arguments: [String] = ["--exact-only"],
    scenarios: [ScenarioFile] = [scenario]
  ) throws -> (outcome: Tool.Outcome, project: TemporaryFolder) {
    let project = try TemporaryFolder(scenarios: scenarios)
    let base = try project.writeProgram(
      "base", "exec env -u CHANGE '\(tool.path)' \"$@\"")
    let outcome = try tool.run(
      ["gate", "--base-binary", base, "--quiet"] + arguments, in: project,
      environment: ["CHANGE": change])
    return (outcome, project)
  }

  @Test func theSameProgramPasses() throws {
    let (outcome, project) = try gate("nothing")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.output.isEmpty)
    #expect(
      try project.names("Reports/gate") == ["gate.html", "gate.json", "gate.md", "junit.xml"])
  }

  @Test func oneMoreViewIsARegressionThatNamesItsCounter() throws {
    let (outcome, project) = try gate("view")
    #expect(outcome.code == 2, "\(outcome)")
    #expect(outcome.output.contains("views-created"))
    #expect(outcome.output.contains("5 -> 6"))
    #expect(try project.read("Reports/gate/gate.md").contains("views-created"))
    // The command that repeats it.
    #expect(outcome.output.contains("--strategies changed --sizes 20"))
  }

  @Test(.exhaustive) func oneMoreAllocationIsARegression() throws {
    let (outcome, _) = try gate("allocation")
    #expect(outcome.code == 2, "\(outcome)")
    #expect(outcome.output.contains("allocations"))
  }

  @Test(.exhaustive) func aToleranceLetsItPass() throws {
    let (outcome, _) = try gate(
      "allocation",
      ["--exact-only", "--tolerance", "allocations=50%", "--tolerance", "bytes-allocated=50%"])
    #expect(outcome.code == 0, "\(outcome)")
  }

  /// The file of the head is no word of the base.
  @Test(.exhaustive) func theHeadsOwnToleranceDoesNotExcuseIt() throws {
    var scenario = Self.scenario
    scenario.more = "tolerances: { allocations: 50 %, bytes-allocated: 50 % }"
    let (worse, _) = try gate("allocation", scenarios: [scenario])
    #expect(worse.code == 2, "\(worse)")
    #expect(worse.words.contains("the head asks for less than the base (small: the tolerance of"))
    let (same, _) = try gate("nothing", scenarios: [scenario])
    #expect(same.code == 0, "\(same)")
    #expect(same.errors.contains("INCONCLUSIVE: the head asks for less than the base"))
    let (strict, project) = try gate(
      "nothing", ["--exact-only", "--fail-on-inconclusive"], scenarios: [scenario])
    #expect(strict.code == 7, "\(strict)")
    #expect(strict.words.hasPrefix("INCONCLUSIVE: the head asks for less than the base"))
    #expect(try project.json("Reports/gate/gate.json")["relaxations"] as? [String] != nil)
  }

  @Test(.exhaustive) func aCrashOfTheHeadIsNoRegression() throws {
    let (outcome, _) = try gate("crash")
    #expect(outcome.code == 3, "\(outcome)")
    #expect(outcome.words.contains("the last words of a changed strategy"))
  }

  @Test(.exhaustive) func aHeadThatHangsIsEnded() throws {
    let (outcome, _) = try gate("hang", ["--exact-only", "--timeout", "2"])
    #expect(outcome.code == 3, "\(outcome)")
    #expect(outcome.output.contains("timed out"))
  }

  /// Allocations that another thread makes cannot be told any more: a counter that has stopped.
  @Test(.exhaustive) func aMetricThatTheHeadLostIsNeverAPass() throws {
    let (outcome, _) = try gate("thread")
    #expect(outcome.code == 5, "\(outcome)")
    #expect(outcome.output.contains("allocations"))
  }

  /// The other way round: what only the head can tell is new, and not gated.
  @Test(.exhaustive) func aMetricThatTheBaseHasNotIsNew() throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let base = try project.writeProgram(
      "base", "CHANGE=thread exec '\(tool.path)' \"$@\"")
    let outcome = try tool.run(
      ["gate", "--base-binary", base, "--exact-only"], in: project)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.output.contains("new"))
  }

  /// What the base counts is what the base says it counts: a metric that the head dropped is
  /// missed.
  @Test(.exhaustive) func aMetricThatOnlyTheBaseKnowsIsNeverAPass() throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let base = try project.writeProgram(
      "base", "'\(tool.path)' \"$@\" | sed -u 's/\"views-created\"/\"views-made\"/g'")
    let outcome = try tool.run(["gate", "--base-binary", base, "--exact-only"], in: project)
    #expect(outcome.code == 5, "\(outcome)")
    #expect(outcome.output.contains("views-made"))
  }

  @Test(.exhaustive) func aBaseThatWasBuiltOtherwiseIsRefused() throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let base = try project.writeProgram(
      "base",
      "'\(tool.path)' \"$@\" | sed -u -E 's/\"build\":\"[a-z]+\"/\"build\":\"other\"/'")
    let refused = try tool.run(["gate", "--base-binary", base, "--exact-only"], in: project)
    #expect(refused.code == 5, "\(refused)")
    #expect(refused.output.contains("the base's build is other"))
    let told = try tool.run(
      ["gate", "--base-binary", base, "--host-mismatch", "warn"], in: project)
    #expect(told.code == 0, "\(told)")
    #expect(told.output.contains("the base's build is other"))
  }

  /// A base that dies of the question what it knows is broken: nothing is called new then.
  @Test(.exhaustive) func aBaseThatCannotSayWhatItKnowsIsBroken() throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let version = try #require(try tool.protocolVersion(in: project))
    let base = try project.writeProgram(
      "base", "\(WorkerScript.hello(version: version)); read -r line; exit 4")
    let outcome = try tool.run(["gate", "--base-binary", base, "--exact-only"], in: project)
    #expect(outcome.code == 5, "\(outcome)")
    #expect(outcome.output.contains("exit code 4"))
  }

  @Test(.exhaustive) func aBaseThatCrashesIsNotGated() throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(
        data: "{ generator: uniform, pins: 20, seed: 1 }", frames: 10,
        strategies: ["changed"], sizes: "[20]")
    ])
    let base = try project.writeProgram("base", "CHANGE=crash exec '\(tool.path)' \"$@\"")
    let outcome = try tool.run(["gate", "--base-binary", base, "--exact-only"], in: project)
    // Nothing was compared, which is never a pass.
    #expect(outcome.code == 5, "\(outcome)")
    #expect(outcome.output.contains("crashed"))
  }

  @Test(.exhaustive) func aBaseOfAnotherProtocolCannotBeCompared() throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let base = try project.writeProgram("base", "echo 'hello 1'; cat > /dev/null")
    let outcome = try tool.run(["gate", "--base-binary", base], in: project)
    #expect(outcome.code == 5, "\(outcome)")
    #expect(outcome.output.contains("hello 1"))
  }

  /// A base that speaks the protocol and has nothing to say, and one whose words nobody can read.
  @Test(.exhaustive, arguments: [#"{"frameCount":0,"framesAreIndependent":false}"#, "{}", "soon"])
  func aBaseThatMeasuresNothingIsNeverAPass(ready: String) throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let version = try #require(try tool.protocolVersion(in: project))
    let base = try project.writeProgram(
      "base",
      """
      \(WorkerScript.hello(version: version))
      while read -r line; do
        case $line in
          '{"describe"'*) echo '{"described":{"program":{"keys":["data","device","camera"],\
      "metrics":[],"strategies":["all-pins","changed"],"variants":[""]}}}' ;;
          '{"prepare"'*) echo '{"prepared":{"case":\(ready)}}' ;;
          '{"measure"'*) echo '{"measured":{"trial":{"values":[]}}}' ;;
          '{"inspect"'*) echo '{"inspected":{"inspection":{"outcomes":[],"pictures":[],\
      "transcripts":[],"values":[]}}}' ;;
          '{"exit"'*) exit 0 ;;
        esac
      done
      """)
    let outcome = try tool.run(
      ["gate", "--base-binary", base, "--exact-only"], in: project)
    #expect(outcome.code == 5, "\(outcome)")
  }

  /// A strategy that the base does not know is new; the others are compared.
  @Test(.exhaustive) func whatIsNewIsListedAndNotGated() throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let outcome = try tool.run(
      ["gate", "--base-binary", Tool.mappressure.path, "--exact-only"], in: project)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.output.contains("the base has no strategy 'changed'"))
  }

  @Test func aMissingBaseLeavesAReportThatSaysSo() async throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile()])
    let outcome = try await Tool.call(["gate", "--base-binary", "nowhere/base"], in: project)
    #expect(outcome.code == 5, "\(outcome)")
    #expect(try project.read("Reports/gate/gate.md").contains("nowhere/base"))
    #expect(try project.read("Reports/gate/junit.xml").contains("nowhere/base"))
  }

  @Test func anEmptySuiteIsAnError() async throws {
    let outcome = try await Tool.call(
      ["gate", "--base-binary", tool.path, "--quiet", "--exact-only"],
      in: TemporaryFolder(scenarios: []))
    #expect(outcome.code == 1, "\(outcome)")
  }

  @Test(arguments: [
    [], ["--base", "main", "--baseline", "file"], ["--base-binary", "x", "--margin", "0"],
    ["--base-binary", "x", "--budget", "-1"], ["--base-product", "x", "--baseline", "y"],
    ["--baseline", "y", "--margin", "3"], ["--baseline", "y", "--instructions"],
  ])
  func wrongUsageIsRefused(arguments: [String]) async throws {
    let outcome = try await Tool.call(
      ["gate"] + arguments, in: TemporaryFolder(scenarios: [ScenarioFile()]))
    #expect(outcome.code == 64, "\(outcome)")
  }

  // MARK: - Times

  /// More work than any margin: twice as much cannot be taken for noise.
  @Test(.exhaustive) func twiceTheWorkIsAConfirmedRegression() throws {
    let (outcome, project) = try gate(
      "work:100", ["--strategies", "changed"], scenarios: [Self.timedScenario])
    #expect(outcome.code == 2, "\(outcome)")
    #expect(outcome.output.contains("frame-time"))
    #expect(try project.read("Reports/gate/gate.md").contains("fresh pairs"))
  }

  private static let timedScenario = ScenarioFile(
    data: "{ generator: uniform, pins: 20, seed: 1 }", frames: 40, strategies: ["changed"],
    sizes: "[20]")

  @Test(.exhaustive) func aCrashInThePairsIsTold() throws {
    let (outcome, _) = try gate(
      "crash", ["--strategies", "changed"], scenarios: [Self.timedScenario])
    #expect(outcome.code == 3, "\(outcome)")
  }

  // MARK: - Services

  @Test(.exhaustive) func annotationsAndASummaryAreWrittenWhereAskedFor() throws {
    let (outcome, project) = try gate(
      "view", ["--exact-only", "--github", "--summary", "summary.md"])
    #expect(outcome.code == 2, "\(outcome)")
    #expect(outcome.output.contains("::error file=Scenarios/small.yaml"))
    #expect(try project.read("summary.md").contains("views-created"))
  }
}

extension TemporaryFolder {
  func json(_ name: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: data(name)) as? [String: Any] ?? [:]
  }
}

extension Tool {
  /// The version in a worker's greeting.
  func protocolVersion(in project: TemporaryFolder) throws -> Int? {
    let greeting = try run(["worker", "--memory-limit", "2000000000"], in: project).output
    return Int(greeting.filter(\.isNumber))
  }
}
