import Foundation
import TestSupport
import Testing

/// Pipes, devices and folders where a file should be: refused at once, and never waited for.
@Suite(.timeLimit(.minutes(2))) struct SpecialFileTests {
  private func project(with pipe: String) throws -> TemporaryFolder {
    let project = try TemporaryFolder(scenarios: [.faulty(["grid-clusters"])])
    _ = try project.makeFolder("run/data")
    mkfifo(project.path + "/" + pipe, 0o600)
    return project
  }

  @Test(
    arguments: [
      ["run", "small", "--out", "run", "--resume"], ["run", "small", "--out", "run"],
      ["merge", "run"],
    ], ["run/journal.jsonl", "run/data/journal.jsonl"])
  func aPipeIsNoJournal(_ arguments: [String], _ place: String) async throws {
    try await project(with: place).call(arguments).expect(1, errors: "journal.jsonl")
  }

  @Test func aFolderIsNoJournal() async throws {
    let project = try TemporaryFolder(scenarios: [.faulty(["grid-clusters"])])
    _ = try project.makeFolder("run/data/journal.jsonl")
    try await project.call("run small --out run --resume").expect(1, errors: "journal.jsonl")
  }

  @Test(arguments: ["run/results.json", "run/data/results.json"])
  func aPipeIsNoResults(_ place: String) async throws {
    let project = try project(with: place)
    try await project.call("compare run run").expect(5, errors: "it is not a regular file")
  }

  @Test func aPipeIsNoBaseline() async throws {
    let project = try project(with: "baseline.json")
    try await project.call("baseline check baseline.json").expect(
      5, errors: "it is not a regular file")
  }

  @Test(arguments: ["validate", "run"]) func aPipeIsNoScenario(_ command: String) async throws {
    try await project(with: "own.yaml").call([command, "own.yaml"]).expect(
      1, errors: "it is not a regular file")
    try await project(with: "x").call([command, "/dev/zero.yaml"]).expect(
      1, errors: "there is no such file")
    try await project(with: "x").call([command, "/dev/zero"]).expect(1, errors: "regular file")
  }

  @Test(arguments: ["pins.csv", "pins.geojson"]) func aPipeIsNoData(_ name: String) async throws {
    let project = try project(with: "Scenarios/" + name)
    var scenario = ScenarioFile.faulty(["grid-clusters"])
    scenario.data = "{ file: \(name) }"
    try project.write(scenario.text, to: "Scenarios/small.yaml")
    for command in ["validate", "run"] {
      try await project.call([command, "small"]).expect(1, errors: "it is not a regular file")
    }
  }

  @Test func aPipeIsNoProfile() async throws {
    let project = try project(with: "Scenarios/own.yaml")
    let scenario = ScenarioFile.faulty(["grid-clusters"]).text
      .replacing("profile: iphone-simulator", with: "profile: own.yaml")
    try project.write(scenario, to: "Scenarios/small.yaml")
    try await project.call("validate small").expect(1, errors: "it is not a regular file")
  }
}
