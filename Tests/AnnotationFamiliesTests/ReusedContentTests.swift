import AnnotationFamilies
import PinData
import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// Two pins ten degrees apart, and a camera that goes from one to the other.
struct ReusedContentTrial {
  let folder: TemporaryFolder
  let scenario: Scenario

  /// - Parameters:
  ///   - stays: the longitudes that the camera stays at, and the seconds until it leaves them.
  ///   - latency: the time of each picture in milliseconds.
  init(
    stays: [(longitude: Double, end: Double)], latency: Double = 300, failures: Double = 0,
    adding entries: [StrategyEntry<PictureMake>] = []
  ) throws {
    folder = try TemporaryFolder()
    try folder.write("latitude,longitude\n0,0\n0,10\n", to: "pins.csv")
    try folder.write(CameraTraceText(stays: stays).text, to: "camera.jsonl")
    var profile = ProfileText(basedOn: "iphone-simulator")
    profile.setLatency("picture", median: latency, percentile95: latency)
    try folder.write(profile.text, to: "profile.yaml")
    let family = Family.reusedContent.adding(entries)
    scenario = try Scenario(
      yaml: """
        scenario: sample
        title: A sample
        family: reused-content
        data: { file: pins.csv }
        device: { viewport: [200, 400], scale: 1, refresh: 20, profile: profile.yaml }
        camera: { file: camera.jsonl }
        pictures: { failures: \(failures) }
        naive: load-into-view
        strategies: [\(family.strategies.map(\.name).joined(separator: ", "))]
        """, file: folder.path + "/scenario.yaml", families: FamilyRegistry([family]))
  }

  func run(_ strategy: String) throws -> TrialValues {
    try TrialValues(
      scenario.workload.prepare(
        Case(scenario: "sample", variant: "", size: 2, strategy: strategy),
        folders: folder.trialFolders()))
  }
}

/// One view that two pins use, with known answers.
@Suite struct ReusedContentTests {
  /// The view is used again while the picture of its old pin is under way.
  private static let early: [(longitude: Double, end: Double)] = [(0, 0.1), (10, 1)]
  /// The view has its picture when it is used again.
  private static let late: [(longitude: Double, end: Double)] = [(0, 1), (10, 2)]

  @Test(arguments: ["load-into-view", "reset-only"])
  func aLatePictureComesIntoAnotherPinsView(strategy: String) throws {
    let values = try ReusedContentTrial(stays: Self.early).run(strategy)
    #expect(values["appearances"] == 2 && values["loads-started"] == 2)
    #expect(values["wrong-views"] == 1)
    // From 0.3 s, when the first picture arrives, to 0.4 s.
    #expect(values["wrong-time-max"] == 100_000_000)
    #expect(values["loads-unused"] == 1)
  }

  @Test(arguments: ["checked", "reset-and-checked", "reset-and-cancel", "model-cache"])
  func aCheckedPictureStaysAway(strategy: String) throws {
    let values = try ReusedContentTrial(stays: Self.early).run(strategy)
    #expect(values["wrong-views"] == 0)
    #expect(values["loads-cancelled"] == (strategy == "reset-and-cancel" ? 1 : 0))
  }

  @Test(arguments: ["load-into-view", "checked"])
  func aViewThatIsNotEmptiedKeepsItsPicture(strategy: String) throws {
    let values = try ReusedContentTrial(stays: Self.late).run(strategy)
    #expect(values["wrong-views"] == 1)
    #expect(values["wrong-time-max"] == 300_000_000)
  }

  @Test(arguments: ["reset-only", "reset-and-checked", "reset-and-cancel", "model-cache"])
  func anEmptiedViewShowsThePlaceholder(strategy: String) throws {
    let values = try ReusedContentTrial(stays: Self.late).run(strategy)
    #expect(values["wrong-views"] == 0)
    #expect(values["time-to-content-p50"] == 300_000_000)
  }

  @Test func aModelLoadsAPictureOnce() throws {
    let trial = try ReusedContentTrial(stays: [(0, 1), (10, 2), (0, 3), (10, 4)])
    #expect(try trial.run("model-cache")["loads-started"] == 2)
    #expect(try trial.run("reset-and-checked")["loads-started"] == 4)
    let shown = try #require(try trial.run("model-cache")["content-shown"])
    #expect(shown > (try #require(try trial.run("reset-and-checked")["content-shown"])))
  }

  @Test func withoutAnswersNothingIsShown() throws {
    let trial = try ReusedContentTrial(stays: Self.late, failures: 1)
    for strategy in Family.reusedContent.strategies.map(\.name) {
      let values = try trial.run(strategy)
      #expect(values["content-shown"] == 0 && values["wrong-views"] == 0)
      #expect(values["loads-failed"] == 2)
      #expect(values.reason("time-to-content-p50") == "no view got its picture")
    }
  }

  @Test func anOwnStrategySeesReuse() throws {
    let entry = StrategyEntry<PictureMake>(
      "empty", EmptyViews.self, summary: "Loads nothing.")
    let values = try ReusedContentTrial(stays: Self.late, adding: [entry]).run("empty")
    #expect(values["loads-started"] == 0 && values["content-shown"] == 0)
  }

  @Test func anInspectionTellsOfWrongViews() throws {
    let trial = try ReusedContentTrial(stays: Self.early)
    let inspection = try trial.scenario.workload.inspect(
      Case(scenario: "sample", variant: "", size: 2, strategy: "reset-only"),
      folders: trial.folder.trialFolders(), pictures: trial.folder.makeFolder())
    let steps = try #require(inspection.transcripts.first).entries.map(\.text)
    #expect(steps.contains("the view of pin 1 shows the picture of pin 0"))
    #expect(inspection.pictures.count == 1 && inspection.recording != nil)
  }

  @Test(arguments: [
    "pictures: { failures: 2 }", "pictures: { seeds: 1 }", "pictures: 3",
    "pictures: { seed: -1 }",
  ])
  func mistake(line: String) throws {
    let text = ScenarioText.replacing([
      "family": "family: reused-content", "thresholds": nil, "claims": nil, "trials": nil,
      "naive": "naive: checked", "strategies": "strategies: [checked]", "pictures": line,
    ])
    #expect(throws: InputError.self) { try Scenario(text: text) }
  }
}

private final class EmptyViews: PictureStrategy {
  init(loader: PictureLoader) {}
  func prepareForReuse(_ view: PictureView) {}
  func configure(_ view: PictureView) {}
}
