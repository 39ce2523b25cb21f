import Foundation
import ScenarioModel
import TestSupport
import Testing

@Suite(.blocking) struct BaselineUpdateTests {
  @Test(.exhaustive) func itSaysWhatChanged() throws {
    let project = try TemporaryFolder(scenarios: [.faulty(["changed"])])
    let first = try project.runFaulty("baseline update b.json", environment: ["CHANGE": ""])
    #expect(first.code == 0)
    #expect(first.output.contains("2 cases"))
    #expect(first.output.contains("new"))
    #expect(try project.names() == ["Scenarios", "b.json"])
    let second = try project.runFaulty("baseline update b.json", environment: ["CHANGE": "view"])
    #expect(second.output.contains("worse"))
    let third = try project.runFaulty("baseline update b.json", environment: ["CHANGE": ""])
    #expect(third.output.contains("Better"))
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
    #expect(try baseline.update().code == 0)
    #expect(exact(try baseline.text) == first)
    #expect(first.count > 40)
  }

  @Test(.exhaustive) func nothingIsWrittenWhereACaseIsBroken() throws {
    let baseline = try BaselineProject()
    let text = try baseline.text
    let crash = try baseline.update(change: "crash")
    #expect(crash.code == 3)
    #expect(crash.errors.contains("nothing was written"))
    #expect(try baseline.text == text)
    let project = try TemporaryFolder(scenarios: [.faulty(["random"])])
    let random = try project.runFaulty("baseline update b.json")
    #expect(random.code == 1)
    #expect(random.errors.contains("annotations-inserted"))
    #expect(!project.exists("b.json"))
  }

  @Test(.exhaustive) func aPartIsRenewedAndTheRestKept() throws {
    let baseline = try BaselineProject()
    let before = try baseline.text
    let outcome = try baseline.update(["--strategies", "changed"], change: "view")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("1 case not selected and kept"))
    let pairs = try zip(before.split(separator: "\n"), baseline.text.split(separator: "\n"))
    let changed = pairs.filter { $0.0 != $0.1 }
    #expect(changed.contains { $0.0.contains("views-created") })
    #expect(try baseline.check(change: "view").code == 0)
    // One view less is better.
    #expect(try baseline.check().code == 0)
  }

  @Test(.exhaustive) func aPartOfAnotherWorldOrMachineIsRefusedBeforeAnythingIsMeasured() throws {
    let baseline = try BaselineProject()
    var scenario = ScenarioFile.faulty(["changed", "allocates"])
    scenario.frames = 11
    try baseline.project.write(scenario.text, to: "Scenarios/small.yaml")
    let world = try baseline.update(["--strategies", "changed"])
    #expect(world.code == 5)
    #expect(!world.errors.contains("cases\n"))
    #expect(try baseline.update().code == 0)
    try baseline.replace(#""name":"jemalloc""#, with: #""name":"not jemalloc""#)
    #expect(try baseline.update(["--strategies", "changed"]).code == 5)
    #expect(try baseline.update().code == 0)
  }

  @Test(.exhaustive) func aDamagedFileIsOnlyReplacedAsAWhole() throws {
    let baseline = try BaselineProject()
    try baseline.replace(#""version":\#(RunResults.version)"#, with: #""version":7"#)
    #expect(try baseline.update(["--strategies", "changed"]).code == 5)
    let outcome = try baseline.update()
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("found version 7"))
    #expect(outcome.errors.contains("the file is replaced"))
    #expect(try baseline.check().code == 0)
  }

  @Test(.exhaustive) func aFolderThatDoesNotExist() throws {
    let project = try TemporaryFolder(scenarios: [.faulty(["changed"], trials: 1)])
    let outcome = try project.runFaulty("baseline update nowhere/b.json")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("cannot write the baseline nowhere/b.json"))
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
    let outcome = try baseline.update(file: "mine.json")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("mine.json is not a baseline"))
    #expect(outcome.errors.contains("--force"))
    #expect(!outcome.errors.contains("cases\n"), "nothing was measured")
    #expect(try baseline.project.read("mine.json") == text)
    #expect(try baseline.update(["--force"], file: "mine.json").code == 0)
    #expect(try baseline.project.read("mine.json").contains("\"naive\""))
  }

  @Test func theResultsOfARunAreNoBaseline() async throws {
    let project = try SharedRun.small().copy()
    let results = try project.read("Reports/small/\(RunFolderFiles.results)")
    let outcome = try await project.call([
      "baseline", "update", "Reports/small/\(RunFolderFiles.results)",
    ])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("Reports/small/\(RunFolderFiles.results) is not a baseline"))
    #expect(!outcome.errors.contains("cases\n"), "nothing was measured")
    #expect(try project.read("Reports/small/\(RunFolderFiles.results)") == results)
  }

  @Test(.exhaustive) func anEmptyFileIsFilled() throws {
    let baseline = try BaselineProject()
    try baseline.project.write("", to: "empty.json")
    #expect(try baseline.update(file: "empty.json").code == 0)
    #expect(try baseline.project.read("empty.json").contains("\"naive\""))
  }

  @Test func whatIsNoFileIsLeftAloneEvenByForce() async throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile()])
    try project.makeFolder("folder")
    for path in ["folder", "/dev/null"] {
      let outcome = try await project.call(["baseline", "update", path, "--force"])
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("cannot write the baseline \(path)"))
      #expect(!outcome.errors.contains("cases\n"), "nothing was measured")
    }
    #expect(try project.names("folder").isEmpty)
  }
}
