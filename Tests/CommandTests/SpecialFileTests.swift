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

  /// The text that is replaced in the scenario, so that it names the pipe.
  private static let named = [
    "Scenarios/pins.csv": ("{ generator: uniform, pins: 20, seed: 1 }", "{ file: pins.csv }"),
    "Scenarios/pins.geojson": (
      "{ generator: uniform, pins: 20, seed: 1 }", "{ file: pins.geojson }"
    ),
    "Scenarios/own.yaml": ("profile: iphone-simulator", "profile: own.yaml"),
  ]

  /// No results, no baseline, no scenario, no data, no profile.
  @Test(arguments: [
    ("run/results.json", "compare run run", Int32(5)),
    ("run/data/results.json", "compare run run", 5),
    ("baseline.json", "baseline check baseline.json", 5), ("own.yaml", "validate own.yaml", 1),
    ("own.yaml", "run own.yaml", 1), ("Scenarios/pins.csv", "validate small", 1),
    ("Scenarios/pins.csv", "run small", 1), ("Scenarios/pins.geojson", "validate small", 1),
    ("Scenarios/pins.geojson", "run small", 1), ("Scenarios/own.yaml", "validate small", 1),
  ]) func aPipeIsNoFile(pipe: String, command: String, code: Int32) async throws {
    let project = try project(with: pipe)
    if let (text, other) = Self.named[pipe] {
      let scenario = ScenarioFile.faulty(["grid-clusters"]).text
      try #require(scenario.contains(text))
      try project.write(scenario.replacing(text, with: other), to: "Scenarios/small.yaml")
    }
    try await project.call(command).expect(code, errors: "it is not a regular file")
  }

  @Test(arguments: ["validate", "run"]) func aDeviceIsNoScenario(command: String) async throws {
    let project = try TemporaryFolder.small()
    try await project.call("\(command) /dev/zero.yaml").expect(1, errors: "there is no such file")
    try await project.call("\(command) /dev/zero").expect(1, errors: "regular file")
  }
}
