import Foundation
import PinData
import ScenarioModel
import SearchFamilies
import TestSupport
import Testing

/// The trials of a run share one search index for each size: the first that needs it makes it.
@Suite struct PlaceIndexTests {
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

  private func searchTrial() throws -> SearchTrial {
    try SearchTrial(
      places: "{ per-city: 1, seed: 4 }", typing: "{ people: 2, searches: 2, seed: 5 }")
  }

  @Test func theIndexIsMadeOnce() throws {
    let trial = try searchTrial()
    let first = try trial.run("default-request")
    #expect(try files(in: trial.shared) == ["places-generated-4-200.sqlite"])
    let path = trial.shared + "/places-generated-4-200.sqlite"
    try makeOld(path)
    let metrics = Family.search.metrics
    let second = try trial.run("default-request")
    #expect(second.deterministic(of: metrics) == first.deterministic(of: metrics))
    _ = try trial.run("completer-region-required")
    #expect(try isOld(path))
    #expect(try files(in: trial.shared) == ["places-generated-4-200.sqlite"])
  }

  @Test func everySizeHasAnIndexOfItsOwn() throws {
    let trial = try searchTrial()
    _ = try trial.prepare("default-request", size: 200)
    _ = try trial.prepare("default-request", size: 100)
    #expect(
      try files(in: trial.shared)
        == ["places-generated-4-100.sqlite", "places-generated-4-200.sqlite"])
  }

  /// Two scenarios that generate the same places share their index.
  @Test func scenariosWithTheSamePlacesHaveOneIndex() throws {
    let trial = try searchTrial()
    for scenario in ["sample", "another"] {
      _ = try trial.scenario.workload.prepare(
        Case(scenario: scenario, variant: "", size: 200, strategy: "default-request"),
        folders: TrialFolders(own: trial.folder.makeFolder(), shared: trial.shared))
    }
    #expect(try files(in: trial.shared) == ["places-generated-4-200.sqlite"])
  }

  @Test(arguments: ["", "This is no index.\n", String(repeating: "SQLite format 3\0", count: 99)])
  func whatIsNoIndexIsReplaced(garbage: String) throws {
    let metrics = Family.search.metrics
    let trial = try searchTrial()
    let expected = try trial.run("completer-region-required").deterministic(of: metrics)
    let path = trial.shared + "/places-generated-4-200.sqlite"
    try Data(garbage.utf8).write(to: URL(fileURLWithPath: path))
    try makeOld(path)
    #expect(try trial.run("completer-region-required").deterministic(of: metrics) == expected)
    #expect(try !isOld(path))
    #expect(try files(in: trial.shared) == ["places-generated-4-200.sqlite"])
  }

  /// A machine that broke down while it wrote leaves half a file.
  @Test func halfAnIndexIsReplaced() throws {
    let trial = try searchTrial()
    let metrics = Family.search.metrics
    let expected = try trial.run("completer-region-required").deterministic(of: metrics)
    let path = trial.shared + "/places-generated-4-200.sqlite"
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
    #expect(try trial.run("completer-region-required").deterministic(of: metrics) == expected)
  }

  @Test func aFolderThatIsNotThereIsAnError() throws {
    let trial = try searchTrial()
    #expect {
      try trial.scenario.workload.prepare(
        Case(scenario: "sample", variant: "", size: 200, strategy: "default-request"),
        folders: TrialFolders(own: trial.folder.makeFolder(), shared: trial.shared + "/none"))
    } throws: { error in
      "\(error)".contains(trial.shared + "/none/places-generated-4-200.sqlite")
    }
  }

  @Test func aWarmUpLeavesTheSharedFolderAlone() throws {
    let trial = try searchTrial()
    let folders = TrialFolders(own: try trial.folder.makeFolder(), shared: trial.shared)
    _ = try trial.scenario.workload.prepareWarmUp(
      Case(scenario: "sample", variant: "", size: 200, strategy: "default-request"),
      folders: folders)
    #expect(try files(in: trial.shared).isEmpty)
    #expect(try !files(in: folders.own).isEmpty)
  }

  /// The size of a list says nothing of the places: their index is one for all sizes.
  @Test func geocodingSharesItsIndexToo() throws {
    let trial = try GeocodingTrial(rows: 8)
    _ = try trial.run("geocode-per-row")
    let made = try files(in: trial.shared)
    let path = trial.shared + "/" + (try #require(made.first))
    try makeOld(path)
    _ = try trial.run("geocode-single-flight-cached")
    #expect(try isOld(path))
    _ = try trial.run("geocode-per-row", size: 4)
    #expect(try isOld(path))
    #expect(try files(in: trial.shared) == made && made.count == 1)
  }
}
