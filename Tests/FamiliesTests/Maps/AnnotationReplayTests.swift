import Clustering
import Families
import Foundation
import PinData
import Platform
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// Replays of the families whose frames are measured: in slices, shortened, or of one frame only.
@Suite struct AnnotationReplayTests {
  private static let environment = PinEnvironment(
    generator: .cities, trace: .panAndZoom, pinCount: 200, frameCount: 50)
  private static let strategies = Family.annotations.strategies.map(\.name)
  private static let updateStrategies = Family.annotationUpdates.strategies.map(\.name)

  /// Each by the replay or by the inspection.
  @Test func everyMetricOfTheFamilyIsAnswered() throws {
    let updates = UpdateWorld(camera: .panning, changes: "{ location: 5, taps: 5, seed: 1 }")
    for (trial, strategy) in [
      (try Self.environment.trial(), "all-pins"), (try updates.trial(), "rebuilt-in-body"),
    ] {
      let values = try trial.run(strategy).all + trial.observe(strategy).all
      #expect(values.map(\.name).sorted() == trial.scenario.family.metrics.map(\.name).sorted())
      #expect(values.allSatisfy { $0.value.number?.isFinite == true })
    }
  }

  /// Two replays that take turns, as the gate runs them, do not know of each other.
  @Test(
    arguments: strategies.map { ("annotations", $0) }
      + TestTier.sample(updateStrategies, 6).map { ("annotation-updates", $0) })
  func slicesOfTwoReplaysGiveTheSameAsOneGo(family: String, strategy: String) throws {
    let updates = UpdateWorld(
      seconds: 0.4, camera: .panning,
      changes: "{ location: 9, moving: { pins: 9, rate: 20 }, refresh: { every: 0.2, churn: 0.1 }, "
        + "taps: 3, seed: 8 }")
    let trial = try family == "annotations" ? Self.environment.trial() : updates.trial()
    let metrics = trial.scenario.family.metrics
    let whole = try trial.run(strategy).deterministic(of: metrics)
    let replays = [try trial.prepare(strategy), try trial.prepare(strategy)]
    for replay in replays { try replay.build() }
    let frameCount = replays[0].frameCount
    for start in stride(from: 0, to: frameCount, by: 3) {
      for replay in replays {
        for frame in start..<min(start + 3, frameCount) {
          try replay.showFrame(frame)
          replay.frameDidEnd(frame)
        }
      }
    }
    for replay in replays {
      #expect(TrialValues(all: replay.results()).deterministic(of: metrics) == whole)
    }
    guard family == "annotation-updates" else { return }
    let transcripts = try trial.inspect(strategy).transcripts
    #expect(transcripts.first?.entries.isEmpty == false)
    #expect(try trial.inspect(strategy).transcripts == transcripts)
  }

  @Test(arguments: [200, 5_000])
  func aWarmUpIsShort(size: Int) throws {
    let trial = try Self.environment.trial()
    let warmUp = try trial.scenario.workload.prepareWarmUp(
      trial.scenarioCase("all-pins", size: size), folders: trial.folder.trialFolders())
    #expect(warmUp.frameCount == 20)
    #expect(try TrialValues(warmUp)["annotations-inserted"] == 100)
  }

  /// The relations between the metrics of the naive strategies, whatever the environment.
  @Test func countsAgreeWithEachOther() throws {
    let trial = try Self.environment.trial()
    var values: [String: TrialValues] = [:]
    for strategy in Self.strategies { values[strategy] = try trial.run(strategy) }
    let naive = try #require(values["all-pins"])
    let reused = try #require(values["all-pins-reused"])
    #expect(
      naive["annotations-inserted", "max-shown-annotations", "annotations-removed", "views-reused"]
        == [200, 200, 0, 0])
    #expect(naive["max-live-views"] == reused["max-live-views"])
    #expect(
      reused["views-created"] == reused["max-live-views"], "only what is live at once is made")
    let reusedViews = try #require(reused["views-created"])
    #expect(naive["views-created"] == reusedViews + (reused["views-reused"] ?? 0))
    // Both show the same pins; their building, their searches and their memory cost differently.
    let countable = Set(
      trial.scenario.family.metrics.filter { [.count, .fraction, .ratio].contains($0.unit) }
        .map(\.name))
    func counts(_ strategy: String) -> [NamedValue]? {
      values[strategy]?.all.filter { countable.contains($0.name) }
    }
    let index = counts("visible-region-index")
    #expect(index?.isEmpty == false && index == counts("visible-region-database"))
    let profile = PlatformProfile.sample()
    for (strategy, values) in values {
      let parts = try ["annotation-footprint", "view-footprint", "index-footprint"]
        .map { try #require(values[$0]) }
      let spike = parts.reduce(0, +)
      let rest = profile[.appBaseMemory] + profile[.mapBaseMemory]
      #expect(values["footprint-spike"] == spike, "\(strategy)")
      #expect(values["modelled-footprint"] == (rest + spike).rounded())
      let live = try #require(values["max-live-views"])
      let least = min(profile[.markerViewMemory], profile[.imageViewMemory])
      #expect(try #require(values["view-footprint"]) >= live * least)
    }
    #expect(
      naive["annotation-footprint", "index-footprint"] == [200 * profile[.annotationMemory], 0])
    #expect(values["visible-region-index"]?["index-footprint"] == 200 * profile[.indexPinMemory])
    let freeze = try #require(values["visible-region-index"]?["longest-freeze"])
    #expect(try #require(values["visible-region-database"]?["longest-freeze"]) > freeze)
  }

  /// A frame that was not replayed is not a frame without work.
  @Test func aFrameThatWasNotReplayedDoesNotCount() throws {
    let values = try TrialValues(Self.environment.trial().prepare("all-pins"), frames: [0])
    let first = try #require(values["modelled-frame-time-p50"])
    #expect(first > 0)
    #expect(values["modelled-frame-time-max"] == first)
  }
}

/// An observed replay: its pictures are there, and the same on every run.
@Suite struct AnnotationInspectionTests {
  private let environment = PinEnvironment(
    generator: .cities, trace: .world, pinCount: 100, frameCount: 12)

  private func inspect(_ strategy: String) throws -> (inspection: Inspection, pictures: [Data]) {
    let trial = try environment.trial()
    let inspection = try trial.inspect(strategy, pictures: trial.folder.makeFolder("seen"))
    let pictures = try inspection.pictures.map { try trial.folder.data("seen/" + $0.file) }
    return (inspection, pictures)
  }

  @Test func aPictureShowsTheWidestFrame() throws {
    let (inspection, files) = try inspect("grid-clusters")
    let picture = try #require(inspection.pictures.first)
    #expect(inspection.pictures.count == 1)
    #expect(picture.file == "sample-100-grid-clusters.png")
    #expect((0..<12).contains(picture.frame))
    let caption = "grid-clusters, frame \(picture.frame), "
    #expect(picture.caption.hasPrefix(caption) && picture.caption.contains(" km wide: "))
    #expect(files[0].starts(with: [0x89, 0x50, 0x4E, 0x47]), "a PNG")
    // Another strategy gives another picture of the same frame.
    let all = try inspect("all-pins")
    #expect(all.inspection.pictures.map(\.frame) == [picture.frame])
    #expect(all.pictures != files)
  }

  /// The world, two countries and four cities: the wider country has no pins, and the map rests at
  /// a city with two pins.
  @Test(arguments: ["all-pins", "grid-clusters"])
  func picturesShowACountryAndTheFullestCity(strategy: String) throws {
    let regions = [
      Region(0, 0, degrees: 90), Region(40, 40, degrees: 8), Region(0, 0.5, degrees: 6),
      Region(0, 0, degrees: 0.1), Region(0, 1, degrees: 0.1), Region(0, 1, degrees: 0.1),
      Region(0, 0, degrees: 0.3), Region(0, 0, degrees: 0.3), Region(0, 0, degrees: 0.2),
    ]
    let frames = regions.enumerated().map { CameraFrame(time: Double($0) / 20, region: $1) }
    let trial = try FamilyTrial(
      Family.annotations,
      """
      data: { file: pins.csv }
      device: { viewport: [200, 400], scale: 1, refresh: 20, profile: iphone-simulator }
      camera: { file: camera.jsonl }
      """,
      files: [
        "pins.csv": "lat,lon\n0,0\n0,0.01\n0,1\n",
        "camera.jsonl": CameraTrace(frames: frames).jsonLines,
      ])
    let pictures = try trial.inspect(strategy).pictures
    #expect(pictures.map(\.frame) == [2, 7])
    #expect(
      pictures.map(\.file) == ["country", "city"].map { "sample-3-\(strategy).\($0).png" })
    #expect(pictures[0].caption.hasPrefix("\(strategy), frame 2, 663 km wide: "))
  }

  /// A page replays a recording: the views of each frame are those that the map had.
  @Test(arguments: ["all-pins", "native-clusters", "hierarchical-clusters"])
  func aRecordingHasTheViewsOfEachFrame(strategy: String) throws {
    let trial = try PinEnvironment(
      generator: .cities, trace: .panAndZoom, pinCount: 100, frameCount: 80
    ).trial()
    let inspection = try trial.inspect(strategy)
    let name = "sample-100-\(strategy).replay.json.gz"
    #expect(inspection.recording == name)
    #expect(inspection.files == inspection.pictures.map(\.file) + [name])
    let recording = try #require(try trial.recording(strategy).map)
    #expect(recording.camera.x.numbers.count == 80 && recording.work.totals.count == 80)
    for part in recording.work.parts {
      #expect(part.series.numbers.count == 80 && part.series.numbers.allSatisfy { $0 >= 0 })
    }
    #expect(recording.memory.totals.allSatisfy { $0 > 0 })
    #expect(Set(recording.isMoving.numbers) == [0, 1])
    let views = recording.views
    for frame in 0..<80 {
      let shown = zip(views.first.numbers, views.end.numbers).count { $0 <= frame && frame < $1 }
      #expect(shown == recording.liveViews.numbers[frame], "frame \(frame)")
    }
    #expect(views.first.numbers == views.first.numbers.sorted())
    #expect(strategy == "all-pins" || views.count.numbers.contains { $0 > 1 })
  }

  @Test(arguments: ["all-pins", "native-clusters", "visible-region-database"])
  func picturesAndCountsAreTheSameOnEveryRun(strategy: String) throws {
    let (first, second) = (try inspect(strategy), try inspect(strategy))
    #expect(first.pictures == second.pictures)
    #expect(
      first.inspection.values.map(\.name).sorted() == [
        "cluster-distance", "frames-inspected", "marker-overlap", "missing-time-max", "overdraw",
        "pin-coverage", "pin-coverage-moving", "pins-seen", "replaced-at-rest",
      ])
    #expect(first.inspection.values == second.inspection.values)
  }

  /// Pins at one place: all but one view are covered by others.
  @Test(arguments: [("all-pins", 1 - 1.0 / 50), ("grid-clusters", 0)])
  func overlapIsTheCoveredShareOfTheViews(strategy: String, overlap: Double) throws {
    let environment = PinEnvironment(
      generator: .identical, trace: .world, pinCount: 50, frameCount: 3)
    #expect(try environment.trial().observe(strategy)["marker-overlap"] == overlap)
  }
}
