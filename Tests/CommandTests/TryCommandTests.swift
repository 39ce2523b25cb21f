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

  /// `try stores.csv` with one trial and without draws.
  private func tryStores(
    _ arguments: String..., in project: TemporaryFolder
  ) throws -> Tool.Outcome {
    try project.run(["try", "stores.csv", "--trials", "1", "--no-draws"] + arguments)
  }

  /// `try stores.csv`, stopped when a file is there.
  private func stopTry(
    _ arguments: String..., at file: String, in project: TemporaryFolder
  ) throws -> Tool.Outcome {
    let tool = try project.start(["try", "stores.csv"] + arguments)
    for _ in 0..<1_200 where !project.exists(file) { Thread.sleep(forTimeInterval: 0.05) }
    tool.send(SIGTERM)
    return try tool.outcome()
  }

  @Test func theAnswerIsAStrategyWithItsReasons() throws {
    let stacked = String(repeating: "A,52.3,13.1\n", count: 3)
    let project = try TemporaryFolder(
      scenarios: [], files: ["My Stores.csv": Self.pins(97) + stacked])
    try project.run(["try", "My Stores.csv", "--trials", "1"]).expect(
      0,
      output: "My Stores.csv: 100 places from CSV, columns \"lat\" and \"lon\"; left out: none\n"
        + "latitude 52.3 to ", "\n100 pins: ", " people. A draw moves ",
      " parameters of the phone, the camera and the app within their known spans.\n",
      "\nNo zoom separates 4 pins at 1 place: with any strategy, let a tap on their marker show a "
        + "list", "Report: Reports/try-my-stores/report.md\n",
      "Page: Reports/try-my-stores/report.html\n",
      ": mappressure sensitivity --run Reports/try-my-stores\n")
    // What people read is on top.
    #expect(
      try project.names("Reports/try-my-stores") == [
        "claims.md", "data", "pictures", "recordings", "report.html", "report.md", "results.csv",
        "scenario.yaml", "scenarios", "sensitivity.md",
      ])
    let numbers = try project.names("Reports/try-my-stores/data")
    #expect(
      numbers == [
        "answers.csv", "journal.jsonl", "results.json", "samples.csv", "seeds.csv",
        "sensitivity.json",
      ])
    let report = try RunFolderFiles(project, "Reports/try-my-stores").report
    #expect(report.contains("| 100 pins"))
    #expect(report.contains("| How sure |"))
  }

  @Test(.exhaustive) func theAnswerAsJSONIsThatOfTheReport() throws {
    let stores = Self.pins(298) + "A,52.3,13.1\nB,52.3,13.1\nC,,\n"
    let project = try TemporaryFolder.stores(stores)
    let outcome = try tryStores("--json", "--quiet", "--out", "out", in: project).expect(0)
    #expect(outcome.errors.isEmpty)
    let answer = try outcome.json()
    #expect(answer.pins == 300 && answer.file == "stores.csv" && answer.report == "out/report.md")
    let reading = answer.reading
    #expect(reading.placeCount == 300 && reading.leftOut == ["no coordinate": 1])
    #expect(reading.zeroCount == 0 && reading.coincidentCount == 3)
    #expect(reading.taken.list.map { $0.names } == [["lat", "lon"]])
    #expect(reading.notes == [] && reading.looksSwapped == false)
    #expect(try #require(reading.onLand.number) > 0.9)
    let stacked = answer.stacked
    #expect(stacked.atOnePlace == 3 && stacked.places == 1 && stacked.near == 0)
    let strategy = try #require(answer.strategy.text)
    #expect(answer.recommendations.list.map { $0.size } == [300])
    #expect(answer.recommendations[0].strategy == .text(strategy))
    for picture in answer.pictures.list { #expect(project.exists(picture.text ?? "none")) }
    // What the text says.
    let sentences = answer.sentences.list.compactMap(\.text)
    #expect(sentences.first?.hasPrefix("300 pins: ") == true)
    #expect(sentences.contains { $0.hasPrefix("How sure: ") })
    let rows = answer.strategies.list
    #expect(rows.contains { $0.strategy == .text(strategy) && $0.missed.list.isEmpty })
    let values = rows.flatMap { $0.values.list }
    #expect(values.contains { $0.metric == "longest-freeze" && $0.kind == "modelled" })
    #expect(values.allSatisfy { $0.value.number != nil || $0.notAvailable.text != nil })
    #expect(answer.code.summary.text?.isEmpty == false)
    #expect(try project.read("out/report.md").contains("`\(strategy)` |"))
    // The scenario is the user's to change and to replay.
    try project.run("run out/scenario.yaml --quiet --trials 1").expect(0)
  }

  @Test(.exhaustive) func columnsWithOtherNamesAreNamed() throws {
    let project = try TemporaryFolder.stores("Breite,Länge\n48.1,11.5\n48.2,11.6\n,\n")
    let outcome = try tryStores("--latitude", "Breite", "--longitude", "Länge", in: project)
      .expect(0)
    let words = "2 places from CSV, columns \"Breite\" and \"Länge\"; left out: 1 no coordinate\n"
    #expect(outcome.output.contains(words))
    // The scenario in the folder names them, too.
    let again = try project.run("validate Reports/try-stores/scenario.yaml")
    #expect(again.output.contains(words))
  }

  @Test func pinsBeyondTheMapAreNamed() throws {
    let project = try TemporaryFolder.stores(Self.pins(20) + "P,86,13.1\n")
    let outcome = try tryStores("--no-draws", "--json", in: project).expect(
      0, errors: "stores.csv: 1 pin beyond 85 degrees north or south: MapKit's map ends there")
    #expect(try outcome.json().reading.beyondMap == 1)
  }

  @Test(.exhaustive) func anInterruptedTryIsContinued() throws {
    let project = try TemporaryFolder.stores(Self.pins(4_000))
    try stopTry("--trials", "40", at: "Reports/try-stores/scenario.yaml", in: project).expect(
      130,
      errors: "in Reports/try-stores; continue with: ", "mappressure try stores.csv --trials 40\n")
    #expect(project.exists("Reports/try-stores/\(RunFolderFiles.journal)"))
    try project.run("validate Reports/try-stores/scenario.yaml").expect(0)
  }

  /// The same call continues and ends normally; another one leaves the measurements as they are.
  @Test func anUnfinishedTryIsContinued() throws {
    let project = try TemporaryFolder.stores(Self.pins(20))
    let folder = "Reports/try-stores"
    try tryStores(in: project).expect(0)
    let journal = "\(folder)/\(RunFolderFiles.journal)"
    let lines = try project.read(journal).split(separator: "\n")
    // As a kill leaves it: the plan and five trials, and no results.
    let kept = lines.prefix(6).map { $0 + "\n" }.joined()
    func cut() throws {
      try project.write(kept, to: journal)
      try project.remove("\(folder)/\(RunFolderFiles.results)")
    }
    try cut()
    try tryStores("--refresh", "120", "--out", folder, in: project).expect(
      1, errors: "\(folder) holds an unfinished run of other pins, other options or another build")
    try tryStores(in: project).expect(
      0, output: "\n20 pins: ", "\nHow sure: ", "Page: \(folder)/report.html\n",
      errors: "continues the run in \(folder): 5 of \(lines.count - 1) trials are kept\n")
    #expect(try project.read(journal).hasPrefix(kept))
    try cut()
    let second = "\(folder)-2/\(RunFolderFiles.journal)"
    try stopTry("--trials", "1", "--refresh", "120", at: second, in: project).expect(
      130, errors: "begins in \(folder)-2: \(folder) holds an unfinished run of other pins")
    #expect(try project.read(journal) == kept)
  }

  @Test(.exhaustive) func aCameraThatSeesNoPinHasNoAnswer() throws {
    let project = try TemporaryFolder.stores(Self.pins(100))
    let frame = { (time: Double) in
      #"{"time": \#(time), "center": {"latitude": -17, "longitude": 178}, "#
        + #""span": {"latitudeDelta": 1, "longitudeDelta": 1}}"#
    }
    try project.write([frame(0), frame(1)].joined(separator: "\n"), to: "trace.jsonl")
    let outcome = try tryStores("--camera", "trace.jsonl", in: project).expect(1)
    #expect(!outcome.output.contains(": take ") && !outcome.output.contains("How sure"))
    #expect(!outcome.errors.contains("all-pins; the naive strategy"))
    #expect(outcome.output.contains("ERROR: 7 of 7 cases cannot be judged"))
  }

  @Test(.exhaustive) func theCommandsOfThePageRepeatTheirCase() throws {
    let project = try TemporaryFolder(
      scenarios: [ScenarioFile()], files: ["stores.csv": Self.pins(60)])
    for (arguments, page) in [
      (["try", "stores.csv", "--trials", "1", "--no-draws"], "Reports/try-stores/report.html"),
      (
        ["run", "small", "--data", "stores.csv", "--sizes", "50", "--trials", "0", "--seed", "9"],
        "Reports/small/report.html"
      ),
    ] {
      try project.run(arguments + ["--quiet"]).expect(0)
      let text = try project.read(page)
      // The commands of a table begin alike.
      let parts = try #require(
        text.firstMatch(
          of: /data-command="mappressure ([^"]*)".*?data-text="([^"]*)"/.dotMatchesNewlines()))
      let command = "\(parts.1) \(parts.2)"
      let again = try project.run(
        command.split(separator: " ").map(String.init) + [
          "--out", "again", "--overwrite", "--quiet",
        ])
      #expect(again.code == 0, "\(command): \(again)")
      #expect(try project.read("again/\(RunFolderFiles.results)").contains("stores.csv"))
    }
  }

  @Test(.exhaustive) func aRunThatHasMovedHasItsReport() throws {
    let project = try TemporaryFolder.stores(Self.pins(50))
    try tryStores("--quiet", in: project).expect(0)
    try FileManager.default.moveItem(
      atPath: project.file("Reports/try-stores"), toPath: project.file("moved"))
    try project.run("report moved").expect(0)
  }

  @Test(.exhaustive) func aSecondTryKeepsTheFirst() throws {
    let project = try TemporaryFolder.stores(Self.pins(50))
    for _ in 1...2 { try tryStores("--quiet", in: project).expect(0) }
    #expect(try project.names("Reports") == ["try-stores", "try-stores-2"])
  }

  @Test(arguments: [
    (["try", "nowhere.csv"], Int32(1), "nowhere.csv"),
    (["try", "words.csv"], 1, "words.csv"),
    (["try"], 64, "file"),
    (["try", "words.csv", "--latitude", "a"], 64, "--longitude or neither, found one"),
    (["try", "words.csv", "--table", "a"], 1, "expected a SQLite database"),
    (["try", "words.csv", "--trials", "0"], 64, "--trials: expected a number from 1 to 1,000"),
    (["try", "words.csv", "--max-places", "0"], 64, "--max-places: expected a number from 1 to"),
    (["try", "stops.csv", "--max-places", "1"], 1, "expected at most 1 place, found more"),
  ]) func aMistakeIsNamedBeforeAnythingRuns(
    arguments: [String], code: Int32, words: String
  ) async throws {
    let project = try TemporaryFolder(
      scenarios: [],
      files: ["words.csv": "a,b\n1,2\n", "stops.csv": "lat,lon\n1,2\n3,4\n"])
    try await project.call(arguments).expect(code, errors: words)
    #expect(!project.exists("Reports"))
  }

  /// A pipe is read once, and kept: the same pins continue the same run.
  @Test func aPipeIsAFile() throws {
    let project = try TemporaryFolder(scenarios: [], files: ["pins.csv": "lat,lon\n1,2\n3,4\n"])
    for end in ["- < pins.csv", "- --latitude lat --longitude lon < pins.csv", "/dev/stdin"] {
      let outcome = try project.shell("cat pins.csv | \"$0\" try \(end) --camera none.jsonl")
      outcome.expect(1, errors: "none.jsonl: there is no such file")
    }
    let name = try #require(project.names("Reports").first)
    #expect(try project.names("Reports") == [name] && name.hasPrefix("standard-input-"))
    #expect(try project.read("Reports/\(name)") == project.read("pins.csv"))
  }

  /// Twenty places in Ontario; each file has longitude and latitude in the wrong order. The
  /// remedy is one that the format accepts.
  @Test func swappedPlacesAreReported() async throws {
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
      ("arrays.ndjson", "has them swapped, exchange them in the program that wrote the file\n"),
      ("stores.csv", "try again with --latitude LON --longitude Lat"),
    ] {
      // What is wrong with the camera is found later: nothing runs.
      let outcome = try await project.call(["try", file, "--camera", "none.jsonl"]).expect(
        1,
        errors:
          "\(file): 0 % of the pins lie on land, and 100 % would if latitude and longitude were "
          + "swapped. If the file has them swapped, ", remedy)
      #expect(outcome.errors.contains("--latitude") == (file == "stores.csv"))
    }
  }

  // MARK: - Reports from the journal

  @Test func aReportIsTheSameFromTheJournal() async throws {
    let project = try SharedRun.small().copy()
    let folder = "Reports/small"
    let names = [
      "report.md", "claims.md", "results.csv", RunFolderFiles.samples, RunFolderFiles.results,
    ]
    let before = try names.map { try project.data(folder + "/" + $0) }
    for name in names + ["scenarios/small.md"] { try project.remove(folder + "/" + name) }
    try await project.call(["report", folder]).expect(0, output: "Report: Reports/small/report.md")
    #expect(try names.map { try project.data(folder + "/" + $0) } == before)
    #expect(project.exists(folder + "/scenarios/small.md"))
  }

  @Test(.exhaustive) func theReportOfATryIsTheSameFromItsJournal() throws {
    let places = (0..<600).map { "\(48 + Double($0 % 60) / 10),\(7 + Double($0) / 600)\n" }
    let project = try TemporaryFolder.stores("lat,lon\n" + places.joined())
    try tryStores("--out", "try", "--quiet", in: project).expect(0)
    let names = ["results.csv", RunFolderFiles.samples]
    let before = try names.map { try project.data("try/" + $0) }
    for name in names { try project.remove("try/" + name) }
    try project.run("report try --quiet").expect(0)
    #expect(try names.map { try project.data("try/" + $0) } == before)
  }

  @Test func aRunWhoseScenarioChangedHasNoReport() async throws {
    let project = try SharedRun.small().copy()
    try project.write(ScenarioFile(frames: 11))
    try await project.call("report Reports/small").expect(
      1, errors: "Scenarios/small.yaml: expected the files that the run")
  }

  @Test func whatIsNoRunHasNoReport() async throws {
    let project = try TemporaryFolder.small()
    _ = try project.makeFolder("empty")
    for folder in ["empty", "nowhere"] {
      try await project.call(["report", folder]).expect(
        1, errors: "expected a run's folder at \(folder)")
    }
  }
}
