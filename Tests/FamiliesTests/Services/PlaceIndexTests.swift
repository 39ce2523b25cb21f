import Foundation
import ScenarioModel
import TestSupport
import Testing

/// The trials of a run share one search index for each size: the first that needs it makes it.
@Suite struct PlaceIndexTests {
  private static let index = "places-generated-4-200.sqlite"

  private func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// Makes a file look old, so that one that was made again is noticed however fast that was.
  private func makeOld(_ path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: path)
  }

  private func isOld(_ path: String) throws -> Bool {
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    return try #require(date).timeIntervalSince1970 == 1_000_000
  }

  private func searchTrial() throws -> FamilyTrial {
    try .search(replacing: [
      "places": "{ per-city: 1, seed: 4 }", "typing": "{ people: 2, searches: 2, seed: 5 }",
    ])
  }

  @Test func theIndexIsMadeOnce() throws {
    let trial = try searchTrial()
    let first = try trial.run("default-request")
    let path = trial.shared + "/" + Self.index
    try makeOld(path)
    #expect(try trial.run("default-request").all == first.all)
    _ = try trial.run("completer-region-required")
    // Two scenarios that generate the same places share their index.
    _ = try trial.scenario.workload.prepare(
      Case(scenario: "another", variant: "", size: 200, strategy: "default-request"),
      folders: TrialFolders(own: trial.folder.makeFolder(), shared: trial.shared))
    #expect(try isOld(path))
    #expect(try files(in: trial.shared) == [Self.index])
    // Each size has an index of its own.
    _ = try trial.prepare("default-request", size: 100)
    #expect(try files(in: trial.shared) == ["places-generated-4-100.sqlite", Self.index])
  }

  /// A machine that broke down while it wrote leaves half a file; it is that without a text.
  @Test(
    arguments: [
      "", "This is no index.\n", String(repeating: "SQLite format 3\0", count: 99), nil,
    ])
  func whatIsNoIndexIsReplaced(garbage: String?) throws {
    let trial = try searchTrial()
    let expected = try trial.run("completer-region-required")
    let path = trial.shared + "/" + Self.index
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let data = garbage.map { Data($0.utf8) } ?? whole.prefix(whole.count / 2)
    try data.write(to: URL(fileURLWithPath: path))
    try makeOld(path)
    #expect(try trial.run("completer-region-required").all == expected.all)
    if garbage != nil { #expect(try !isOld(path)) }
    #expect(try files(in: trial.shared) == [Self.index])
  }

  @Test func aFolderThatIsNotThereIsAnError() throws {
    let trial = try searchTrial()
    #expect {
      try trial.scenario.workload.prepare(
        trial.scenarioCase("default-request"),
        folders: TrialFolders(own: trial.folder.makeFolder(), shared: trial.shared + "/none"))
    } throws: { "\($0)".contains(trial.shared + "/none/" + Self.index) }
  }

  @Test func aWarmUpIsShortAndLeavesTheSharedFolderAlone() throws {
    let trial = try searchTrial()
    let folders = TrialFolders(own: try trial.folder.makeFolder(), shared: trial.shared)
    let replay = try trial.scenario.workload.prepareWarmUp(
      trial.scenarioCase("default-request", size: 100_000), folders: folders)
    #expect(try TrialValues(replay)["searches"] == 6 && replay.frameCount == 2)
    #expect(try files(in: trial.shared).isEmpty)
    #expect(try !files(in: folders.own).isEmpty)
  }

  /// The size of a list says nothing of the places: their index is one for all sizes.
  @Test func geocodingSharesItsIndexToo() throws {
    let trial = try FamilyTrial.geocoding(rows: 8)
    _ = try trial.run("geocode-per-row")
    let made = try files(in: trial.shared)
    let path = trial.shared + "/" + (try #require(made.first))
    try makeOld(path)
    _ = try trial.run("geocode-single-flight-cached")
    _ = try trial.run("geocode-per-row", size: 4)
    #expect(try isOld(path))
    #expect(try files(in: trial.shared) == made && made.count == 1)
  }
}
