import Families
import PinData
import ScenarioModel
import Simulation
import Support
import TestSupport
import Testing

/// Pins at one place, with known answers.
@Suite struct PinOpeningTests {
  /// A map of clusters that ignores taps.
  private final class DeafMap: AnnotationStrategyCallbacks {
    private let annotation: Annotation
    private let count: Int

    init(_ pins: PinSet) {
      count = pins.count
      annotation = Annotation(id: .cluster(1), mapPoint: pins.mapPoints[0], memberCount: pins.count)
    }

    func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
      if mapView.annotations.isEmpty { mapView.addAnnotation(annotation) }
    }

    func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
      for pin in 0..<count { body(pin) }
    }
  }

  /// - Parameters:
  ///   - stacks: the pins of each stack, which lies a degree from the others.
  ///   - degrees: the distance from pin to pin in a stack.
  ///   - values: the values of further keys.
  private func trial(
    _ stacks: [Int], apart degrees: Double = 0, replacing values: [String: String?] = [:]
  ) throws -> FamilyTrial {
    let rows: [String] = stacks.enumerated().flatMap { stack, count in
      (0..<count).map { "\(10.0 + Double(stack)),\(20.0 + degrees * Double($0))\n" }
    }
    let deaf = StrategyEntry<PinOpeningFactory>("deaf", summary: "Does nothing.") { pins, _ in
      OpeningMap(content: DeafMap(pins)) { _, _ in .nothing }
    }
    return try FamilyTrial(
      Family.pinOpening.adding([deaf]),
      """
      data: { file: pins.csv }
      device: { viewport: [200, 400], scale: 1, profile: iphone-simulator }
      """, replacing: values, files: ["pins.csv": "lat,lon\n" + rows.joined()])
  }

  @Test(arguments: ["zoom-to-cluster-all-levels", "zoom-to-native-cluster"])
  func aClusterOfOnePlaceNeverOpens(strategy: String) throws {
    let values = try trial([5, 1, 1]).run(strategy)
    #expect(
      values["pins-tried", "stacked-pins-tried", "pins-stuck", "dead-taps"] == [7, 5, 5, 5])
    #expect(
      values["pins-reachable", "single-pins-reachable", "stacked-pins-reachable"]
        == [2.0 / 7, 1, 0])
  }

  @Test(arguments: ["no-clusters", "zoom-to-cluster"])
  func ofMarkersOnOneAnotherTheUppermostOpens(strategy: String) throws {
    let values = try trial([5, 1]).run(strategy)
    #expect(values["stacked-pins-reachable", "pins-covered"] == [1.0 / 5, 4])
  }

  @Test(arguments: ["zoom-then-list", "zoom-then-spiderfy", "zoom-then-spiderfy-wide"])
  func aClusterThatNothingSeparatesIsLaidOut(strategy: String) throws {
    let values = try trial([2, 8, 9, 50]).run(strategy)
    #expect(values["pins-reachable", "position-error-max", "dead-taps"] == [1, 0, 0])
  }

  @Test func movedPinsAreOffByWhatTheyWereMoved() throws {
    let values = try trial([10]).run("declutter-offset")
    #expect(values["pins-reachable"] == 1)
    let error = try #require(values["position-error-max"])
    #expect(abs(error - 4 * 3) < 0.05, "the tenth pin by four metres times the root of nine")
  }

  @Test(arguments: Family.pinOpening.strategies.map(\.name))
  func pinsThatAZoomSeparatesOpenWithEveryStrategy(strategy: String) throws {
    #expect(try trial([3, 3], apart: 0.01).run(strategy)["pins-reachable"] == 1)
  }

  @Test func longerDistancesTouchLess() throws {
    let trial = try trial([8, 30])
    let narrow = try #require(try trial.run("zoom-then-spiderfy")["markers-overlapping"])
    let wide = try #require(try trial.run("zoom-then-spiderfy-wide")["markers-overlapping"])
    #expect(narrow > 0 && wide == 0)
  }

  @Test func anOwnStrategyDecidesAboutTaps() throws {
    let values = try trial([2]).run("deaf")
    #expect(values["pins-reachable"] == 0)
    #expect(values["dead-taps", "pins-stuck"] == [8, 2], "to the closest zoom, four taps a pin")
  }

  @Test func anInspectionShowsWhatHappened() throws {
    let inspection = try trial([4]).inspect("zoom-to-native-cluster")
    #expect(inspection.pictures.count == 1 && inspection.recording != nil)
    let steps = try #require(inspection.transcripts.first).entries.map(\.text)
    #expect(steps.contains("a tap on a cluster of 4 changes nothing"))
  }

  /// Too few pins, more at least than at most, one end only; a camera, which the family has not.
  @Test(arguments: [
    ("stacks", "{ share: 0.1, sizes: [1, 5] }", "from 2 to 10000"),
    ("stacks", "{ share: 0.1, sizes: [5, 2] }", "from 5 to 10000"),
    ("stacks", "{ share: 0.1, sizes: [2] }", "the minimum and maximum pins per stack"),
    ("camera", "{ trace: world }", "has no key 'camera'"),
  ])
  func impossibleValue(key: String, value: String, says: String) throws {
    let error = #expect(throws: InputError.self) { try trial([2], replacing: [key: value]) }
    #expect(error.map { "\($0)".contains(says) } == true)
  }
}
