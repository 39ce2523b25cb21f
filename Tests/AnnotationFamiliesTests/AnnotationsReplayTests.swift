import AnnotationFamilies
import Foundation
import Measurement
import PinData
import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing

/// A case replayed again, in slices, or beside another, counts and models the same.
@Suite struct ReplayTests {
  private static let strategies = Family.annotations.strategies.map(\.name)
  private let environment = PinEnvironment(
    generator: .cities, trace: .panAndZoom, pinCount: 200, frameCount: 50)

  private func prepare(
    _ strategy: String, in workload: (any Workload)? = nil, folder: TemporaryFolder
  ) throws -> any Replay {
    let scenario = try environment.scenario(strategies: [strategy])
    return try (workload ?? scenario.workload).prepare(
      try #require(scenario.cases.first), folders: folder.trialFolders())
  }

  private func run(_ replay: any Replay) throws -> [NamedValue] {
    try replay.build()
    for frame in 0..<replay.frameCount {
      try replay.showFrame(frame)
      replay.frameDidEnd(frame)
    }
    return replay.results()
  }

  @Test(arguments: strategies)
  func repeatedReplaysAreBitIdentical(strategy: String) throws {
    let folder = try TemporaryFolder()
    let first = try run(prepare(strategy, folder: folder))
    for _ in 0..<3 {
      #expect(try run(prepare(strategy, folder: folder)) == first)
    }
  }

  @Test func everyMetricOfTheFamilyIsAnswered() throws {
    let folder = try TemporaryFolder()
    let scenario = try environment.scenario(strategies: ["all-pins"])
    let scenarioCase = try #require(scenario.cases.first)
    let replayed = try run(prepare("all-pins", folder: folder))
    let inspected = try scenario.workload.inspect(
      scenarioCase, folders: folder.trialFolders(), pictures: folder.makeFolder()
    ).values
    let names = replayed.map(\.name) + inspected.map(\.name)
    #expect(Set(names) == Set(Family.annotations.metrics.map(\.name)))
    #expect(names.count == Set(names).count, "each by one of the two")
    #expect((replayed + inspected).allSatisfy { $0.value.number?.isFinite == true })
  }

  /// Two replays that take turns, as the gate runs them, do not know of each other.
  @Test(arguments: strategies)
  func slicesOfTwoReplaysGiveTheSameAsOneGo(strategy: String) throws {
    let folder = try TemporaryFolder()
    let whole = try run(prepare(strategy, folder: folder))
    let one = try prepare(strategy, folder: folder)
    let other = try prepare(strategy, folder: folder)
    try one.build()
    try other.build()
    for start in stride(from: 0, to: one.frameCount, by: 7) {
      for replay in [one, other] {
        for frame in start..<min(start + 7, replay.frameCount) {
          try replay.showFrame(frame)
          replay.frameDidEnd(frame)
        }
      }
    }
    #expect(one.results() == whole)
    #expect(other.results() == whole)
  }

  @Test(arguments: ["all-pins", "native-clusters", "hierarchical-clusters"])
  func reseedingChangesTheEnvironmentDeterministically(strategy: String) throws {
    let folder = try TemporaryFolder()
    let workload = try environment.scenario(strategies: [strategy]).workload
    let original = try run(prepare(strategy, in: workload, folder: folder))
    let reseeded = workload.reseeded(1)
    #expect(reseeded.seeds.map(\.seed) == [1, 1])
    #expect(reseeded.seeds.map(\.name) == workload.seeds.map(\.name))
    let first = try run(prepare(strategy, in: reseeded, folder: folder))
    #expect(first != original)
    #expect(try run(prepare(strategy, in: workload.reseeded(1), folder: folder)) == first)
    #expect(try run(prepare(strategy, in: reseeded.reseeded(2), folder: folder)) != first)
    #expect(workload.seeds.map(\.seed) == [42, 7], "the original keeps its seeds")
  }

  @Test func aWarmUpIsShort() throws {
    let folder = try TemporaryFolder()
    let scenario = try environment.scenario(strategies: ["all-pins"])
    let warmUp = try scenario.workload.prepareWarmUp(
      try #require(scenario.cases.first), folders: folder.trialFolders())
    #expect(warmUp.frameCount == 20)
    let results = try run(warmUp)
    #expect(results.first { $0.name == "annotations-inserted" }?.value == .number(100))
    let large = Case(scenario: "sample", variant: "", size: 5_000, strategy: "all-pins")
    let limited = try run(
      scenario.workload.prepareWarmUp(large, folders: folder.trialFolders()))
    #expect(limited.first { $0.name == "annotations-inserted" }?.value == .number(100))
  }

  @Test func anUnknownStrategyIsAnError() throws {
    let folder = try TemporaryFolder()
    let workload = try environment.scenario(strategies: ["all-pins"]).workload
    let unknown = Case(scenario: "sample", variant: "", size: 10, strategy: "none")
    #expect(throws: WorkloadError.unknownStrategy("none")) {
      try workload.prepare(unknown, folders: folder.trialFolders())
    }
  }

  /// What the metrics must say of the naive strategies, whatever the environment.
  @Test func countsAgreeWithEachOther() throws {
    let folder = try TemporaryFolder()
    var values: [String: [String: Double]] = [:]
    for strategy in Self.strategies {
      for result in try run(prepare(strategy, folder: folder)) {
        values[strategy, default: [:]][result.name] = result.value.number
      }
    }
    let naive = try #require(values["all-pins"])
    let reused = try #require(values["all-pins-reused"])
    #expect(naive["annotations-inserted"] == 200 && naive["max-shown-annotations"] == 200)
    #expect(naive["annotations-removed"] == 0 && naive["views-reused"] == 0)
    #expect(naive["max-live-views"] == reused["max-live-views"])
    #expect(
      reused["views-created"] == reused["max-live-views"], "only what is live at once is made")
    let naiveViews = try #require(naive["views-created"])
    let reusedViews = try #require(reused["views-created"])
    #expect(naiveViews == reusedViews + (reused["views-reused"] ?? 0))
    // Both show the same pins; their building, their searches and their memory cost differently.
    let units = Dictionary(
      uniqueKeysWithValues: Family.annotations.metrics.map { ($0.name, $0.unit) })
    func counts(_ strategy: String) -> [String: Double]? {
      values[strategy]?.filter { [.count, .fraction, .ratio].contains(units[$0.key]) }
    }
    let index = counts("visible-region-index")
    #expect(index?.isEmpty == false && index == counts("visible-region-database"))
    let profile = try #require(try PlatformProfile.builtIn("iphone-simulator"))
    for (strategy, values) in values {
      let parts = ["annotation-footprint", "view-footprint", "index-footprint"]
        .compactMap { values[$0] }
      #expect(parts.count == 3)
      let spike = parts.reduce(0, +)
      let rest = profile[.appBaseMemory] + profile[.mapBaseMemory]
      #expect(values["footprint-spike"] == spike, "\(strategy)")
      #expect(values["modelled-footprint"] == (rest + spike).rounded())
      let live = try #require(values["max-live-views"])
      let least = min(profile[.markerViewMemory], profile[.imageViewMemory])
      #expect(try #require(values["view-footprint"]) >= live * least)
    }
    #expect(naive["annotation-footprint"] == 200 * profile[.annotationMemory])
    #expect(naive["index-footprint"] == 0)
    #expect(
      values["visible-region-index"]?["index-footprint"] == 200 * profile[.indexPinMemory])
    let freeze = try #require(values["visible-region-index"]?["longest-freeze"])
    #expect(try #require(values["visible-region-database"]?["longest-freeze"]) > freeze)
  }

  /// A frame that was not replayed is not a frame without work.
  @Test func whatWasNotReplayedHasNoNumbers() throws {
    let folder = try TemporaryFolder()
    let replay = try prepare(
      "all-pins", in: environment.scenario(strategies: ["all-pins"]).workload,
      folder: folder)
    try replay.build()
    func value(_ name: String) -> MetricValue? {
      replay.results().first { $0.name == name }?.value
    }
    #expect(value("modelled-frame-time-p50")?.number == nil)
    #expect(value("hitch-time-ratio")?.number == nil)
    try replay.showFrame(0)
    replay.frameDidEnd(0)
    let first = try #require(value("modelled-frame-time-p50")?.number)
    #expect(first > 0)
    #expect(value("modelled-frame-time-max")?.number == first)
  }
}

/// An observed replay: its pictures are there, and the same on every run.
@Suite struct InspectionTests {
  private let environment = PinEnvironment(
    generator: .cities, trace: .world, pinCount: 100, frameCount: 12)

  private func inspect(_ strategy: String) throws -> (inspection: Inspection, pictures: [Data]) {
    let folder = try TemporaryFolder()
    let scenario = try environment.scenario(strategies: [strategy])
    let pictures = try folder.makeFolder()
    let inspection = try scenario.workload.inspect(
      try #require(scenario.cases.first), folders: folder.trialFolders(), pictures: pictures)
    let files = try inspection.pictures.map { picture in
      try Data(contentsOf: URL(fileURLWithPath: pictures + "/" + picture.file))
    }
    return (inspection, files)
  }

  @Test func aPictureShowsTheWidestFrame() throws {
    let (inspection, files) = try inspect("grid-clusters")
    let picture = try #require(inspection.pictures.first)
    #expect(inspection.pictures.count == 1)
    #expect(picture.file == "sample-100-grid-clusters.png")
    #expect((0..<12).contains(picture.frame))
    #expect(picture.caption.hasPrefix("grid-clusters, frame \(picture.frame): "))
    #expect(files[0].starts(with: [0x89, 0x50, 0x4E, 0x47]), "a PNG")
  }

  /// What a page replays: the views of each frame are those that the map had.
  @Test(arguments: ["all-pins", "native-clusters", "hierarchical-clusters"])
  func aRecordingHasTheViewsOfEachFrame(strategy: String) throws {
    let folder = try TemporaryFolder()
    let moving = PinEnvironment(
      generator: .cities, trace: .panAndZoom, pinCount: 100, frameCount: 80)
    let scenario = try moving.scenario(strategies: [strategy])
    let pictures = try folder.makeFolder()
    let inspection = try scenario.workload.inspect(
      try #require(scenario.cases.first), folders: folder.trialFolders(), pictures: pictures)
    let name = try #require(inspection.recording)
    #expect(name == "sample-100-\(strategy).replay.json.gz")
    #expect(inspection.files == inspection.pictures.map(\.file) + [name])
    let recording = try #require(
      try ReplayRecording(
        file: Array(Data(contentsOf: URL(fileURLWithPath: pictures + "/" + name)))
      ).map)
    #expect(recording.camera.x.numbers.count == 80)
    #expect(recording.work.totals.count == 80)
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
    if strategy != "all-pins" {
      #expect(views.count.numbers.contains { $0 > 1 })
    }
  }

  @Test(arguments: ["all-pins", "native-clusters", "visible-region-database"])
  func picturesAndCountsAreTheSameOnEveryRun(strategy: String) throws {
    let first = try inspect(strategy)
    let second = try inspect(strategy)
    #expect(first.pictures == second.pictures)
    let names = first.inspection.values.map(\.name)
    #expect(
      names.sorted() == [
        "frames-inspected", "marker-overlap", "missing-time-max", "overdraw", "pin-coverage",
        "pin-coverage-moving", "pins-seen",
      ])
    #expect(first.inspection.values == second.inspection.values)
  }

  @Test func strategiesGiveDifferentPicturesOfOneFrame() throws {
    let all = try inspect("all-pins")
    let grid = try inspect("grid-clusters")
    #expect(all.inspection.pictures.map(\.frame) == grid.inspection.pictures.map(\.frame))
    #expect(all.pictures != grid.pictures)
  }

  /// Pins at one place: all but one view are covered by others.
  @Test func overlapIsTheCoveredShareOfTheViews() throws {
    let environment = PinEnvironment(
      generator: .identical, trace: .world, pinCount: 50, frameCount: 3)
    let folder = try TemporaryFolder()
    func overlap(_ strategy: String) throws -> Double? {
      let scenario = try environment.scenario(strategies: [strategy])
      return try scenario.workload.inspect(
        try #require(scenario.cases.first), folders: folder.trialFolders(),
        pictures: folder.makeFolder()
      ).values.first { $0.name == "marker-overlap" }?.value.number
    }
    #expect(try overlap("all-pins") == 1 - 1 / 50)
    #expect(try overlap("grid-clusters") == 0)
  }
}
