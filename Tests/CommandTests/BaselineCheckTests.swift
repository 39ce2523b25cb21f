import Foundation
import ScenarioModel
import TestSupport
import Testing

@Suite(.blocking) struct BaselineCheckTests {
  @Test func theSameProgramPasses() throws {
    let baseline = try BaselineProject()
    let outcome = try baseline.check()
    #expect(outcome.code == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.isEmpty)
  }

  @Test func oneViewMoreFailsAndIsNamed() throws {
    let baseline = try BaselineProject()
    let outcome = try baseline.check(change: "view")
    #expect(outcome.code == 2)
    #expect(outcome.output.contains("REGRESSION"))
    let line = outcome.output.split(separator: "\n").first { $0.contains("  views-created") }
    #expect(line?.contains("5 -> 6 (+20.0 %)") == true)
    #expect(
      outcome.output.contains(
        "FaultyStrategies baseline check baseline.json Scenarios/small.yaml --strategies changed"))
  }

  @Test(.exhaustive) func anotherNumberInTheFileFailsAndIsNamed() throws {
    let baseline = try BaselineProject(
      ScenarioFile(
        data: "{ generator: uniform, pins: 10_000, seed: 1 }", frames: 2, strategies: ["all-pins"],
        sizes: "[10_000]", trials: 1))
    try baseline.replace(#""views-created","value":10000"#, with: #""views-created","value":312"#)
    let outcome = try baseline.check()
    #expect(outcome.code == 2)
    let line = outcome.output.split(separator: "\n").first { $0.contains("  views-created") }
    #expect(line?.contains("312 -> 10,000") == true)
  }

  @Test(.exhaustive) func oneAllocationMoreFailsUnlessTolerated() throws {
    let baseline = try BaselineProject()
    let outcome = try baseline.check(change: "allocation")
    #expect(outcome.code == 2)
    #expect(outcome.output.contains("allocations"))
    #expect(!outcome.output.contains("views-created"))
    let tolerated = try baseline.check(
      ["--tolerance", "allocations=20%", "--tolerance", "bytes-allocated=20%"],
      change: "allocation")
    #expect(tolerated.code == 0)
  }

  @Test(.exhaustive) func theScenariosOwnToleranceCounts() throws {
    var scenario = ScenarioFile.faulty(["changed"])
    scenario.more = "tolerances: { allocations: 20 %, bytes-allocated: 20 % }"
    let baseline = try BaselineProject(scenario)
    #expect(try baseline.check(change: "allocation").code == 0)
    #expect(try baseline.check(["--tolerance", "allocations=0%"], change: "allocation").code == 2)
  }

  @Test(.exhaustive) func aToleranceThatIsNewerThanTheFileDoesNotCount() throws {
    let baseline = try BaselineProject()
    var scenario = ScenarioFile.faulty(["changed", "allocates"])
    scenario.more = "tolerances: { allocations: 20 %, bytes-allocated: 20 % }"
    try baseline.project.write(scenario.text, to: "Scenarios/small.yaml")
    #expect(try baseline.check(change: "allocation").code == 2)
    let same = try baseline.check()
    #expect(same.code == 0)
    #expect(same.errors.hasPrefix("INCONCLUSIVE: the head asks for less than the base"))
    #expect(try baseline.check(["--fail-on-inconclusive"]).code == 7)
    // A renewed one has those of today.
    #expect(try baseline.update().code == 0)
    #expect(try baseline.check(change: "allocation").code == 0)
  }

  @Test(.exhaustive) func anImprovementPasses() throws {
    let baseline = try BaselineProject()
    let outcome = try baseline.check(["--out", "there"], change: "fewer-views")
    #expect(outcome.code == 0)
    #expect(try baseline.project.read("there/gate.md").contains("views-created"))
    #expect(baseline.project.exists("there/\(RunFolderFiles.results)"))
  }

  @Test(.exhaustive) func aCaseThatCrashesOrHangs() throws {
    let baseline = try BaselineProject()
    #expect(try baseline.check(change: "crash").code == 3)
    #expect(try baseline.check(["--timeout", "1"], change: "hang").code == 3)
  }

  @Test(.exhaustive) func aCounterThatCannotBeReadAnyMore() throws {
    // Another thread takes time too; of one trial nobody can tell.
    let baseline = try BaselineProject(.faulty(["changed", "allocates"], trials: 1))
    let outcome = try baseline.check(change: "thread")
    #expect(outcome.code == 5, "\(outcome)")
    #expect(outcome.output.contains("allocations"))
  }

  @Test(.exhaustive) func anotherMachineByPolicy() throws {
    let baseline = try BaselineProject()
    let text = try baseline.text
    let line = try #require(text.split(separator: "\n").first { $0.contains("\"processor\"") })
    let processor = try #require(line.firstMatch(of: /"processor":"[^"]*"/)).output
    try baseline.replace(String(processor), with: #""processor":"a processor of long ago""#)
    // Its speed decides times only: they are told, and the rest is judged.
    #expect(try baseline.check().code == 0)
    let worse = try baseline.check(change: "view")
    #expect(worse.code == 2)
    #expect(worse.output.contains("a processor of long ago"))
    #expect(try baseline.check(["--host-mismatch", "ignore"], change: "view").code == 2)
  }

  @Test(.exhaustive) func otherToolsByPolicy() throws {
    let baseline = try BaselineProject()
    let build = try baseline.text.contains(#""build":"debug""#) ? "debug" : "release"
    try baseline.replace("\"build\":\"\(build)\"", with: #""build":"another""#)
    #expect(try baseline.check(change: "allocation").code == 5)
    // What depends on the build is told and not gated.
    #expect(try baseline.check(["--host-mismatch", "warn"], change: "allocation").code == 0)
    #expect(try baseline.check(["--host-mismatch", "warn"], change: "view").code == 2)
    #expect(try baseline.check(["--host-mismatch", "ignore"], change: "allocation").code == 2)
    #expect(try baseline.check(["--host-mismatch", "never"]).code == 64)
  }

  @Test(.exhaustive) func filesThatCannotBeRead() throws {
    let baseline = try BaselineProject()
    let text = try baseline.text
    for (damage, words) in [
      ("", "empty"), (String(text.prefix(text.count / 2)), "ends too early"),
      ("{}", "'version'"),
      (
        text.replacingOccurrences(of: #""version":\#(RunResults.version)"#, with: #""version":9"#),
        "version 9"
      ),
    ] {
      try baseline.project.write(damage, to: BaselineProject.file)
      let outcome = try baseline.check()
      #expect(outcome.code == 5)
      #expect(outcome.errors.contains(words))
      #expect(outcome.errors.contains("baseline update"))
    }
    try baseline.project.remove(BaselineProject.file)
    let missing = try baseline.check()
    #expect(missing.code == 5)
    #expect(missing.errors.contains("no such file"))
    #expect(missing.output.isEmpty)
  }

  @Test(.exhaustive) func aScenarioThatChanged() throws {
    let baseline = try BaselineProject()
    var scenario = ScenarioFile.faulty(["changed", "allocates"])
    // What decides nothing of the work may change.
    scenario.more = "# a comment\ntolerances: { allocations: 1 % }"
    try baseline.project.write(scenario.text, to: "Scenarios/small.yaml")
    #expect(try baseline.check().code == 0)
    scenario.frames = 11
    try baseline.project.write(scenario.text, to: "Scenarios/small.yaml")
    let outcome = try baseline.check()
    #expect(outcome.code == 5)
    #expect(outcome.output.contains("changed since the"))
    #expect(try baseline.check(["--seed", "5"]).code == 5)
  }

  @Test(.exhaustive) func aDataFileThatChanged() throws {
    func pins(_ latitude: Double) -> String {
      "id,latitude,longitude\n"
        + (0..<20).map { "\($0),\(latitude + Double($0) / 100),13\n" }.joined()
    }
    let scenario = ScenarioFile(
      data: "{ file: pins.csv }", frames: 2, strategies: ["all-pins"], sizes: "[20]", trials: 1)
    let project = try TemporaryFolder(scenarios: [scenario])
    try project.write(pins(52), to: "Scenarios/pins.csv")
    let update = try project.run("baseline update b.json --quiet")
    #expect(update.code == 0, "\(update.errors)")
    #expect(try project.run("baseline check b.json").code == 0)
    try project.write(pins(51), to: "Scenarios/pins.csv")
    #expect(try project.run("baseline check b.json").code == 5)
  }

  @Test(.exhaustive) func onlyWhatWasSelectedIsCompared() throws {
    let baseline = try BaselineProject()
    #expect(try baseline.check(["--strategies", "allocates"], change: "view").code == 0)
    #expect(try baseline.check(["--strategies", "changed"], change: "view").code == 2)
    #expect(try baseline.check(["small", "--sizes", "20"], change: "view").code == 2)
    // The file has no such case: nothing to compare with.
    let other = try baseline.check(["--sizes", "10"])
    #expect(other.code == 5)
    #expect(other.words.contains("the baseline has other sizes of it: 20; give one of them"))
    // Without a choice, what the scenario lost is missing.
    try baseline.project.write(ScenarioFile.faulty(["allocates"]).text, to: "Scenarios/small.yaml")
    #expect(try baseline.check().code == 5)
  }

  /// The cases of the file are measured: not a new strategy, and a size that the scenario lost.
  @Test(.exhaustive) func theFileDecidesWhatIsMeasured() throws {
    let baseline = try BaselineProject()
    var scenario = ScenarioFile.faulty(["changed", "allocates", "empty"])
    scenario.sizes = "[10]"
    try baseline.project.write(scenario.text, to: "Scenarios/small.yaml")
    func measured(_ arguments: [String]) throws -> (code: Int32, results: String) {
      let outcome = try baseline.check(arguments + ["--out", "there"], change: "view")
      return (outcome.code, try baseline.project.read("there/\(RunFolderFiles.results)"))
    }
    let all = try measured([])
    #expect(all.code == 2)
    #expect(all.results.contains("\"changed\""))
    #expect(!all.results.contains("\"strategy\" : \"empty\""))
    // What is new is measured if it is named, and not gated.
    let named = try measured(["small", "--strategies", "empty", "--sizes", "20"])
    #expect(named.code == 0)
    #expect(named.results.contains("\"strategy\" : \"empty\""))
  }

  @Test(.exhaustive) func aSuiteWithoutScenarios() throws {
    let baseline = try BaselineProject()
    try baseline.project.remove("Scenarios/small.yaml")
    #expect(try baseline.check().code == 5)
  }

  @Test(.exhaustive) func mistakes() throws {
    let baseline = try BaselineProject()
    let metric = try baseline.check(["--tolerance", "view-created=1%"])
    #expect(metric.code == 1)
    #expect(metric.errors.contains("did you mean 'views-created'"))
    #expect(try baseline.check(["--tolerance", "views-created=1"]).code == 64)
    #expect(try baseline.check(["--tolerance", "views-created"]).code == 64)
    #expect(try baseline.project.run("baseline check").code == 64)
  }
}
