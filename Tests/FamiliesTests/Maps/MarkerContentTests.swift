import Families
import Platform
import ScenarioModel
import Simulation
import TestSupport
import Testing

extension FamilyTrial {
  /// Pins in the middle of a screen that does not move, 20 frames a second for two seconds. Their
  /// pictures come after six frames.
  fileprivate static func atRest(
    _ family: any ScenarioFamily, pins: Int, _ values: [String: String?]
  ) throws -> FamilyTrial {
    var profile = ProfileText(basedOn: "iphone-simulator")
    profile.setLatency("picture", median: 300, percentile95: 300)
    return try .overEquator(
      family, pins: (0..<pins).map { (0, 0.01 * Double($0)) }, camera: [(0, 0), (1.999, 0)],
      span: 0.2, replacing: values, profile: profile)
  }
}

/// Three markers in 40 frames.
@Suite struct MarkerRedrawTests {
  private func trial(changes: Double = 0) throws -> FamilyTrial {
    try .atRest(
      Family.markerRedraw, pins: 3, ["markers": "{ size: 40, changes: \(changes), seed: 1 }"])
  }

  @Test(
    arguments: [
      ("redrawn-each-frame", 3 * 40, 0), ("drawn-once", 0, 34.0 / 40),
      // With the sixth frame.
      ("redrawn-while-loading", 3 * 7, 0), ("drawn-on-change", 3, 0),
    ] as [(String, Double, Double)])
  func aMarkerThatIsNotDrawnAgainIsOutOfDate(
    strategy: String, redraws: Double, stale: Double
  ) throws {
    let values = try trial().run(strategy)
    #expect(
      values["redraws", "pixels-redrawn", "stale-time-fraction"]
        == [redraws, redraws * 40 * 40, stale])
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
    let work = 3 * (profile[.assignImage] + 40 * 40 * profile[.redrawSquarePoint])
    #expect(abs(always - work / 50_000_000) < 1e-9, "of 50 ms from frame to frame")
    #expect(try trial.run("drawn-once")["rest-main-thread"] == 0)
  }

  @Test func anInspectionHasPictureAndRecording() throws {
    let inspection = try trial().inspect("drawn-on-change")
    #expect(inspection.pictures.count == 1 && inspection.recording != nil)
  }
}

/// Four markers with icons of two kinds, 64 pixels in the file and 32 on the screen.
@Suite struct MarkerImagesTests {
  private func trial() throws -> FamilyTrial {
    try .atRest(
      Family.markerImages, pins: 4, ["images": "{ kinds: 2, pixels: 64, size: 32, seed: 1 }"])
  }

  @Test(arguments: [
    ("decoded-per-view", 4.0, 4 * 64 * 64 * 4),
    ("decoded-per-view-downsampled", 4, 4 * 32 * 32 * 4),
    ("shared-per-kind", 2, 2 * 64 * 64 * 4), ("shared-downsampled", 2, 2 * 32 * 32 * 4),
    ("prefetched-off-main", 2, 2 * 32 * 32 * 4),
  ])
  func memoryIsThatOfTheDecodedPixels(strategy: String, decodes: Double, bytes: Int) throws {
    let values = try trial().run(strategy)
    #expect(values["decodes", "decoded-memory-peak"] == [decodes, Double(bytes)])
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
}
