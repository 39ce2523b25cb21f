import Foundation
import TestSupport
import Testing

/// A profile from a recording, up to a scenario that uses it.
@Suite struct FitProfileCommandTests {
  private static let sample = RepositoryFile.path(
    "Sources/Judgement/Validation/Recorder/synthetic-recording.json")

  private func fit(_ arguments: [String], in folder: TemporaryFolder) async throws -> Tool.Outcome {
    try await Tool.call(["fit-profile"] + arguments, in: folder)
  }

  @Test func theProfileOfARecordingIsOneThatAScenarioRunsWith() async throws {
    let scenario = ScenarioFile(frames: 20, strategies: ["all-pins"])
    let folder = try TemporaryFolder(scenarios: [scenario])
    let outcome = try await fit([Self.sample, "--out", "Scenarios/phone.yaml"], in: folder).expect(
      0)
    #expect(outcome.errors.isEmpty)
    for part in [
      "SYNTHETIC", "frames of a moving map", "create-marker-view", "Written: Scenarios/phone.yaml",
    ] { #expect(outcome.output.contains(part), "\(part)") }
    #expect(
      outcome.output.contains(
        "first-view-warm-up: expected at least 10 measurements with it, found 1"))
    #expect(try folder.read("Scenarios/phone.yaml").contains("based-on: iphone-simulator"))

    try folder.write(
      scenario.text.replacing("profile: iphone-simulator", with: "profile: phone.yaml")
        .replacing("scenario: small", with: "scenario: phone"), to: "Scenarios/own.yaml")
    let listed = try await Tool.call("list Scenarios/own.yaml", in: folder)
    #expect(listed.output.contains("synthetic-synthetic1-1-ios-26-1"), "\(listed)")
    try await Tool.call("run Scenarios/own.yaml --case 200/all-pins --debug", in: folder).expect(0)
  }

  @Test func theFileHasTheNameOfTheRecording() async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("deep")
    try FileManager.default.copyItem(atPath: Self.sample, toPath: folder.file("deep/mine.json"))
    try await fit(["deep/mine.json", "--based-on", "partly-measured-phone"], in: folder).expect(0)
    #expect(try folder.visibleNames() == ["deep", "mine.yaml"])
    let profile = try folder.read("mine.yaml")
    #expect(profile.contains("based-on: partly-measured-phone"))
    #expect(profile.contains("mine.json: a synthesized recording, no device"))
  }

  @Test(arguments: [
    ["x.json", "--based-on", "iphone-simulatr"], ["x.json", "--out", "profile.txt"], [],
    ["x.json", "y.json"], ["x.json", "--based-on", "phone.yaml"],
    ["x.json", "--as", "hitches"], ["x.json", "--as", "map-base-memory"],
    ["x.json", "--test", "testPan"],
  ]) func wrongUsageIsRefused(arguments: [String]) async throws {
    let outcome = try await fit(arguments, in: TemporaryFolder()).expect(64)
    #expect(outcome.output.isEmpty)
  }

  @Test func anErrorNamesTheFileAndThePlace() async throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"schema\": 7}", to: "later.json")
    try folder.write("profile: x", to: "profile.json")
    let text = try String(contentsOfFile: Self.sample, encoding: .utf8)
    try folder.write(text.replacing("\"refresh\":60", with: "\"refresh\":-60"), to: "damaged.json")
    for (arguments, part) in [
      (["later.json"], "later.json: expected a recording of schema 1, found schema 7"),
      (["profile.json"], "profile.json: this is not a recording of MapRecorder"),
      (["damaged.json"], "damaged.json: device.refresh: expected a number from 10.0 to 1000.0"),
      (["nowhere.json"], "nowhere.json: the recording cannot be read: No such file"),
      (["."], "the recording cannot be read: it is a folder"),
      ([Self.sample, "--out", "nowhere/p.yaml"], "cannot write nowhere/p.yaml: No such file"),
    ] { try await fit(arguments, in: folder).expect(1, errors: part) }
    #expect(try folder.visibleNames() == ["damaged.json", "later.json", "profile.json"])
  }

  @Test func aPerformanceTestTellsWhatItsAuthorSays() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      [{"testIdentifier": "MapTests/testEmptyMap()", "testRuns": [{"metrics": [
        {"measurements": [8, 9, 8, 7, 8], "unitOfMeasurement": "ms per s",
          "identifier": "com.apple.dt.XCTMetric_Hitch-app.time.ratio"}]}]}]
      """, to: "metrics.json")
    try await fit(["metrics.json"], in: folder).expect(
      1, errors: "metrics of a performance test need --as")
    let arguments = ["metrics.json", "--as", "map-hitch-floor", "--test", "testEmptyMap"]
    try await fit(arguments, in: folder).expect(
      0, output: "map-hitch-floor", "Written: metrics.yaml")
    #expect(try folder.read("metrics.yaml").contains("value: 8, low: 7, high: 9, unit: ms/s"))
    try await fit(["metrics.json", "--as", "app-base-memory"], in: folder).expect(
      1, errors: "of modelled-footprint, found 0")
    try await fit([Self.sample, "--as", "map-hitch-floor"], in: folder).expect(
      1, errors: "xcresulttool")
  }

  @Test func aRecordingThatTellsNothingWritesNothing() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"schema": 1, "isSynthetic": false, "frames": [], "calls": [], "regions": [],
        "readBacks": [], "footprints": [], "device": {"model": "iPhone16,1",
        "system": "iOS 26.1", "isSimulator": false, "isDebugBuild": true, "refresh": 120,
        "width": 393, "height": 852, "thermalState": "serious"}}
      """, to: "empty.json")
    try await fit(["empty.json"], in: folder).expect(
      1, output: "A debug build is slower", "The device was hot",
      "add-annotation: it never occurred",
      errors: "expected a recording that tells at least one parameter")
    #expect(try folder.visibleNames() == ["empty.json"])
  }
}
