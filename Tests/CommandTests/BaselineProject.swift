import Synchronization
import TestSupport

/// A project with a baseline of a strategy that an environment variable changes.
struct BaselineProject {
  static let file = "baseline.json"

  let project: TemporaryFolder

  /// The baselines that were measured, by their scenarios' texts: one a scenario is enough for all
  /// tests.
  private static let measured = Mutex<[String: String]>([:])

  init(_ scenario: ScenarioFile = .faulty(["changed", "allocates"])) throws {
    project = try TemporaryFolder(scenarios: [scenario])
    let text = try Self.measured.withLock { measured in
      if let text = measured[scenario.text] { return text }
      let outcome = try project.runFaulty(["baseline", "update", Self.file, "--quiet"])
      guard outcome.code == 0 else { throw Failure(errors: outcome.errors) }
      let text = try project.read(Self.file)
      measured[scenario.text] = text
      return text
    }
    try project.write(text, to: Self.file)
  }

  struct Failure: Error {
    let errors: String
  }

  /// Measures again, with a change to the strategy, and compares.
  func check(_ options: String = "", change: String = "") throws -> Tool.Outcome {
    try project.runFaulty(
      "baseline check \(Self.file) --quiet \(options)", environment: ["CHANGE": change])
  }

  func update(
    _ options: String = "", change: String = "", file: String = file
  ) throws -> Tool.Outcome {
    try project.runFaulty("baseline update \(file) \(options)", environment: ["CHANGE": change])
  }

  var text: String {
    get throws { try project.read(Self.file) }
  }

  /// Replaces a part of the file.
  func replace(_ part: String, with other: String) throws {
    try project.write(text.replacing(part, with: other), to: Self.file)
  }
}
