import Clustering
import Families
import PinData
import ScenarioModel
import Simulation
import TestSupport
import Testing

extension FamilyTrial {
  /// A map whose camera moves over a row of 100 pins.
  ///
  /// - Parameter path: frames, each with the longitude of then. Without it the camera rests, pans
  ///   by a screen, a tenth of it at each frame, so that one pin comes into view and one leaves it,
  ///   and rests.
  fileprivate static func row(
    _ path: [(Double, Double)] = [(0, 0), (5, 0), (15, 0.2), (20, 0.2)],
    adding strategies: [StrategyEntry<AnnotationStrategyFactory>] = []
  ) throws -> FamilyTrial {
    // In the middle between two places that an edge of the screen can come to.
    try .overEquator(
      Family.annotations.adding(strategies),
      pins: (-50..<50).map { (0, (Double($0) + 0.5) * 0.02) },
      camera: path.map { ($0 / 60, $1) }, span: 0.2, refresh: 60)
  }
}

/// The end of a movement is reported in the first frame at rest.
@Suite struct MovementEndTests {
  /// Adds an annotation each time that a movement ends.
  private final class EndCounter: AnnotationStrategy {
    init(pins: PinSet, context: StrategyContext) {}
    func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}

    func regionDidChange(_ mapView: MapView) {
      mapView.addAnnotation(
        Annotation(id: .pin(mapView.annotations.count), mapPoint: MapPoint(x: 1, y: 1)))
    }
  }

  /// Paths, and the frames in which the end of a movement is reported: always in the first one,
  /// after each movement, and at the end of a path that does not rest there.
  private static let paths: [([(Double, Double)], [Int])] = [
    ([(0, 0), (5, 0), (15, 0.2), (20, 0.2)], [0, 16]),
    ([(0, 0), (2, 0.04), (4, 0.04), (7, 0.1), (8, 0.1), (10, 0.06), (12, 0.06)], [0, 3, 8, 11]),
    ([(0, 0), (4, 0), (10, 0.12)], [0, 10]), ([(0, 0), (10, 0)], [0]),
  ]

  @Test(arguments: paths)
  func theFirstFrameAtRestAfterAMovement(path: [(Double, Double)], ends: [Int]) throws {
    let counter = StrategyEntry("counter", EndCounter.self, summary: "Counts.")
    let replay = try FamilyTrial.row(path, adding: [counter]).prepare("counter")
    // A second replay after a reset is the same.
    for _ in 0..<2 {
      replay.reset()
      try replay.build()
      var (frames, before): ([Int], Double) = ([], 0)
      for frame in 0..<replay.frameCount {
        try replay.showFrame(frame)
        replay.frameDidEnd(frame)
        let count = try #require(TrialValues(all: replay.results())["annotations-inserted"])
        if count > before { frames.append(frame) }
        before = count
      }
      #expect(frames == ends)
    }
  }
}

/// A filter at the end of a movement, as the axiom-mapkit guide has it: until then the map has the
/// pins of the region where the movement began.
@Suite struct FilterAtMovementEndTests {
  /// One pin more is missing at each of the ten frames of the pan: 1 + 2 + ... + 10 of the 10 x 10
  /// pins in view. The pin that came first has just reached the other edge when the camera rests.
  @Test(arguments: ["visible-region-on-end", "visible-region-clusters-on-end"])
  func newPinsAreMissingDuringTheMovement(strategy: String) throws {
    let row = try FamilyTrial.row()
    let values = try row.observe(strategy)
    #expect(values["frames-inspected", "missing-time-max"] == [21, 10 * UpdateWorld.interval])
    #expect(values["pin-coverage-moving"] == 45.0 / 100)
    #expect(values["pin-coverage"] == (210.0 - 55) / 210)
    // The pins of the old region stay until they are exchanged for those of the new one.
    #expect(
      try row.run(strategy)[
        "max-shown-annotations", "annotations-inserted", "annotations-removed"] == [10, 20, 10])
  }

  @Test(arguments: [
    "all-pins", "visible-region-scan", "visible-region-index", "visible-region-clusters",
  ])
  func aSearchInEachFrameMissesNone(strategy: String) throws {
    let values = try FamilyTrial.row().observe(strategy)
    #expect(values["pin-coverage-moving", "pin-coverage", "missing-time-max"] == [1, 1, 0])
  }

  @Test func aMapAtRestHasNoCoverageOfMovements() throws {
    let values = try FamilyTrial.row([(0, 0), (10, 0)]).observe("visible-region-on-end")
    #expect(values["pin-coverage"] == 1 && values["pin-coverage-moving"] == nil)
  }

  /// The appearance and the end: two scans of all pins, against one in each of 21 frames.
  @Test func eachMovementIsSearchedOnce() throws {
    let row = try FamilyTrial.row()
    #expect(try row.run("visible-region-on-end")["pins-examined"] == 2 * 100)
    #expect(try row.run("visible-region-scan")["pins-examined"] == 21 * 100)
    // The query finds the ten pins of the region at rest.
    #expect(try row.run("visible-region-clusters-on-end")["pins-examined"] == 20)
  }
}

/// The map's own clustering of the pins in view: the same clusters, of fewer annotations.
@Suite struct ClusteredRegionTests {
  /// Pins are 20 points apart, and views are 28 points wide.
  @Test func onlyThePinsInViewAreClustered() throws {
    let row = try FamilyTrial.row()
    let all = try row.run("native-clusters")
    let inView = try row.run("visible-region-clusters")
    #expect(all["max-shown-annotations"] == 100)
    // A tenth of a screen more on each side, a pin each.
    #expect(inView["max-shown-annotations"] == 12)
    #expect(try #require(inView["max-live-views"]) < 10, "neighbours collide")
    // Of the map's own margin, a fifth of a screen, only what is on the map can collide.
    #expect(try #require(inView["cluster-candidates"]) <= #require(all["cluster-candidates"]))
  }
}
