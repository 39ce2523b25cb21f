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
    #expect(outcome.output.contains("Page: Reports/try-my-stores/report.html\n"))
    #expect(
      outcome.output.contains(": mappressure sensitivity --run Reports/try-my-stores\n"))
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

  /// An interruption after the first answer, in the second of the operations that can be interrupted.
  @Test func anInterruptedTryIsContinued() throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(Self.pins(4_000), to: "stores.csv")
    let tool = try Tool.mappressure.start(["try", "stores.csv", "--trials", "40"], in: project)
    for _ in 0..<1_200 where !project.exists("Reports/try-stores/scenario.yaml") {
      Thread.sleep(forTimeInterval: 0.05)
    }
    tool.send(SIGTERM)
    let outcome = try tool.outcome()
    #expect(outcome.code == 130, "\(outcome)")
    #expect(
      outcome.errors.contains(
        "continue with: mappressure run Reports/try-stores/scenario.yaml --out Reports/try-stores "
          + "--resume"))
    #expect(project.exists("Reports/try-stores/journal.jsonl"))
    #expect(
      try Tool.mappressure.run(["validate", "Reports/try-stores/scenario.yaml"], in: project).code
        == 0)
  }

  @Test func aCameraThatSeesNoPinHasNoAnswer() throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(Self.pins(100), to: "stores.csv")
    let frame = { (time: Double) in
      #"{"time": \#(time), "center": {"latitude": -17, "longitude": 178}, "#
        + #""span": {"latitudeDelta": 1, "longitudeDelta": 1}}"#
    }
    try project.write([frame(0), frame(1)].joined(separator: "\n"), to: "trace.jsonl")
    let outcome = try Tool.mappressure.run(
      ["try", "stores.csv", "--camera", "trace.jsonl", "--trials", "1"], in: project)
    #expect(outcome.code == 1)
    #expect(!outcome.output.contains(": take ") && !outcome.output.contains("How sure"))
    #expect(!outcome.errors.contains("all-pins; the naive strategy"))
    #expect(outcome.output.contains("ERROR: 7 of 7 cases cannot be judged"))
  }

  @Test func theCommandsOfThePageRepeatTheirCase() throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile()])
    try project.write(Self.pins(60), to: "stores.csv")
    for (arguments, page) in [
      (["try", "stores.csv", "--trials", "1"], "Reports/try-stores/report.html"),
      (
        ["run", "small", "--data", "stores.csv", "--sizes", "50", "--trials", "0", "--seed", "9"],
        "Reports/small/report.html"
      ),
    ] {
      let outcome = try Tool.mappressure.run(arguments + ["--quiet"], in: project)
      #expect(outcome.code == 0, "\(outcome)")
      let text = try project.read(page)
      let command = try #require(text.firstMatch(of: /data-text="mappressure ([^"]*)"/)).output.1
      let again = try Tool.mappressure.run(
        command.split(separator: " ").map(String.init) + [
          "--out", "again", "--overwrite", "--quiet",
        ],
        in: project)
      #expect(again.code == 0, "\(command): \(again)")
      #expect(try project.read("again/results.json").contains("stores.csv"))
    }
  }

  @Test func aRunThatHasMovedHasItsReport() throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(Self.pins(50), to: "stores.csv")
    let outcome = try Tool.mappressure.run(
      ["try", "stores.csv", "--trials", "1", "--quiet"], in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
    try FileManager.default.moveItem(
      atPath: project.file("Reports/try-stores"), toPath: project.file("moved"))
    let report = try Tool.mappressure.run(["report", "moved"], in: project)
    #expect(report.code == 0, "\(report.errors)")
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
