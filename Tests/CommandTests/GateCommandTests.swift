import TestSupport
import Testing

/// Gates over two programs whose difference is known: the tool itself and, as its base, the same
/// tool without the change that an environment variable makes.
@Suite(.blocking) struct GateCommandTests {
  private let tool = Tool.faultyStrategies

  private static let scenario = ScenarioFile.faulty(["changed"], trials: 1)

  /// Gates the change against a base without it.
  private func gate(
    _ change: String, _ arguments: [String] = ["--exact-only"],
    scenarios: [ScenarioFile] = [scenario]
  ) throws -> (outcome: Tool.Outcome, project: TemporaryFolder) {
    let project = try TemporaryFolder(scenarios: scenarios)
    let base = try project.writeProgram("base", "exec env -u CHANGE '\(tool.path)' \"$@\"")
    let outcome = try project.runFaulty(
      ["gate", "--base-binary", base, "--quiet"] + arguments, environment: ["CHANGE": change])
    return (outcome, project)
  }

  @Test func theSameProgramPasses() throws {
    let (outcome, project) = try gate("nothing")
    outcome.expect(0)
    #expect(outcome.output.isEmpty)
    #expect(
      try project.names("Reports/gate") == ["gate.html", "gate.json", "gate.md", "junit.xml"])
  }

  @Test func oneMoreViewIsARegressionThatNamesItsCounter() throws {
    let (outcome, project) = try gate("view")
    outcome.expect(2, output: "views-created", "5 -> 6")
    #expect(try project.read("Reports/gate/gate.md").contains("views-created"))
    // The command that repeats it.
    #expect(outcome.output.contains("--strategies changed --sizes 20"))
  }

  /// Allocations of another thread are no longer known: their counter has stopped.
  @Test(
    .exhaustive,
    arguments: [
      ("allocation", [], 2, "allocations"),
      (
        "allocation",
        ["--tolerance", "allocations=50%", "--tolerance", "bytes-allocated=50%"], 0, ""
      ),
      ("crash", [], 3, "the final message of a changed strategy"),
      ("hang", ["--timeout", "2"], 3, "timed out"), ("thread", [], 5, "allocations"),
    ] as [(String, [String], Int32, String)])
  func aChangeHasItsCode(change: String, options: [String], code: Int32, words: String) throws {
    let outcome = try gate(change, ["--exact-only"] + options).outcome.expect(code)
    #expect(words.isEmpty || outcome.words.contains(words), "\(outcome)")
  }

  /// The file of the head is no word of the base.
  @Test(.exhaustive) func theHeadsOwnToleranceDoesNotExcuseIt() throws {
    var scenario = Self.scenario
    scenario.more = "tolerances: { allocations: 50 %, bytes-allocated: 50 % }"
    let (worse, _) = try gate("allocation", scenarios: [scenario])
    worse.expect(2, words: "the head relaxes the base's requirements (small: the tolerance of")
    let (same, _) = try gate("nothing", scenarios: [scenario])
    same.expect(0, errors: "INCONCLUSIVE: the head relaxes the base's requirements")
    let (strict, project) = try gate(
      "nothing", ["--exact-only", "--fail-on-inconclusive"], scenarios: [scenario])
    strict.expect(7)
    #expect(strict.words.hasPrefix("INCONCLUSIVE: the head relaxes the base's requirements"))
    #expect(try !project.json("Reports/gate/gate.json").relaxations.list.isEmpty)
  }

  /// Gates against a base that is a script of a shell.
  private func gate(
    base script: String, _ arguments: [String] = ["--exact-only"],
    scenario: ScenarioFile = Self.scenario
  ) throws -> Tool.Outcome {
    let project = try TemporaryFolder(scenarios: [scenario])
    let base = try project.writeProgram("base", script)
    return try project.runFaulty(["gate", "--base-binary", base] + arguments)
  }

  /// A metric that only the head measures is new, and not gated.
  @Test(.exhaustive) func aMetricThatTheBaseHasNotIsNew() throws {
    try gate(base: "CHANGE=thread exec '\(tool.path)' \"$@\"").expect(0, output: "new")
  }

  /// The base itself decides what it counts: a metric that the head dropped is
  /// missed.
  @Test(.exhaustive) func aMetricThatOnlyTheBaseKnowsIsNeverAPass() throws {
    try gate(base: "'\(tool.path)' \"$@\" | sed -u 's/\"views-created\"/\"views-made\"/g'")
      .expect(5, output: "views-made")
  }

  @Test(.exhaustive) func aBaseThatWasBuiltOtherwiseIsRefused() throws {
    let base = "'\(tool.path)' \"$@\" | sed -u -E 's/\"build\":\"[a-z]+\"/\"build\":\"other\"/'"
    try gate(base: base).expect(5, output: "the base's build is other")
    try gate(base: base, ["--host-mismatch", "warn"]).expect(0, output: "the base's build is other")
  }

  /// The greeting of a worker of this version.
  private func greeting() throws -> String {
    let version = try #require(try tool.protocolVersion())
    return WorkerScript.hello(version: version)
  }

  /// A base that dies of the question what it knows is broken: nothing is called new then.
  @Test(.exhaustive) func aBaseThatCannotSayWhatItKnowsIsBroken() throws {
    try gate(base: greeting() + "; read -r line; exit 4").expect(5, output: "exit code 4")
  }

  /// Nothing was compared, which is never a pass.
  @Test(.exhaustive) func aBaseThatCrashesIsNotGated() throws {
    var scenario = Self.scenario
    scenario.strategies = ["changed"]
    try gate(base: "CHANGE=crash exec '\(tool.path)' \"$@\"", scenario: scenario)
      .expect(5, output: "crashed")
  }

  @Test(.exhaustive) func aBaseOfAnotherProtocolCannotBeCompared() throws {
    try gate(base: "echo 'hello 1'; cat > /dev/null", []).expect(5, output: "hello 1")
  }

  /// A base that speaks the protocol but has no results, and one whose results are unreadable.
  @Test(.exhaustive, arguments: [#"{"frameCount":0,"framesAreIndependent":false}"#, "{}", "soon"])
  func aBaseThatMeasuresNothingIsNeverAPass(ready: String) throws {
    let greeting = try greeting()
    let base = """
      \(greeting)
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
      """
    try gate(base: base).expect(5)
  }

  /// A strategy that the base does not know is new; the others are compared.
  @Test(.exhaustive) func whatIsNewIsListedAndNotGated() throws {
    try TemporaryFolder(scenarios: [Self.scenario]).runFaulty([
      "gate", "--base-binary", Tool.mappressure.path, "--exact-only",
    ]).expect(0, output: "the base has no strategy 'changed'")
  }

  @Test func aMissingBaseLeavesAReportThatSaysSo() async throws {
    let project = try TemporaryFolder.small()
    try await project.call("gate --base-binary nowhere/base").expect(5)
    #expect(try project.read("Reports/gate/gate.md").contains("nowhere/base"))
    #expect(try project.read("Reports/gate/junit.xml").contains("nowhere/base"))
  }

  @Test func anEmptySuiteIsAnError() async throws {
    try await TemporaryFolder(scenarios: []).call([
      "gate", "--base-binary", tool.path, "--quiet", "--exact-only",
    ]).expect(1)
  }

  @Test(arguments: [
    [], ["--base", "main", "--baseline", "file"], ["--base-binary", "x", "--margin", "0"],
    ["--base-binary", "x", "--budget", "-1"], ["--base-binary", "x", "--case-budget", "0"],
    ["--baseline", "y", "--resume"], ["--baseline", "y", "--shard", "1/2"],
    ["--base-product", "x", "--baseline", "y"],
    ["--baseline", "y", "--margin", "3"], ["--baseline", "y", "--instructions"],
  ]) func wrongUsageIsRefused(arguments: [String]) async throws {
    try await TemporaryFolder.small().call(["gate"] + arguments).expect(64)
  }

  // MARK: - Times

  /// More work than any margin: twice as much cannot be taken for noise.
  @Test(.exhaustive) func twiceTheWorkIsAConfirmedRegression() throws {
    let (outcome, project) = try gate(
      "work:100", ["--strategies", "changed"], scenarios: [Self.timedScenario])
    outcome.expect(2, output: "frame-time")
    #expect(try project.read("Reports/gate/gate.md").contains("fresh pairs"))
  }

  private static let timedScenario = ScenarioFile(
    data: "{ generator: uniform, pins: 20, seed: 1 }", frames: 40, strategies: ["changed"],
    sizes: "[20]")

  @Test(.exhaustive) func aCrashInThePairsIsReported() throws {
    try gate("crash", ["--strategies", "changed"], scenarios: [Self.timedScenario]).outcome
      .expect(3)
  }

  /// A budget of a tenth of a second, which the exact tier has used.
  @Test(.exhaustive) func whatIsNotReachedIsNotAPass() throws {
    let arguments = ["--strategies", "changed", "--budget", "0.001"]
    let (outcome, project) = try gate("nothing", arguments, scenarios: [Self.timedScenario])
    outcome.expect(0)
    let report = try project.read("Reports/gate/gate.md")
    #expect(
      report.contains("INCONCLUSIVE: the times of 1 case were not judged (not reached within"))
    let (strict, _) = try gate(
      "nothing", arguments + ["--fail-on-inconclusive"], scenarios: [Self.timedScenario])
    strict.expect(7, output: "not judged")
  }

  @Test func twoEqualProgramsAreNotReplayed() throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    try project.runFaulty(["gate", "--base-binary", tool.path]).expect(
      0, output: "PASSED: the two programs are the same: nothing was replayed",
      errors: "the two programs are the same (byte for byte)")
    let document = try project.json("Reports/gate/gate.json")
    #expect(document.cases.list.allSatisfy { $0.status == "same-program" })
  }

  // MARK: - Services

  @Test(.exhaustive) func annotationsAndASummaryAreWrittenOnRequest() throws {
    let (outcome, project) = try gate(
      "view", ["--exact-only", "--github", "--summary", "summary.md"])
    outcome.expect(2, output: "::error file=Scenarios/small.yaml")
    #expect(try project.read("summary.md").contains("views-created"))
  }
}
