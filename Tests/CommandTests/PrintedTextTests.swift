import TestSupport
import Testing

/// Names, titles and paths from data, which a pull request may choose.
@Suite(.blocking) struct PrintedTextTests {
  private static let hostile =
    "hi\u{1B}[31m\u{9B}1m\u{202E}\n::error file=README.md::x ##vso[task.x] ##[error]y"

  /// Expects the form that every output must have.
  private static func expectPlain(_ outcome: Tool.Outcome) {
    for text in [outcome.output, outcome.errors] {
      for line in text.split(separator: "\n") {
        #expect(!line.drop { $0.isWhitespace }.hasPrefix("::"), "\(line)")
        #expect(!line.contains("##[") && !line.contains("##vso["), "\(line)")
      }
      #expect(
        !text.unicodeScalars.contains {
          [.control, .format].contains($0.properties.generalCategory) && $0 != "\n"
        })
    }
  }

  private static func scenario(title: String) -> String {
    // YAML takes neither control characters nor marks of direction as they are.
    let escaped = title.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return ScenarioFile().text.replacing(
      "title: A small scenario", with: "title: \"\(escaped.joined())\"")
  }

  @Test(arguments: [["list"], ["list", "--json"], ["validate"]])
  func aTitleIsOnlyText(_ arguments: [String]) async throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(Self.scenario(title: Self.hostile), to: "Scenarios/small.yaml")
    let outcome = try await project.call(arguments).expect(0)
    Self.expectPlain(outcome)
  }

  @Test func jsonSaysTheTitleAsItIs() async throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(Self.scenario(title: Self.hostile), to: "Scenarios/small.yaml")
    let listing = try await project.call("list --json").json()
    #expect(listing.scenarios.list.map { $0.title.text } == [Self.hostile])
  }

  private static let hostileFolder = "out\n::error::b\u{1B}[1m"

  @Test func aPathIsOnlyText() async throws {
    let project = try TemporaryFolder(scenarios: [])
    let name = "a\n::error::b\u{1B}[1m##[error].yaml"
    try project.write(ScenarioFile().text, to: "Scenarios/" + name)
    let listed = try await project.call("list").expect(0)
    let checked = try await project.call("validate")
    #expect(checked.output == "Scenarios/a ::error::b [1m## [error].yaml: ok, 2 cases\n")
    let compared = try await project.call(["compare", Self.hostileFolder + "x", Self.hostileFolder])
      .expect(5)
    let unknown = try await project.call(["nothing\n::error::b\u{1B}[1m"]).expect(64)
    for outcome in [listed, checked, compared, unknown] { Self.expectPlain(outcome) }
  }

  @Test(.exhaustive) func aPathOfARunIsOnlyText() throws {
    let project = try TemporaryFolder.small()
    let run = try project.run(["run", "small", "--out", Self.hostileFolder])
    #expect(run.output.contains("\nReport: out ::error::b [1m/report.md\n"))
    let baseline = try project.run(["baseline", "update", Self.hostileFolder + ".json"]).expect(0)
    for outcome in [run, baseline] { Self.expectPlain(outcome) }
  }

  @Test func aReportedMistakeHasALimitedLength() async throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(
      ScenarioFile().text.replacing(
        "family: annotations", with: "family: " + String(repeating: "x", count: 100_000)),
      to: "Scenarios/small.yaml")
    let outcome = try await project.call("validate").expect(1)
    #expect(outcome.errors.count < 3_000)
  }
}
