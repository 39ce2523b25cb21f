import ScenarioModel
import TestSupport
import Testing

@Suite(.blocking) struct BaselineUpdateTests {
  @Test(.exhaustive) func itSaysWhatChanged() throws {
    let project = try TemporaryFolder(scenarios: [.faulty(["changed"])])
    for (change, words) in [("", ["2 cases", "new"]), ("view", ["worse"]), ("", ["Better"])] {
      let outcome = try project.runFaulty(
        "baseline update b.json", environment: ["CHANGE": change]
      ).expect(0)
      for words in words { #expect(outcome.output.contains(words), "\(outcome)") }
    }
    #expect(try project.names() == ["Scenarios", "b.json"])
  }

  @Test(.exhaustive) func whatIsCountedAndModelledIsTheSameTextEachTime() throws {
    let baseline = try BaselineProject()
    let exact = { (text: String) in
      text.split(separator: "\n").filter {
        !$0.contains("\"samples\":")
          && ($0.contains("\"value\":") || $0.contains("\"notAvailable\":"))
      }
    }
    let first = exact(try baseline.text)
    try baseline.update().expect(0)
    #expect(exact(try baseline.text) == first)
    #expect(first.count > 40)
  }

  @Test(.exhaustive) func nothingIsWrittenWhereACaseIsBroken() throws {
    let baseline = try BaselineProject()
    let text = try baseline.text
    try baseline.update(change: "crash").expect(3, errors: "nothing was written")
    #expect(try baseline.text == text)
    let project = try TemporaryFolder(scenarios: [.faulty(["random"])])
    try project.runFaulty("baseline update b.json").expect(1, errors: "annotations-inserted")
    #expect(!project.exists("b.json"))
  }

  @Test(.exhaustive) func aPartIsRenewedAndTheRestKept() throws {
    let baseline = try BaselineProject()
    let before = try baseline.text
    try baseline.update("--strategies changed", change: "view").expect(
      0, output: "1 unselected case kept")
    let pairs = try zip(before.split(separator: "\n"), baseline.text.split(separator: "\n"))
    let changed = pairs.filter { $0.0 != $0.1 }
    #expect(changed.contains { $0.0.contains("views-created") })
    try baseline.check(change: "view").expect(0)
    // One view less is better.
    try baseline.check().expect(0)
  }

  @Test(.exhaustive) func aPartOfAnotherScenarioOrMachineIsRefusedBeforeMeasuring() throws {
    let baseline = try BaselineProject()
    var scenario = ScenarioFile.faulty(["changed", "allocates"])
    scenario.frames = 11
    try baseline.project.write(scenario)
    let changed = try baseline.update("--strategies changed").expect(5)
    #expect(!changed.errors.contains("cases\n"))
    try baseline.update().expect(0)
    try baseline.replace(#""name":"jemalloc""#, with: #""name":"not jemalloc""#)
    try baseline.update("--strategies changed").expect(5)
    try baseline.update().expect(0)
  }

  @Test(.exhaustive) func aDamagedFileIsOnlyReplacedAsAWhole() throws {
    let baseline = try BaselineProject()
    try baseline.replace(#""version":\#(RunResults.version)"#, with: #""version":7"#)
    try baseline.update("--strategies changed").expect(5)
    try baseline.update().expect(0, errors: "found version 7", "the file is replaced")
    try baseline.check().expect(0)
  }

  @Test(.exhaustive) func aFolderThatDoesNotExist() throws {
    let project = try TemporaryFolder(scenarios: [.faulty(["changed"], trials: 1)])
    try project.runFaulty("baseline update nowhere/b.json").expect(
      1, errors: "cannot write the baseline nowhere/b.json")
  }

  /// A slip of the fingers in the file's name.
  @Test(
    .exhaustive,
    arguments: [
      "my thesis\n", "{", "{\"version\": \(RunResults.version), \"scenarios\": []}", "[]",
      "{\"version\": \(RunResults.version), \"provenance\": {}}",
    ])
  func aFileThatIsNoBaselineIsLeftAlone(_ text: String) throws {
    let baseline = try BaselineProject()
    try baseline.project.write(text, to: "mine.json")
    let outcome = try baseline.update(file: "mine.json").expect(
      1, errors: "mine.json is not a baseline", "--force")
    #expect(!outcome.errors.contains("cases\n"), "nothing was measured")
    #expect(try baseline.project.read("mine.json") == text)
    try baseline.update("--force", file: "mine.json").expect(0)
    #expect(try baseline.project.read("mine.json").contains("\"naive\""))
  }

  @Test func theResultsOfARunAreNoBaseline() async throws {
    let project = try SharedRun.small().copy()
    let results = try project.read("Reports/small/\(RunFolderFiles.results)")
    let outcome = try await project.call([
      "baseline", "update", "Reports/small/\(RunFolderFiles.results)",
    ]).expect(1, errors: "Reports/small/\(RunFolderFiles.results) is not a baseline")
    #expect(!outcome.errors.contains("cases\n"), "nothing was measured")
    #expect(try project.read("Reports/small/\(RunFolderFiles.results)") == results)
  }

  @Test(.exhaustive) func anEmptyFileIsFilled() throws {
    let baseline = try BaselineProject()
    try baseline.project.write("", to: "empty.json")
    try baseline.update(file: "empty.json").expect(0)
    #expect(try baseline.project.read("empty.json").contains("\"naive\""))
  }

  @Test func whatIsNoFileIsLeftAloneEvenByForce() async throws {
    let project = try TemporaryFolder.small()
    try project.makeFolder("folder")
    for path in ["folder", "/dev/null"] {
      let outcome = try await project.call(["baseline", "update", path, "--force"]).expect(
        1, errors: "cannot write the baseline \(path)")
      #expect(!outcome.errors.contains("cases\n"), "nothing was measured")
    }
    #expect(try project.names("folder").isEmpty)
  }
}
