import AnnotationFamilies
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// Pins in the middle of a screen that does not move, 20 frames a second for two seconds.
struct MarkerTrial {
  static let frameCount = 40

  let folder: TemporaryFolder
  let scenario: Scenario

  /// - Parameter lines: the family's own lines.
  init(_ family: any ScenarioFamily, pins: Int, lines: String) throws {
    folder = try TemporaryFolder()
    let rows = (0..<pins).map { "0,\(0.01 * Double($0))" }
    try folder.write("latitude,longitude\n" + rows.joined(separator: "\n") + "\n", to: "pins.csv")
    try folder.write(CameraTraceText(stays: [(0, 2)], span: 0.2).text, to: "camera.jsonl")
    var profile = ProfileText(basedOn: "iphone-simulator")
    profile.setLatency("picture", median: 300, percentile95: 300)
    try folder.write(profile.text, to: "profile.yaml")
    let names = family.strategies.map(\.name)
    scenario = try Scenario(
      yaml: """
        scenario: sample
        title: A sample
        family: \(family.name)
        data: { file: pins.csv }
        device: { viewport: [200, 400], scale: 1, refresh: 20, profile: profile.yaml }
        camera: { file: camera.jsonl }
        \(lines)
        naive: \(names[0])
        strategies: [\(names.joined(separator: ", "))]
        """, file: folder.path + "/scenario.yaml", families: FamilyRegistry([family]))
  }

  func run(_ strategy: String) throws -> TrialValues {
    try TrialValues(
      scenario.workload.prepare(scenarioCase(strategy), folders: folder.trialFolders()))
  }

  func inspect(_ strategy: String) throws -> Inspection {
    try scenario.workload.inspect(
      scenarioCase(strategy), folders: folder.trialFolders(), pictures: folder.makeFolder())
  }

  private func scenarioCase(_ strategy: String) -> Case {
    Case(scenario: "sample", variant: "", size: scenario.sizes[0], strategy: strategy)
  }
}

/// Three markers at rest, whose pictures come after six frames.
@Suite struct MarkerRedrawTests {
  private func trial(changes: Double = 0) throws -> MarkerTrial {
    try MarkerTrial(
      Family.markerRedraw, pins: 3, lines: "markers: { size: 40, changes: \(changes), seed: 1 }")
  }

  @Test func redrawsAreCounted() throws {
    let trial = try trial()
    #expect(try trial.run("redrawn-each-frame")["redraws"] == Double(3 * MarkerTrial.frameCount))
    #expect(try trial.run("drawn-once")["redraws"] == 0)
    #expect(try trial.run("redrawn-while-loading")["redraws"] == 3 * 7, "with the sixth frame")
    #expect(try trial.run("drawn-on-change")["redraws"] == 3)
    #expect(try trial.run("drawn-on-change")["pixels-redrawn"] == 3 * 40 * 40)
  }

  @Test func aMarkerThatIsNotDrawnAgainIsOutOfDate() throws {
    let trial = try trial()
    #expect(try trial.run("drawn-once")["stale-time-fraction"] == 34.0 / 40)
    for strategy in ["redrawn-each-frame", "redrawn-while-loading", "drawn-on-change"] {
      #expect(try trial.run(strategy)["stale-time-fraction"] == 0, "\(strategy)")
    }
  }

  @Test func whoStopsAtThePictureMissesWhatComesLater() throws {
    let trial = try trial(changes: 4)
    #expect(try #require(try trial.run("redrawn-while-loading")["stale-time-fraction"]) > 0.1)
    #expect(try trial.run("drawn-on-change")["stale-time-fraction"] == 0)
  }

  @Test func drawingAtRestKeepsTheMainThreadBusy() throws {
    let trial = try trial()
    let always = try #require(try trial.run("redrawn-each-frame")["rest-main-thread"])
    let profile = PlatformProfile.sample()
    let work = 3 * (profile[.assignImage] + 40 * 40 * profile[.redrawArea])
    #expect(abs(always - work / 50_000_000) < 1e-9, "of 50 ms from frame to frame")
    #expect(try trial.run("drawn-once")["rest-main-thread"] == 0)
  }

  @Test func anInspectionHasPictureAndRecording() throws {
    let inspection = try trial().inspect("drawn-on-change")
    #expect(inspection.pictures.count == 1 && inspection.recording != nil)
  }

  @Test(arguments: ["markers: { size: 4 }", "markers: { sise: 40 }", "markers: { changes: -1 }"])
  func mistake(line: String) throws {
    let text = ScenarioText.replacing([
      "family": "family: marker-redraw", "thresholds": nil, "claims": nil, "trials": nil,
      "naive": "naive: drawn-once", "strategies": "strategies: [drawn-once]", "markers": line,
    ])
    #expect(throws: InputError.self) { try Scenario(text: text) }
  }
}

/// Four markers with icons of two kinds, 64 pixels in the file and 32 on the screen.
@Suite struct MarkerImagesTests {
  private func trial() throws -> MarkerTrial {
    try MarkerTrial(
      Family.markerImages, pins: 4, lines: "images: { kinds: 2, pixels: 64, size: 32, seed: 1 }")
  }

  @Test(arguments: [
    ("decoded-per-view", 4.0, 4 * 64 * 64 * 4),
    ("decoded-per-view-downsampled", 4, 4 * 32 * 32 * 4),
    ("shared-per-kind", 2, 2 * 64 * 64 * 4), ("shared-downsampled", 2, 2 * 32 * 32 * 4),
    ("prefetched-off-main", 2, 2 * 32 * 32 * 4),
  ])
  func memoryIsThatOfTheDecodedPixels(strategy: String, decodes: Double, bytes: Int) throws {
    let values = try trial().run(strategy)
    #expect(values["decodes"] == decodes)
    #expect(values["decoded-memory-peak"] == Double(bytes))
  }

  @Test func decodingInTheBackgroundCostsTheMainThreadNothing() throws {
    let trial = try trial()
    let prefetched = try trial.run("prefetched-off-main")
    #expect(prefetched["main-pixels-decoded"] == 0)
    let shown = try #require(prefetched["icons-shown"])
    #expect(shown < 1 && shown > 0.9)
    let shared = try trial.run("shared-downsampled")
    #expect(shared["main-pixels-decoded"] == 2 * 64 * 64 && shared["icons-shown"] == 1)
  }

  @Test func theFirstFrameHasTheDecoding() throws {
    let trial = try trial()
    let profile = PlatformProfile.sample()
    let perView = try #require(try trial.run("decoded-per-view")["modelled-frame-time-max"])
    let shared = try #require(try trial.run("shared-per-kind")["modelled-frame-time-max"])
    #expect(abs(perView - shared - 2 * 64 * 64 * profile[.decodePixel]) <= 1)
  }

  @Test(arguments: [
    "images: { kinds: 0, pixels: 64 }", "images: { kinds: 2 }", "images: { kinds: 2, pixels: 4 }",
    "images: { kinds: 2, pixels: 64, scale: 3 }",
  ])
  func mistake(line: String) throws {
    let text = ScenarioText.replacing([
      "family": "family: marker-images", "thresholds": nil, "claims": nil, "trials": nil,
      "naive": "naive: shared-per-kind", "strategies": "strategies: [shared-per-kind]",
      "images": line,
    ])
    #expect(throws: InputError.self) { try Scenario(text: text) }
  }
}
