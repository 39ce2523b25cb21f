import Foundation
import ScenarioModel
import TestSupport
import Testing

/// Searches and lists of addresses through the real executable, from the file to the report.
@Suite(.blocking) struct SearchRunTests {
  private func project() throws -> TemporaryFolder {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(SearchScenarioFile.search(), to: "Scenarios/search.yaml")
    try project.write(SearchScenarioFile.geocoding, to: "Scenarios/geocoding.yaml")
    return project
  }

  private func run(
    _ project: TemporaryFolder, _ folder: String, _ arguments: [String] = []
  ) throws -> RunFolderFiles {
    try project.run(["run", "search", "geocoding", "--out", folder] + arguments).expect(0)
    return RunFolderFiles(project, folder)
  }

  @Test(.exhaustive) func twoRunsCountTheSame() throws {
    let project = try project()
    let first = try run(project, "first", ["--trials", "2"])
    let counted = try first.results.deterministic
    #expect(counted.count > 8 * 12)
    #expect(counted.allSatisfy { $0["min"] == $0["max"] })
    // Whom the watchdog ends has no address, and no time of one.
    let missing = counted.filter { $0["status"] != "ok" }
    #expect(Set(missing.map { $0["strategy"] }) == ["geocode-blocking-main"])
    #expect(missing.count < 6)
    #expect(try run(project, "second", ["--trials", "2"]).results.deterministic == counted)
    #expect(try run(project, "other", ["--seed", "9"]).results.deterministic != counted)
  }

  @Test func theReportListsSettingsAndSteps() throws {
    let report = try run(project(), "run").report
    #expect(report.contains("### Ablation"))
    #expect(report.contains("| a region left out | `completer-without-region` |"))
    #expect(report.contains("### Step by step: "))
    #expect(report.contains("presses the search key") || report.contains("taps “"))
    #expect(report.contains("the watchdog has ended the app: the main thread was blocked"))
    #expect(report.contains("throttle-limit"), "the profile's parameters with their sources")
    #expect(!report.contains("loses pins") && !report.contains("create-marker-view"))
  }

  @Test(.exhaustive) func anIndexIsMadeForTheRunAndRemovedWithIt() throws {
    let project = try project()
    let temporary = try project.makeFolder("temporary")
    try project.run(
      "run search --strategies default-request --out run", environment: ["TMPDIR": temporary]
    ).expect(0)
    #expect(try project.names("temporary").isEmpty)
  }

  @Test(.exhaustive) func ownPlaces() throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(
      """
      name,category,street,housenumber,city,latitude,longitude
      Luna Café,cafe,Lindenstraße,4,Aachen,50.776,6.084
      Luna Café,cafe,Rue Rosa,1,Lyon,45.764,4.835
      "=HYPERLINK(""x"")",bar,Lindenstraße,6,Aachen,50.7761,6.0841
      """, to: "Scenarios/places.csv")
    try project.write(
      SearchScenarioFile.search(
        places: "{ file: places.csv }", typing: "{ people: 1, searches: 2, seed: 7 }",
        strategies: ["default-request", "region-required"]),
      to: "Scenarios/search.yaml")
    try project.run("run search --out run").expect(0)
    let files = RunFolderFiles(project, "run")
    for strategy in ["default-request", "region-required"] {
      #expect(try files.median("searches", of: strategy) == 2)
      #expect(try (0...1).contains(files.median("precision-at-10", of: strategy)))
    }
  }

  /// A stopped run continues where it was, with an index of its own.
  @Test(.exhaustive) func aRunIsResumed() throws {
    let project = try project()
    let whole = try run(project, "cut").results.deterministic
    var lines = try project.read("cut/\(RunFolderFiles.journal)").split(separator: "\n")
    lines.removeLast(5)
    try project.write(lines.joined(separator: "\n") + "\n", to: "cut/\(RunFolderFiles.journal)")
    for name in ["report.md", "results.csv", RunFolderFiles.samples, RunFolderFiles.results] {
      try project.remove("cut/" + name)
    }
    #expect(try run(project, "cut", ["--resume"]).results.deterministic == whole)
  }

  @Test(arguments: [
    ("typing: { people: 3, searches: 3, seed: 7 }", "typing: { people: 0 }", "from 1 to 100000"),
    (
      "places: { per-city: 3, seed: 42 }", "places: { file: nowhere.csv }",
      "nowhere.csv: there is no such file"
    ),
    ("default-request, ", "default-reqest, ", "did you mean 'default-request'"),
    ("family: search", "family: geocoding", "places"),
  ]) func aMistakeRunsNothing(found: String, instead: String, said: String) async throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(
      SearchScenarioFile.search().replacingOccurrences(of: found, with: instead),
      to: "Scenarios/search.yaml")
    try await project.call("run search --out run").expect(1, errors: said)
    #expect(!project.exists("run"))
  }
}
