import Foundation
import TestSupport
import Testing

/// `try` and `report` through the real executable.
@Suite(.blocking) struct TryCommandTests {
  /// A grid of pins around Berlin.
  private static func pins(_ count: Int) -> String {
    "name,lat,lon\n"
      + (0..<count).map { pin in
        "pin \(pin),\(52.3 + Double(pin % 40) / 100),\(13.1 + Double(pin / 40) / 100)\n"
      }.joined()
  }

  private struct Answer: Decodable {
    struct Recommendation: Decodable {
      let size: Int
      let strategy: String
    }

    let file: String
    let pins: Int
    let strategy: String
    let exitCode: Int
    let recommendations: [Recommendation]
    let report: String
    let pictures: [String]
  }

  @Test func theAnswerIsAStrategyWithItsReasons() throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(Self.pins(600), to: "My Stores.csv")
    let outcome = try Tool.mappressure.run(["try", "My Stores.csv", "--trials", "1"], in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      outcome.output.contains(
        "My Stores.csv: 600 places from CSV; left out: none\nlatitude 52.3 to "))
    #expect(outcome.output.contains("\n600 pins: take "))
    #expect(outcome.output.contains("How sure: the same in "))
    #expect(outcome.output.contains("Report: Reports/try-my-stores/report.md\n"))
    #expect(outcome.output.contains("Next: mappressure sensitivity --run Reports/try-my-stores "))
    let names = try project.names("Reports/try-my-stores")
    #expect(Set(names).isSuperset(of: ["report.md", "results.json", "scenario.yaml"]))
    let report = try RunFolderFiles(project, "Reports/try-my-stores").report
    #expect(report.contains("| 600 pins"))
    #expect(report.contains("| Holds |"))
  }

  @Test func theAnswerAsJSONIsThatOfTheReport() throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(Self.pins(300), to: "stores.csv")
    let outcome = try Tool.mappressure.run(
      ["try", "stores.csv", "--trials", "1", "--json", "--quiet", "--out", "out"], in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    let answer = try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
    #expect(answer.pins == 300)
    #expect(answer.file == "stores.csv")
    #expect(answer.report == "out/report.md")
    #expect(answer.recommendations.map(\.size) == [300])
    #expect(answer.recommendations.last?.strategy == answer.strategy)
    for picture in answer.pictures { #expect(project.exists(picture)) }
    let report = try project.read("out/report.md")
    #expect(report.contains("| `\(answer.strategy)` |"))
    // The scenario is the user's to change and to replay.
    let again = try Tool.mappressure.run(
      ["run", "out/scenario.yaml", "--quiet", "--trials", "1"], in: project)
    #expect(again.code == 0, "\(again.errors)")
  }

  @Test func columnsWithOtherNamesAreNamed() throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write("Breite,Länge\n48.1,11.5\n48.2,11.6\n,\n", to: "stores.csv")
    let outcome = try Tool.mappressure.run(
      ["try", "stores.csv", "--latitude", "Breite", "--longitude", "Länge", "--trials", "1"],
      in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("2 places from CSV; left out: 1 no coordinate\n"))
    // The scenario in the folder names them, too.
    let again = try Tool.mappressure.run(
      ["validate", "Reports/try-stores/scenario.yaml"], in: project)
    #expect(again.output.contains("2 places from CSV; left out: 1 no coordinate\n"))
  }

  @Test func aSecondTryKeepsTheFirst() throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(Self.pins(50), to: "stores.csv")
    for _ in 1...2 {
      let outcome = try Tool.mappressure.run(
        ["try", "stores.csv", "--trials", "1", "--quiet"], in: project)
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    #expect(try project.names("Reports") == ["try-stores", "try-stores-2"])
  }

  @Test(arguments: [
    (["try", "nowhere.csv"], Int32(1), "nowhere.csv"),
    (["try", "words.csv"], 1, "words.csv"),
    (["try"], 64, "file"),
    (["try", "words.csv", "--latitude", "a"], 64, "--latitude and --longitude, or neither"),
    (["try", "words.csv", "--table", "a"], 1, "expected a SQLite database"),
    (["try", "words.csv", "--trials", "0"], 64, "--trials: expected a number from 1 to 1,000"),
  ])
  func aMistakeIsNamedBeforeAnythingRuns(
    arguments: [String], code: Int32, words: String
  ) throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write("a,b\n1,2\n", to: "words.csv")
    let outcome = try Tool.mappressure.run(arguments, in: project)
    #expect(outcome.code == code)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(!project.exists("Reports"))
  }

  // MARK: - Reports from the journal

  @Test func aReportIsTheSameFromTheJournal() throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile(trials: 2)])
    #expect(try Tool.mappressure.run(["run", "small", "--quiet"], in: project).code == 0)
    let folder = "Reports/small"
    let names = ["report.md", "claims.md", "results.csv", "samples.csv", "results.json"]
    let before = try names.map { try project.data(folder + "/" + $0) }
    for name in names + ["scenarios/small.md"] { try project.remove(folder + "/" + name) }
    let outcome = try Tool.mappressure.run(["report", folder], in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Report: Reports/small/report.md"))
    #expect(try names.map { try project.data(folder + "/" + $0) } == before)
    #expect(project.exists(folder + "/scenarios/small.md"))
  }

  @Test func aRunWhoseScenarioChangedHasNoReport() throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile()])
    #expect(try Tool.mappressure.run(["run", "small", "--quiet"], in: project).code == 0)
    try project.write(ScenarioFile(frames: 11).text, to: "Scenarios/small.yaml")
    let outcome = try Tool.mappressure.run(["report", "Reports/small"], in: project)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("Scenarios/small.yaml: expected the files that the run"))
  }

  @Test func whatIsNoRunHasNoReport() throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile()])
    _ = try project.makeFolder("empty")
    for folder in ["empty", "nowhere"] {
      let outcome = try Tool.mappressure.run(["report", folder], in: project)
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("expected a run's folder at \(folder)"))
    }
  }
}
