import ScenarioModel
import TestSupport
import Testing

@Suite(.blocking) struct BaselineCheckTests {
  @Test func theSameProgramPasses() throws {
    let outcome = try BaselineProject().check().expect(0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.isEmpty)
  }

  @Test func oneViewMoreFailsAndIsNamed() throws {
    let outcome = try BaselineProject().check(change: "view").expect(
      2, output: "REGRESSION",
      "FaultyStrategies baseline check baseline.json Scenarios/small.yaml --strategies changed")
    let line = outcome.output.split(separator: "\n").first { $0.contains("  views-created") }
    #expect(line?.contains("5 -> 6 (+20.0 %)") == true)
  }

  @Test(.exhaustive) func anotherNumberInTheFileFailsAndIsNamed() throws {
    let baseline = try BaselineProject(
      ScenarioFile(
        data: "{ generator: uniform, pins: 10_000, seed: 1 }", frames: 2, strategies: ["all-pins"],
        sizes: "[10_000]"))
    try baseline.replace(#""views-created","value":10000"#, with: #""views-created","value":312"#)
    let outcome = try baseline.check().expect(2)
    let line = outcome.output.split(separator: "\n").first { $0.contains("  views-created") }
    #expect(line?.contains("312 -> 10,000") == true)
  }

  /// Changes of the strategy, options, and the exit code of each.
  @Test(
    .exhaustive,
    arguments: [
      ("allocation", "--tolerance allocations=20% --tolerance bytes-allocated=20%", 0),
      ("crash", "", 3), ("hang", "--timeout 1", 3),
      ("view", "--strategies allocates", 0), ("view", "--strategies changed", 2),
      ("view", "small --sizes 20", 2),
      ("", "--tolerance views-created=1", 64), ("", "--tolerance views-created", 64),
    ] as [(String, String, Int32)])
  func aCheckEndsWithItsCode(change: String, options: String, code: Int32) throws {
    try BaselineProject().check(options, change: change).expect(code)
  }

  @Test(.exhaustive) func oneAllocationMoreFails() throws {
    let outcome = try BaselineProject().check(change: "allocation").expect(2, output: "allocations")
    #expect(!outcome.output.contains("views-created"))
  }

  private static let tolerant = "tolerances: { allocations: 20 %, bytes-allocated: 20 % }"

  @Test(.exhaustive) func theScenariosOwnToleranceCounts() throws {
    let baseline = try BaselineProject(.faulty(["changed"], more: Self.tolerant))
    try baseline.check(change: "allocation").expect(0)
    try baseline.check("--tolerance allocations=0%", change: "allocation").expect(2)
  }

  @Test(.exhaustive) func aToleranceThatIsNewerThanTheFileDoesNotCount() throws {
    let baseline = try BaselineProject()
    try baseline.project.write(.faulty(["changed", "allocates"], more: Self.tolerant))
    try baseline.check(change: "allocation").expect(2)
    let same = try baseline.check().expect(0)
    #expect(same.errors.hasPrefix("INCONCLUSIVE: the head relaxes the base's requirements"))
    try baseline.check("--fail-on-inconclusive").expect(7)
    // A renewed file has the tolerances of today.
    try baseline.update().expect(0)
    try baseline.check(change: "allocation").expect(0)
  }

  @Test(.exhaustive) func anImprovementPasses() throws {
    let baseline = try BaselineProject()
    try baseline.check("--out there", change: "fewer-views").expect(0)
    #expect(try baseline.project.read("there/gate.md").contains("views-created"))
    #expect(baseline.project.exists("there/\(RunFolderFiles.results)"))
  }

  /// Another thread takes time too; a single trial proves nothing about that.
  @Test(.exhaustive) func aCounterThatCannotBeReadAnyMore() throws {
    try BaselineProject(.faulty(["changed", "allocates"], trials: 1)).check(change: "thread")
      .expect(5, output: "allocations")
  }

  @Test(.exhaustive) func anotherMachineByPolicy() throws {
    let baseline = try BaselineProject()
    let line = try #require(
      try baseline.text.split(separator: "\n").first { $0.contains("\"processor\"") })
    let processor = try #require(line.firstMatch(of: /"processor":"[^"]*"/)).output
    try baseline.replace(String(processor), with: #""processor":"a processor of long ago""#)
    // Its speed decides times only: they are reported, and the rest is judged.
    try baseline.check().expect(0)
    try baseline.check(change: "view").expect(2, output: "a processor of long ago")
    try baseline.check("--host-mismatch ignore", change: "view").expect(2)
  }

  @Test(.exhaustive) func otherToolsByPolicy() throws {
    let baseline = try BaselineProject()
    let build = try baseline.text.contains(#""build":"debug""#) ? "debug" : "release"
    try baseline.replace("\"build\":\"\(build)\"", with: #""build":"another""#)
    try baseline.check(change: "allocation").expect(5)
    // What depends on the build is reported and not gated.
    try baseline.check("--host-mismatch warn", change: "allocation").expect(0)
    try baseline.check("--host-mismatch warn", change: "view").expect(2)
    try baseline.check("--host-mismatch ignore", change: "allocation").expect(2)
    try baseline.check("--host-mismatch never").expect(64)
  }

  /// `BaselineDocumentTests` has all kinds of damage.
  @Test(.exhaustive) func filesThatCannotBeRead() throws {
    let baseline = try BaselineProject()
    let text = try baseline.text
    for (damage, words) in [
      ("", "empty"), (String(text.prefix(text.count / 2)), "ends too early"),
      ("{}", "'version'"),
      (
        text.replacing(#""version":\#(RunResults.version)"#, with: #""version":9"#), "version 9"
      ),
    ] {
      try baseline.project.write(damage, to: BaselineProject.file)
      try baseline.check().expect(5, errors: words, "baseline update")
    }
    try baseline.project.remove(BaselineProject.file)
    let missing = try baseline.check().expect(5, errors: "no such file")
    #expect(missing.output.isEmpty)
  }

  @Test(.exhaustive) func aScenarioThatChanged() throws {
    let baseline = try BaselineProject()
    // What decides nothing of the work may change.
    var scenario = ScenarioFile.faulty(
      ["changed", "allocates"], more: "# a comment\ntolerances: { allocations: 1 % }")
    try baseline.project.write(scenario)
    try baseline.check().expect(0)
    scenario.frames = 11
    try baseline.project.write(scenario)
    try baseline.check().expect(5, output: "changed since the")
    try baseline.check("--seed 5").expect(5)
  }

  @Test(.exhaustive) func aDataFileThatChanged() throws {
    func pins(_ latitude: Double) -> String {
      "id,latitude,longitude\n"
        + (0..<20).map { "\($0),\(latitude + Double($0) / 100),13\n" }.joined()
    }
    let project = try TemporaryFolder(
      scenarios: [
        ScenarioFile(data: "{ file: pins.csv }", frames: 2, strategies: ["all-pins"], sizes: "[20]")
      ], files: ["Scenarios/pins.csv": pins(52)])
    try project.run("baseline update b.json --quiet").expect(0)
    try project.run("baseline check b.json").expect(0)
    try project.write(pins(51), to: "Scenarios/pins.csv")
    try project.run("baseline check b.json").expect(5)
  }

  @Test(.exhaustive) func whatTheFileOrTheScenarioDoesNotHaveIsNotCompared() throws {
    let baseline = try BaselineProject()
    try baseline.check("--sizes 10").expect(
      5, words: "the baseline has other sizes of this scenario: 20; give one of them")
    // Without a choice, what the scenario lost is missing.
    try baseline.project.write(.faulty(["allocates"]))
    try baseline.check().expect(5)
    try baseline.project.remove("Scenarios/small.yaml")
    try baseline.check().expect(5)
  }

  /// The cases of the file are measured: not a new strategy, and a size that the scenario lost.
  @Test(.exhaustive) func theFileDecidesWhatIsMeasured() throws {
    let baseline = try BaselineProject()
    var scenario = ScenarioFile.faulty(["changed", "allocates", "empty"])
    scenario.sizes = "[10]"
    try baseline.project.write(scenario)
    func measured(_ options: String, code: Int32) throws -> String {
      try baseline.check("\(options) --out there", change: "view").expect(code)
      return try baseline.project.read("there/\(RunFolderFiles.results)")
    }
    let all = try measured("", code: 2)
    #expect(all.contains("\"changed\"") && !all.contains("\"strategy\" : \"empty\""))
    // What is new is measured if it is named, and not gated.
    let named = try measured("small --strategies empty --sizes 20", code: 0)
    #expect(named.contains("\"strategy\" : \"empty\""))
  }

  @Test(.exhaustive) func mistakes() throws {
    let baseline = try BaselineProject()
    try baseline.check("--tolerance view-created=1%").expect(
      1, errors: "did you mean 'views-created'")
    try baseline.project.run("baseline check").expect(64)
  }
}
