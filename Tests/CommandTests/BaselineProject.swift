import Foundation
import TestSupport

/// A project with a baseline of a strategy that an environment variable changes.
struct BaselineProject {
  static let file = "baseline.json"

  let project: TemporaryFolder

  /// Measures and writes the baseline.
  init(_ scenario: ScenarioFile = .faulty(["changed", "allocates"])) throws {
    project = try TemporaryFolder(scenarios: [scenario])
    let outcome = try Tool.faultyStrategies.run(
      ["baseline", "update", Self.file, "--quiet"], in: project)
    guard outcome.code == 0 else { throw Failure(words: outcome.errors) }
  }

  struct Failure: Error {
    let words: String
  }

  /// Measures again, with a change to the strategy, and compares.
  func check(_ arguments: [String] = [], change: String = "") throws -> Tool.Outcome {
    try Tool.faultyStrategies.run(
      ["baseline", "check", Self.file, "--quiet"] + arguments, in: project,
      environment: ["CHANGE": change])
  }

  func update(
    _ arguments: [String] = [], change: String = "", file: String = file
  ) throws -> Tool.Outcome {
    try Tool.faultyStrategies.run(
      ["baseline", "update", file] + arguments, in: project,
      environment: ["CHANGE": change])
  }

  var text: String {
    get throws { try project.read(Self.file) }
  }

  /// Replaces a part of the file.
  func replace(_ part: String, with other: String) throws {
    let changed = try text.replacingOccurrences(of: part, with: other)
    try project.write(changed, to: Self.file)
  }
}
