import MapPressure
import TestSupport
import Testing

@Suite(.blocking) struct RunOptionsTests {
  /// A threshold whose size does not run is named before the answer.
  @Test func whatIsNotCheckedIsNoPass() throws {
    var file = ScenarioFile(sizes: "[100, 200]")
    file.more = "thresholds: { grid-clusters: [{ bound: 'max-live-views <= 1', size: 200 }] }"
    let project = try TemporaryFolder(scenarios: [file])
    let run = "run small --sizes 100 --trials 0 --overwrite"
    let line = "NOT CHECKED: 1 threshold (size 200 is not in this run), 2 cases measured"
    try project.run(run).expect(0, output: line)
    try project.run(run + " --fail-on-inconclusive").expect(7, output: line)
    try project.run(run + " --out Scenarios/small.yaml").expect(
      1, errors: "expected a folder for the results, found the file Scenarios/small.yaml")
  }

  /// The selected strategies run with the baseline, and a size that is given twice runs once.
  @Test(
    .exhaustive,
    arguments: [
      ("--strategies grid-clusters", ["all-pins 200 1", "grid-clusters 200 1"]),
      ("--strategies all-pins --sizes 50 1_00", ["all-pins 100 1", "all-pins 50 1"]),
      ("--strategies all-pins --sizes 50 50", ["all-pins 50 1"]),
    ]) func runsWhatIsSelected(options: String, trials: [String]) throws
  {
    let project = try TemporaryFolder.small()
    try project.run("run small --trials 1 " + options).expect(0)
    let times = try RunFolderFiles(project).samples.records
      .filter { $0["metric"] == "frame-time-p50" }
    let found = times.map { time in
      ["strategy", "size", "trial"].compactMap { time[$0] }.joined(separator: " ")
    }
    #expect(found.sorted() == trials)
  }

  @Test(.exhaustive) func measuresAsOftenAsRequested() throws {
    let project = try TemporaryFolder.small()
    try project.run("run small --trials 3 --strategies all-pins").expect(0)
    let row = try #require(
      try RunFolderFiles(project).results.records.first { $0["metric"] == "build-time" })
    #expect(row["trials"] == "3")
  }

  @Test(.exhaustive) func quietPrintsTheAnswerOnlyWhereAllIsWell() throws {
    let project = try TemporaryFolder.small()
    let outcome = try project.run("run small --quiet").expect(0)
    #expect(outcome.errors == "")
    #expect(outcome.output.hasPrefix("small  200 pins: "))
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(project.exists("Reports/small/report.md"))
  }

  @Test(arguments: [
    "bogus", "run --bogus", "run --sizes 0", "run --sizes many", "run --trials -1",
    "run --trials 1001", "run --trials", "run --seed -1", "run --seed x", "run --timeout 0",
    "run --timeout -1", "run --timeout nan", "run --timeout inf", "run --timeout 1e300",
    "run --memory-limit 1MB", "run --memory-limit lots", "run --memory-limit 500", "run --out",
    "doctor surplus", "list --bogus", "validate --bogus",
  ]) func wrongUsageIsCode64(_ line: String) async throws {
    let project = try TemporaryFolder.small()
    let outcome = try await project.call(line).expect(64)
    #expect(outcome.errors.hasPrefix("Error: "))
    #expect(outcome.errors.contains("Usage: mappressure"))
    #expect(try project.names() == ["Scenarios"])
  }

  @Test func anUnknownScenarioIsAnErrorWithTheNearestName() async throws {
    let outcome = try await TemporaryFolder.small().call("run smal").expect(1)
    #expect(
      outcome.errors.hasPrefix("mappressure: there is no scenario 'smal'; did you mean 'small'?"))
  }

  @Test func anUnknownStrategyIsAnErrorWithTheNearestName() async throws {
    let project = try TemporaryFolder.small()
    try await project.call("run small --strategies grid-cluster").expect(
      1, errors: "did you mean 'grid-clusters'?")
    #expect(try project.names() == ["Scenarios"])
  }

  @Test func theStandardScenariosAreInsideTheProgram() async throws {
    try await TemporaryFolder().call("list ten-thousand-pins").expect(
      0, output: "  file        standard/ten-thousand-pins.yaml\n")
  }

  @Test(.exhaustive) func aStandardScenarioRunsInAnyFolder() async throws {
    let folder = try TemporaryFolder()
    try folder.run("run annotation-count --sizes 50 --trials 0 --quiet").expect(0)
    // A report again finds the scenario there, too.
    try await folder.call("report Reports/annotation-count").expect(0)
  }

  @Test(.exhaustive) func aProjectsOwnScenarioHidesOneInsideTheProgram() throws {
    let folder = try TemporaryFolder(scenarios: [ScenarioFile(name: "annotation-count")])
    try folder.run("run annotation-count --trials 0 --quiet").expect(0)
    #expect(try RunFolderFiles(folder, "Reports/annotation-count").results.records.count < 200)
  }

  /// A further strategy of the family, and pins of one's own, need no copy of a file.
  @Test(.exhaustive) func aScenarioRunsWithOtherPinsAndAStrategyThatItDoesNotName() throws {
    let stores = "lat,lon\n48.1,11.5\n48.2,11.6\n48.3,11.4\n"
    let folder = try TemporaryFolder(scenarios: [ScenarioFile()], files: ["stores.csv": stores])
    try folder.run("run small --data stores.csv --strategies hierarchical-clusters --quiet").expect(
      0)
    let records = try RunFolderFiles(folder, "Reports/small").results.records
    #expect(Set(records.compactMap { $0["size"] }) == ["3"])
    #expect(Set(records.compactMap { $0["strategy"] }).contains("hierarchical-clusters"))
    // The changed scenario is the user's to keep.
    try folder.run("validate Reports/small/scenario.yaml").expect(0)
    try folder.run("report Reports/small").expect(0)
  }

  @Test func otherDataAreForOneScenario() async throws {
    let folder = try TemporaryFolder()
    try await folder.call("run --data stores.csv").expect(
      1, errors: "--data: expected one scenario, found \(StandardScenarios.texts.count)")
    try await folder.call("run region-loop --data stores.csv").expect(
      1, errors: "stores.csv: cannot read the file")
  }

  @Test(arguments: ["run", "list", "validate"])
  func anEmptyFolderOfScenariosIsAnError(_ command: String) async throws {
    try await TemporaryFolder(scenarios: []).call([command]).expect(
      1, errors: "expected scenario files (.yaml)")
  }

  @Test func nothingMeasuredIsNoPass() async throws {
    try await TemporaryFolder(scenarios: [ScenarioFile(sizes: "[]")]).call("run small").expect(1)
  }

  @Test func aScenarioThatIsWrongRunsNothing() async throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(name: "good"), ScenarioFile(name: "wrong", more: "colour: red"),
    ])
    try await project.call("run").expect(1, errors: "Scenarios/wrong.yaml:12:1: error:")
    #expect(try project.names() == ["Scenarios"])
  }

  @Test func aSizeThatAFileOfPinsDoesNotHaveIsAnErrorBeforeAnythingRuns() async throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(data: "{ file: pins.csv }", strategies: ["all-pins"], sizes: "[2]", trials: 1)
    ])
    try project.write("lat,lon\n1,1\n2,2\n3,3\n", to: "Scenarios/pins.csv")
    try await project.call("run small --sizes 3 --case 3/all-pins --debug").expect(0)
    try await project.call("run small --sizes 4").expect(
      1, errors: "expected at least 4 pins for this size, found 3")
    #expect(!project.exists("Reports"))
  }
}
