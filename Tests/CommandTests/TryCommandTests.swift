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

    struct Reading: Decodable {
      struct Taken: Decodable {
        let names: [String]
      }

      let placeCount: Int
      let leftOut: [String: Int]
      let zeroCount: Int
      let coincidentCount: Int
      let taken: [Taken]
      let notes: [String]
      let onLand: Double
      let looksSwapped: Bool
    }

    struct Stacked: Decodable {
      let atOnePlace: Int
      let places: Int
      let near: Int
    }

    let file: String
    let pins: Int
    let strategy: String
    let exitCode: Int
    let recommendations: [Recommendation]
    let report: String
    let pictures: [String]
    let reading: Reading
    let stacked: Stacked
  }

  @Test func theAnswerIsAStrategyWithItsReasons() throws {
    let project = try TemporaryFolder(scenarios: [])
    let stacked = String(repeating: "A,52.3,13.1\n", count: 3)
    try project.write(Self.pins(597) + stacked, to: "My Stores.csv")
    let outcome = try Tool.mappressure.run(["try", "My Stores.csv", "--trials", "1"], in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      outcome.output.contains(
        "My Stores.csv: 600 places from CSV, columns \"lat\" and \"lon\"; left out: none\n"
          + "latitude 52.3 to "))
    #expect(outcome.output.contains("\n600 pins: "))
    #expect(outcome.output.contains(" of 32 joint draws of "))
    #expect(outcome.output.contains(" parameters of the platform, the camera and the app.\n"))
    #expect(
      outcome.output.contains(
        "\nNo zoom separates 4 pins at 1 place: with any strategy, let a tap on their marker show a "
          + "list"))
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

  @Test(.exhaustive) func theAnswerAsJSONIsThatOfTheReport() throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(Self.pins(298) + "A,52.3,13.1\nB,52.3,13.1\nC,,\n", to: "stores.csv")
    let outcome = try Tool.mappressure.run(
      ["try", "stores.csv", "--trials", "1", "--json", "--quiet", "--out", "out"], in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    let answer = try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
    #expect(answer.pins == 300)
    #expect(answer.file == "stores.csv")
    #expect(answer.reading.placeCount == 300)
    #expect(answer.reading.leftOut == ["no coordinate": 1])
    #expect(answer.reading.zeroCount == 0 && answer.reading.coincidentCount == 3)
    #expect(answer.reading.taken.map(\.names) == [["lat", "lon"]])
    #expect(answer.reading.notes.isEmpty)
    #expect(answer.reading.onLand > 0.9 && !answer.reading.looksSwapped)
    #expect(answer.stacked.atOnePlace == 3 && answer.stacked.places == 1)
    #expect(answer.stacked.near == 0)
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

  @Test(.exhaustive) func columnsWithOtherNamesAreNamed() throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write("Breite,Länge\n48.1,11.5\n48.2,11.6\n,\n", to: "stores.csv")
    let outcome = try Tool.mappressure.run(
      ["try", "stores.csv", "--latitude", "Breite", "--longitude", "Länge", "--trials", "1"],
      in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let words = "2 places from CSV, columns \"Breite\" and \"Länge\"; left out: 1 no coordinate\n"
    #expect(outcome.output.contains(words))
    // The scenario in the folder names them, too.
    let again = try Tool.mappressure.run(
      ["validate", "Reports/try-stores/scenario.yaml"], in: project)
    #expect(again.output.contains(words))
  }

  /// An interruption after the first answer, in the second of the operations that can be interrupted.
  @Test(.exhaustive) func anInterruptedTryIsContinued() throws {
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

  @Test(.exhaustive) func aCameraThatSeesNoPinHasNoAnswer() throws {
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

  @Test(.exhaustive) func theCommandsOfThePageRepeatTheirCase() throws {
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

  @Test(.exhaustive) func aRunThatHasMovedHasItsReport() throws {
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

  @Test(.exhaustive) func aSecondTryKeepsTheFirst() throws {
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
    (["try", "words.csv", "--max-places", "0"], 64, "--max-places: expected a number from 1 to"),
    (["try", "stops.csv", "--max-places", "1"], 1, "expected at most 1 place, found more"),
  ])
  func aMistakeIsNamedBeforeAnythingRuns(
    arguments: [String], code: Int32, words: String
  ) async throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write("a,b\n1,2\n", to: "words.csv")
    try project.write("lat,lon\n1,2\n3,4\n", to: "stops.csv")
    let outcome = try await Tool.call(arguments, in: project)
    #expect(outcome.code == code)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(!project.exists("Reports"))
  }

  /// Twenty places in Ontario, of which each file has longitude and latitude in the wrong order. The
  /// remedy is one that the format accepts.
  @Test func swappedPlacesAreTold() async throws {
    let project = try TemporaryFolder(scenarios: [])
    let steps = (0..<20).map { Double($0) / 200 }
    let points = steps.map { step -> String in
      #"{"type":"Point","coordinates":[\#(43.42 + step),\#(-80.59 + step)]}"#
    }
    try project.write(points.joined(separator: "\n"), to: "stores.geojson")
    let rows = steps.map { step -> String in "\(-80.59 + step),\(43.42 + step)\n" }
    try project.write("Lat,LON\n" + rows.joined(), to: "stores.csv")
    // A filter finds no array that is no geometry.
    let arrays = steps.map { step -> String in
      #"{"coordinates":[\#(43.42 + step),\#(-80.59 + step)]}"#
    }
    try project.write(arrays.joined(separator: "\n"), to: "arrays.ndjson")
    for (file, remedy) in [
      ("stores.geojson", "select(.type == \"MultiPoint\").coordinates[]) |= (.[:2] | reverse)"),
      ("arrays.ndjson", "If they are, exchange them in the program that wrote the file\n"),
      ("stores.csv", "try again with --latitude LON --longitude Lat"),
    ] {
      // What is wrong with the camera is found later: nothing runs.
      let outcome = try await Tool.call(["try", file, "--camera", "none.jsonl"], in: project)
      #expect(outcome.code == 1)
      #expect(
        outcome.errors.contains(
          "\(file): 0 % of the pins lie on land, and 100 % would if latitude and longitude were "
            + "swapped. If they are, "))
      #expect(outcome.errors.contains(remedy), "\(outcome.errors)")
      #expect(outcome.errors.contains("--latitude") == (file == "stores.csv"))
    }
  }

  // MARK: - Reports from the journal

  @Test func aReportIsTheSameFromTheJournal() async throws {
    let project = try SharedRun.small().copy()
    let folder = "Reports/small"
    let names = ["report.md", "claims.md", "results.csv", "samples.csv", "results.json"]
    let before = try names.map { try project.data(folder + "/" + $0) }
    for name in names + ["scenarios/small.md"] { try project.remove(folder + "/" + name) }
    let outcome = try await Tool.call(["report", folder], in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Report: Reports/small/report.md"))
    #expect(try names.map { try project.data(folder + "/" + $0) } == before)
    #expect(project.exists(folder + "/scenarios/small.md"))
  }

  @Test(.exhaustive) func theReportOfATryIsTheSameFromItsJournal() throws {
    let project = try TemporaryFolder()
    try project.write(
      "lat,lon\n"
        + (0..<600).map { "\(48 + Double($0 % 60) / 10),\(7 + Double($0) / 600)\n" }.joined(),
      to: "stores.csv")
    let outcome = try Tool.mappressure.run(
      ["try", "stores.csv", "--trials", "1", "--out", "try", "--quiet"], in: project)
    #expect(outcome.code == 0, "\(outcome)")
    let names = ["results.csv", "samples.csv"]
    let before = try names.map { try project.data("try/" + $0) }
    for name in names { try project.remove("try/" + name) }
    let report = try Tool.mappressure.run(["report", "try", "--quiet"], in: project)
    #expect(report.code == 0, "\(report)")
    #expect(try names.map { try project.data("try/" + $0) } == before)
  }

  @Test func aRunWhoseScenarioChangedHasNoReport() async throws {
    let project = try SharedRun.small().copy()
    try project.write(ScenarioFile(frames: 11).text, to: "Scenarios/small.yaml")
    let outcome = try await Tool.call(["report", "Reports/small"], in: project)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("Scenarios/small.yaml: expected the files that the run"))
  }

  @Test func whatIsNoRunHasNoReport() async throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile()])
    _ = try project.makeFolder("empty")
    for folder in ["empty", "nowhere"] {
      let outcome = try await Tool.call(["report", folder], in: project)
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("expected a run's folder at \(folder)"))
    }
  }
}
