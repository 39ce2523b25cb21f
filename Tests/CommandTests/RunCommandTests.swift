import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct RunCommandTests {
  @Test func writesAllFilesAndNamesTheReport() throws {
    let run = try SharedRun.small()
    let outcome = run.outcome
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      try run.project.files("Reports/small") == [
        "claims.md", "data/answers.csv", "data/journal.jsonl", "data/results.json",
        "data/samples.csv", "data/sensitivity.json",
        "pictures/small-200-all-pins.png", "pictures/small-200-grid-clusters.png",
        "pictures/small-frame-times.svg", "pictures/small-memory.svg",
        "recordings/small-200-all-pins.replay.json.gz",
        "recordings/small-200-grid-clusters.replay.json.gz", "report.html", "report.md",
        "results.csv", "scenarios/small.md",
      ])
    #expect(outcome.output.contains("Report: Reports/small/report.md"))
    for strategy in ScenarioFile().strategies { #expect(outcome.output.contains(strategy)) }
    // Without a terminal a scenario has one line.
    #expect(outcome.errors.hasPrefix("2 cases\nsmall  200 pins: "))
    #expect(!outcome.errors.contains("[2/2]"))
  }

  /// The answers are drawn, or none is taken.
  @Test func withoutDrawsNothingIsTaken() throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(
        data: "{ generator: cities, pins: 4, seed: 42 }",
        device: "viewport: [393, 852], scale: 1, refresh: 20", frames: 60,
        strategies: ["grid-clusters"], sizes: "[4]")
    ])
    for (options, state) in [("", "take"), (" --no-draws", "leads")] {
      try project.run("run small --overwrite --out run" + options).expect(0)
      let answer = try project.json("run/\(RunFolderFiles.results)").verdict.scenarios[0]
        .recommendations[0]
      #expect(answer.state == .text(state) && (answer.draws == .null) == (state == "leads"))
      #expect(project.exists("run/\(RunFolderFiles.sensitivity)") == (state == "take"))
    }
  }

  @Test func theClaimsHaveTheirStatements() throws {
    let claims = try SharedRun.small().project.read("Reports/small/claims.md")
    #expect(claims.contains("| `first`, line 3 | b | cannot be tested here | `small/a`: c |"))
  }

  @Test func aMistakeInTheLedgerIsFoundBeforeTheRun() async throws {
    let project = try TemporaryFolder(ledgerWith: "small")
    try await project.call("run small").expect(
      1, errors: "Scenarios/Claims/guide.yaml:5:45: error: ")
    #expect(!project.exists("Reports"))
  }

  @Test func tablesHaveTheirNumbersAndEveryTrial() throws {
    let files = try SharedRun.small().files
    let results = try files.results
    #expect(Set(results.records.compactMap { $0["kind"] }) == ["counted", "measured", "modelled"])
    #expect(results.records.allSatisfy { $0["status"] == "ok" && $0["median"] != "" })
    let samples = try files.samples
    for strategy in ScenarioFile().strategies {
      let times = samples.records.filter {
        $0["strategy"] == strategy && $0["metric"] == "frame-time-p50"
      }
      #expect(times.compactMap { $0["trial"] } == ["1", "2"])
    }
  }

  @Test(.exhaustive) func aMovingPictureIsOfTwoReplays() async throws {
    let project = try SharedRun.small().project
    let outcome = try await project.call(
      "export Reports/small --format moving-picture --strategy grid-clusters"
    ).expect(0)
    #expect(outcome.output.contains("acTL") && outcome.output.contains("fdAT"))
  }

  @Test func picturesArePictures() throws {
    let files = try SharedRun.small().files
    let pictures = try files.pictures
    #expect(pictures.count == 2)
    #expect(pictures.values.allSatisfy { $0.starts(with: [0x89, 0x50, 0x4E, 0x47]) })
    // Each strategy shows something else.
    #expect(pictures["small-200-all-pins.png"] != pictures["small-200-grid-clusters.png"])
    // Each is shown where it is.
    let shown = try files.report.matches(of: /!\[[^\]]*\]\(\.\.\/(?<file>[^)]+)\)/)
      .map { String($0.file) }
    #expect(shown.count == 4)
    for file in shown { #expect(files.project.exists(files.folder + "/" + file), "\(file)") }
  }

  @Test func withoutANameTheWholeSuiteRuns() throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(name: "one", strategies: ["all-pins"]),
      ScenarioFile(name: "two", strategies: ["grid-clusters"]),
    ])
    let outcome = try project.run("run --verbose").expect(0)
    // An answer comes when its numbers are known, before the next scenario is measured, and again at
    // the end, when people and phones are drawn: of the same strategy.
    let progress = outcome.errors.split(separator: "\n").map(String.init)
    for (name, strategy) in [("one", "all-pins"), ("two", "grid-clusters")] {
      let answer = try #require(progress.first { $0.hasPrefix("\(name)  200 pins: ") })
      let last = try #require(
        outcome.output.split(separator: "\n").first { $0.hasPrefix("\(name)  200 pins: ") })
      #expect(answer.contains(strategy) && last.contains(strategy) && last.contains(" draws"))
    }
    let first = try #require(progress.firstIndex { $0.hasPrefix("one  200 pins: ") })
    let second = try #require(progress.firstIndex { $0.contains("] two 200 ") })
    #expect(first < second)
    let results = try RunFolderFiles(project, "Reports/suite").results
    #expect(Set(results.records.compactMap { $0["scenario"] }) == ["one", "two"])
  }

  @Test(.exhaustive) func aFileNeedsNoFolderOfScenarios() throws {
    let project = try TemporaryFolder()
    try project.write(ScenarioFile().text, to: "mine.yaml")
    try project.run("run mine.yaml").expect(0)
    #expect(project.exists("Reports/small/report.md"))
  }

  @Test func findsTheScenariosFromAFolderBelow() async throws {
    let project = try TemporaryFolder.small()
    let below = try TemporaryFolder()
    // The folder above is a project's; here it is one by a link.
    try FileManager.default.createSymbolicLink(
      atPath: below.path + "/Scenarios", withDestinationPath: project.path + "/Scenarios")
    #expect(try await below.call("list small").output.contains("small: A small"))
  }

  @Test func aThresholdThatFailsIsCodeTwo() throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(
        more: "thresholds: { grid-clusters: [\"views-created <= 0\", \"hanging-frames >= 0\"] }")
    ])
    let outcome = try project.run("run small --quiet").expect(2)
    // A failure is reported even when all else is kept quiet.
    #expect(outcome.output.contains("views-created <= 0"))
    #expect(outcome.output.contains("Report: Reports/small/report.md"))
    #expect(outcome.errors == "")
    #expect(try RunFolderFiles(project).report.contains("views-created &lt;= 0"))
  }

  @Test func aThresholdThatHoldsPasses() throws {
    #expect(try SharedRun.small().outcome.output.contains("1 of 1 threshold"))
  }

  @Test(.exhaustive) func aFinishedRunStaysUnlessItIsToBeReplaced() throws {
    let project = try TemporaryFolder.small()
    func run(_ arguments: String...) throws -> Tool.Outcome {
      try project.run(["run", "small", "--quiet"] + arguments)
    }
    try run("--trials", "2").expect(0)
    try run("--trials", "1").expect(0)
    #expect(try project.names("Reports") == ["small", "small-2"])
    #expect(try RunFolderFiles(project).trials.count == 6)
    try run("--trials", "1", "--overwrite").expect(0)
    #expect(try RunFolderFiles(project).trials.count == 4)
    let trials = try RunFolderFiles(project).samples.records.compactMap { $0["trial"] }
    #expect(Set(trials) == ["0", "1"])
  }

  @Test func aFinishedRunIsNotReplacedUnasked() async throws {
    let project = try SharedRun.small().copy()
    try await project.call("run small --trials 1 --out Reports/small").expect(
      1, errors: "Reports/small holds a finished run; replace it with --over")
    #expect(try RunFolderFiles(project).trials.count == 6)
  }

  /// By the same program: another one does not continue a run.
  @Test func resumingAFinishedRunMeasuresNothingAgain() throws {
    let project = try SharedRun.small().copy()
    let files = RunFolderFiles(project)
    let before = try (files.results.records, files.samples.records, files.trials)
    let outcome = try project.run("run small --resume").expect(0)
    #expect(
      outcome.errors
        == "2 cases; 6 of 6 trials are already recorded\nthe run is complete; nothing is left to "
        + "measure\ndrawing other people and phones, to say how sure the answer is\n"
    )
    #expect(try files.results.records == before.0)
    #expect(try files.samples.records == before.1)
    #expect(try files.trials == before.2)
  }

  @Test func nothingToResumeIsAnError() async throws {
    let project = try TemporaryFolder.small()
    try await project.call("run small --resume").expect(
      1, errors: "found no journal there; run without --resume")
    #expect(!project.exists("Reports"))
  }

  /// A camera that never looks at the data: without a pin in view a threshold is never kept.
  @Test(.exhaustive) func thresholdsOnUnseenPinsAreNotKept() throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(
        data: "{ generator: identical, pins: 50, seed: 1 }", camera: "file: trace.jsonl",
        more: "thresholds: { all-pins: [\"pin-coverage == 1\"] }")
    ])
    try project.write(
      """
      {"time": 0, "center": {"latitude": -80, "longitude": -150}, \
      "span": {"latitudeDelta": 0.001, "longitudeDelta": 0.001}}

      """, to: "Scenarios/trace.jsonl")
    try project.run("run small").expect(
      1, output: "no pin was in view", "\nERROR: 2 of 2 cases cannot be judged\n")
    #expect(try !RunFolderFiles(project).report.contains("stands for every pin in view"))
  }
}
