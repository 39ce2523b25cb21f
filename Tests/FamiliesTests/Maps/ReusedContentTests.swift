import Families
import ScenarioModel
import TestSupport
import Testing

/// One view that two pins use, ten degrees apart, with known answers.
@Suite struct ReusedContentTests {
  /// The longitude of a pin that the camera stays at, and the seconds until it leaves it.
  private typealias Stay = (longitude: Double, end: Double)

  /// The view is used again while the picture of its old pin is under way.
  private static let early: [Stay] = [(0, 0.1), (10, 1)]
  /// The view has its picture when it is used again.
  private static let late: [Stay] = [(0, 1), (10, 2)]

  /// Each picture takes 300 ms.
  private func trial(_ stays: [Stay], failures: Double = 0) throws -> FamilyTrial {
    var profile = ProfileText(basedOn: "iphone-simulator")
    profile.setLatency("picture", median: 300, percentile95: 300)
    let empty = StrategyEntry<PictureMake>("empty", summary: "Loads nothing.") { _ in
      PictureCallbacks(prepareForReuse: { _ in }, configure: { _ in })
    }
    let starts = [0] + stays.map(\.end)
    return try .overEquator(
      Family.reusedContent.adding([empty]), pins: [(0, 0), (0, 10)],
      camera: zip(starts, stays).flatMap { start, stay in
        [(start, stay.longitude), (stay.end - 0.001, stay.longitude)]
      }, replacing: ["pictures": "{ failures: \(failures) }"], profile: profile)
  }

  @Test(arguments: ["load-into-view", "reset-only"])
  func aLatePictureComesIntoAnotherPinsView(strategy: String) throws {
    let values = try trial(Self.early).run(strategy)
    #expect(values["appearances", "loads-started", "loads-unused"] == [2, 2, 1])
    // From 0.3 s, when the first picture arrives, to 0.4 s.
    #expect(values["wrong-views", "wrong-time-max"] == [1, 100_000_000])
  }

  @Test(arguments: ["checked", "reset-and-checked", "reset-and-cancel", "model-cache"])
  func aCheckedPictureStaysAway(strategy: String) throws {
    let values = try trial(Self.early).run(strategy)
    let cancelled = strategy == "reset-and-cancel" ? 1.0 : 0
    #expect(values["wrong-views", "loads-cancelled"] == [0, cancelled])
  }

  @Test(arguments: ["load-into-view", "checked"])
  func aViewThatIsNotEmptiedKeepsItsPicture(strategy: String) throws {
    let values = try trial(Self.late).run(strategy)
    #expect(values["wrong-views", "wrong-time-max"] == [1, 300_000_000])
  }

  @Test(arguments: ["reset-only", "reset-and-checked", "reset-and-cancel", "model-cache"])
  func anEmptiedViewShowsThePlaceholder(strategy: String) throws {
    let values = try trial(Self.late).run(strategy)
    #expect(values["wrong-views", "time-to-content-p50"] == [0, 300_000_000])
  }

  @Test func aModelLoadsAPictureOnce() throws {
    let trial = try trial([(0, 1), (10, 2), (0, 3), (10, 4)])
    let (model, view) = (try trial.run("model-cache"), try trial.run("reset-and-checked"))
    #expect(model["loads-started"] == 2 && view["loads-started"] == 4)
    #expect(try #require(model["content-shown"]) > #require(view["content-shown"]))
  }

  @Test(arguments: Family.reusedContent.strategies.map(\.name))
  func withoutAnswersNothingIsShown(strategy: String) throws {
    let values = try trial(Self.late, failures: 1).run(strategy)
    #expect(values["content-shown", "wrong-views", "loads-failed"] == [0, 0, 2])
    #expect(values.reason("time-to-content-p50") == "no view got its picture")
  }

  @Test func anOwnStrategySeesReuse() throws {
    let values = try trial(Self.late).run("empty")
    #expect(values["loads-started"] == 0 && values["content-shown"] == 0)
  }

  @Test func anInspectionTellsOfWrongViews() throws {
    let inspection = try trial(Self.early).inspect("reset-only")
    let steps = try #require(inspection.transcripts.first).entries.map(\.text)
    #expect(steps.contains("the view of pin 1 shows the picture of pin 0"))
    #expect(inspection.pictures.count == 1 && inspection.recording != nil)
  }
}
