import Foundation
import ScenarioModel
import TestSupport
import Testing

@Suite(.blocking) struct CompareCommandTests {
  /// A project with a run for each change of the strategy, in a folder of its name.
  private func project(
    _ changes: [String], arguments: [String] = []
  ) throws -> TemporaryFolder {
    let project = try TemporaryFolder(scenarios: [.faulty(["changed", "allocates"])])
    for change in changes {
      _ = try Tool.faultyStrategies.run(
        ["run", "--quiet", "--out", change] + arguments, in: project,
        environment: ["CHANGE": change])
    }
    return project
  }

  private func compare(
    _ base: String, _ head: String, _ arguments: [String] = [], in project: TemporaryFolder
  ) throws -> Tool.Outcome {
    try Tool.mappressure.run(["compare", base, head] + arguments, in: project)
  }

  @Test func betterAndWorse() throws {
    let project = try project(["nothing", "view", "crash"])
    #expect(try compare("nothing", "nothing", ["--quiet"], in: project).output.isEmpty)
    #expect(try compare("nothing", "nothing", in: project).code == 0)
    let worse = try compare("nothing", "view", ["--out", "there"], in: project)
    #expect(worse.code == 2)
    let line = worse.output.split(separator: "\n").first { $0.contains("views-created") }
    #expect(line?.contains("5 -> 6") == true)
    #expect(try project.read("there/gate.md").contains("views-created"))
    #expect(try compare("view", "nothing", in: project).code == 0)
    #expect(try compare("nothing", "crash", in: project).code == 3)
    // The others can still be compared.
    #expect(try compare("crash", "nothing", in: project).code == 0)
    #expect(
      try compare(
        "nothing", "view", ["small", "--strategies", "allocates"], in: project
      ).code == 0)
    #expect(
      try compare("nothing", "view", ["small", "--strategies", "changed"], in: project).code == 2)
  }

  @Test func runsThatCannotBeRead() throws {
    let project = try project(["nothing"])
    let base = try compare("nowhere", "nothing", in: project)
    #expect(base.code == 5)
    #expect(base.errors.contains("nowhere"))
    #expect(try compare("nothing", "nowhere", in: project).code == 1)
    _ = try project.makeFolder("unfinished")
    #expect(try compare("unfinished", "nothing", in: project).errors.contains("--resume"))
    let text = try project.read("nothing/results.json")
    _ = try project.makeFolder("damaged")
    for damage in [
      "", String(text.prefix(text.count / 2)),
      text.replacingOccurrences(of: "\"version\" : \(RunResults.version)", with: "\"version\" : 9"),
    ] {
      try project.write(damage, to: "damaged/results.json")
      #expect(try compare("damaged", "nothing", in: project).code == 5)
      #expect(try compare("nothing", "damaged", in: project).code == 1)
    }
  }

  @Test func otherWorkIsNotComparable() throws {
    let project = try project(["nothing"])
    _ = try Tool.faultyStrategies.run(
      ["run", "--quiet", "--out", "seed", "--seed", "99"], in: project)
    #expect(try compare("nothing", "seed", in: project).code == 5)
    var scenario = ScenarioFile.faulty(["changed", "allocates"])
    scenario.frames = 11
    try project.write(scenario.text, to: "Scenarios/small.yaml")
    _ = try Tool.faultyStrategies.run(["run", "--quiet", "--out", "frames"], in: project)
    #expect(try compare("nothing", "frames", in: project).code == 5)
  }

  @Test func casesOfOneRunOnly() throws {
    let project = try project(["nothing"])
    _ = try Tool.faultyStrategies.run(
      ["run", "--quiet", "--out", "part", "--strategies", "changed"], in: project,
      environment: ["CHANGE": "nothing"])
    // What the second run was not asked for was not lost.
    let part = try compare("nothing", "part", in: project)
    #expect(part.code == 0)
    #expect(part.output.contains("1 of the base's cases"))
    #expect(try compare("part", "nothing", in: project).code == 0)
    try project.write(ScenarioFile.faulty(["changed"]).text, to: "Scenarios/small.yaml")
    _ = try Tool.faultyStrategies.run(["run", "--quiet", "--out", "lost"], in: project)
    #expect(try compare("nothing", "lost", in: project).code == 5)
  }

  @Test func otherToolsByPolicy() throws {
    let project = try project(["nothing", "allocation"])
    let text = try project.read("nothing/results.json")
    let build = text.contains("\"build\" : \"debug\"") ? "debug" : "release"
    try project.write(
      text.replacingOccurrences(
        of: "\"build\" : \"\(build)\"", with: "\"build\" : \"another\""),
      to: "nothing/results.json")
    #expect(try compare("nothing", "allocation", in: project).code == 5)
    #expect(
      try compare("nothing", "allocation", ["--host-mismatch", "warn"], in: project).code == 0)
    #expect(
      try compare("nothing", "allocation", ["--host-mismatch", "ignore"], in: project).code == 2)
  }

  @Test func aNameThatNeitherRunHasIsAnError() throws {
    let project = try project(["nothing"])
    let outcome = try compare(
      "nothing", "nothing", ["--strategies", "chnged", "--out", "there"], in: project)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("neither run has a strategy 'chnged'"), "\(outcome.errors)")
    #expect(outcome.output.isEmpty && !project.exists("there"))
  }

  /// What is asked for and was not chosen in the second run has not been compared.
  @Test func whatOnlyTheBaseHasIsNoPassWhereItIsAskedFor() throws {
    let project = try project(["nothing"])
    _ = try Tool.faultyStrategies.run(
      ["run", "--quiet", "--out", "part", "--strategies", "changed"], in: project,
      environment: ["CHANGE": "nothing"])
    #expect(
      try compare("nothing", "part", ["--strategies", "allocates"], in: project).code == 5)
    #expect(try compare("nothing", "part", ["--strategies", "changed"], in: project).code == 0)
  }

  @Test(arguments: ["gate.md", "gate.json", "junit.xml"])
  func aFileOfSomebodyElsesIsLeftAlone(_ name: String) throws {
    let project = try project(["nothing"])
    _ = try project.makeFolder("mine")
    try project.write("precious", to: "mine/\(name)")
    let outcome = try compare("nothing", "nothing", ["--out", "mine"], in: project)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("mine/\(name) was not written by a comparison"))
    #expect(try project.names("mine") == [name])
    #expect(try project.read("mine/\(name)") == "precious")
    // Other files are no concern, and its own are replaced.
    try project.remove("mine/\(name)")
    try project.write("precious", to: "mine/notes.txt")
    for _ in 0..<2 {
      #expect(try compare("nothing", "nothing", ["--out", "mine"], in: project).code == 0)
    }
  }
}
