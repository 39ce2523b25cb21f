import Foundation
import TestSupport
import Testing

/// The comparison with published measurements, which starts no process.
@Suite struct ValidateModelGoldenTests {
  private static let start = "<!-- validation: "
  private static let end = "<!-- end of validation -->"

  /// A folder with the published benchmarks of the repository.
  private func project() throws -> TemporaryFolder {
    let project = try TemporaryFolder()
    try project.makeFolder("Scenarios")
    try FileManager.default.copyItem(
      atPath: RepositoryFile.path("Scenarios/validation"),
      toPath: project.file("Scenarios/validation"))
    return project
  }

  /// `MAPPRESSURE_RENEW_GOLDEN=1 make test ARGS="--filter GoldenTests"` rewrites the table.
  @Test(.exhaustive) func theDocumentationHasTheTableThatTheCommandPrints() async throws {
    let outcome = try await project().call("validate-model").expect(0)
    #expect(outcome.errors == "")
    let file = "Documentation/Model.md"
    var text = try RepositoryFile.text(file)
    let start = try #require(text.range(of: Self.start))
    let lineEnd = try #require(text[start.upperBound...].firstIndex(of: "\n"))
    let end = try #require(text.range(of: Self.end))
    let place = text.index(after: lineEnd)..<end.lowerBound
    let printed = "\n" + outcome.output + "\n"
    if ProcessInfo.processInfo.environment["MAPPRESSURE_RENEW_GOLDEN"] != nil {
      text.replaceSubrange(place, with: printed)
      try Data(text.utf8).write(to: RepositoryFile.url(file))
      return
    }
    #expect(text[place] == printed[...], "Documentation/Model.md has another table")
  }

  @Test(.exhaustive) func writesTheSameFilesEachTime() async throws {
    let project = try project()
    let arguments = [
      "validate-model", "Scenarios/validation/slow-pan.yaml",
      "Scenarios/validation/operations.yaml", "--profile", "iphone-simulator", "slow-device",
    ]
    let first = try await project.call(arguments + ["--out", "one/a"]).expect(0)
    let second = try await project.call(arguments + ["--out", "two"])
    #expect(first.errors == "" && first.output == second.output)
    for name in ["validation.md", "validation.json"] {
      #expect(try project.read("one/a/" + name) == project.read("two/" + name))
    }
    #expect(try project.read("two/validation.md").hasSuffix("\n\n" + first.output))
    #expect(try project.json("two/validation.json").errors[0].set == "iphone-simulator")
    // Its own files may be replaced, those of others may not.
    try await project.call(arguments + ["--out", "two"]).expect(0)
    try project.makeFolder("three")
    try project.write("mine", to: "three/validation.md")
    let refused = try await project.call(arguments + ["--out", "three"]).expect(
      1, errors: "three/validation.md")
    #expect(refused.output == "")
  }

  @Test func takesAProfileOfTheUser() async throws {
    let project = try project()
    try project.write(
      """
      profile: my-phone
      title: My phone
      warning: none
      based-on: iphone-simulator
      parameters:
        add-annotation: { value: 3, low: 3, high: 3, unit: us, confidence: measured, source: mine }
      """, to: "my phone.yaml")
    let outcome = try await project.call([
      "validate-model", "Scenarios/validation/operations.yaml",
      "Scenarios/validation/slow-pan.yaml", "--profile", "my phone.yaml",
    ]).expect(0)
    #expect(outcome.errors == "")
    // 287 annotations at 3 us.
    #expect(outcome.output.contains("| 861 µs (2.67 x) |"))
    #expect(outcome.output.contains("No figure counts"))
  }

  private static let operations = "Scenarios/validation/operations.yaml"

  @Test(arguments: [
    ([operations, "--profile", "iphone-simulato"], "'iphone-simulator'"),
    ([operations, "--profile", "absent.yaml"], "absent.yaml"),
    ([operations, "--profile", "slow-device", "slow-device"], "twice"),
    (["absent.yaml"], "absent.yaml"),
    ([operations, operations], "twice"),
    (["Scenarios/validation/wrong.yaml"], "wrong.yaml:2:9: error: "),
    ([operations, "--out", "file/folder"], "file/folder"),
  ]) func refusesWrongInput(_ arguments: [String], _ advice: String) async throws {
    let project = try project()
    try project.write("benchmark: a\nfamily: annotation\n", to: "Scenarios/validation/wrong.yaml")
    try project.write("", to: "file")
    let outcome = try await project.call(["validate-model"] + arguments).expect(1)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(advice), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func aFolderWithoutBenchmarksIsAnError() async throws {
    try await TemporaryFolder().call("validate-model").expect(1, errors: "Scenarios")
  }
}
