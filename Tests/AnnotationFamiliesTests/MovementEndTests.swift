import AnnotationFamilies
import Clustering
import Foundation
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing

/// A map whose camera pans over a row of pins: a tenth of the screen at each frame, so that one pin
/// comes into view and one leaves it.
private struct RowOfPins {
  /// Camera centres by their frame; between two of them the camera moves evenly.
  typealias Path = [(frame: Int, longitude: Double)]

  /// Rests, pans by a screen, and rests.
  static let onePan: Path = [(0, 0), (5, 0), (15, 0.2), (20, 0.2)]

  private let folder: TemporaryFolder
  private let scenario: Scenario
  static let interval = 16_666_667.0

  init(
    _ path: Path, strategies: [StrategyEntry<AnnotationStrategyFactory>] = []
  ) throws {
    folder = try TemporaryFolder()
    let frames = path.map { frame, longitude in
      CameraFrame(
        time: Double(frame) / 60,
        region: Region(
          center: Coordinate(latitude: 0, longitude: longitude),
          span: CoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 0.2)))
    }
    // In the middle between two places that an edge of the screen can come to.
    let pins = (-50..<50).map { "0,\((Double($0) + 0.5) * 0.02)\n" }
    _ = try folder.write("lat,lon\n" + pins.joined(), to: "pins.csv")
    _ = try folder.write(CameraTrace(frames: frames).jsonLines, to: "trace.jsonl")
    let family = Family.annotations.adding(strategies)
    let names = family.strategies.map(\.name)
    scenario = try Scenario(
      yaml: ScenarioText.replacing([
        "data": "data: { file: pins.csv }", "camera": "camera: { file: trace.jsonl }",
        "strategies": "strategies: [\(names.joined(separator: ", "))]",
        "sizes": nil, "thresholds": nil, "claims": nil,
      ]), file: folder.path + "/scenario.yaml", families: FamilyRegistry([family]))
  }

  func replay(_ strategy: String) throws -> any Replay {
    try scenario.workload.prepare(trial(strategy), folders: folder.trialFolders())
  }

  /// The observed metrics of a strategy.
  func values(_ strategy: String) throws -> [String: Double] {
    let inspection = try scenario.workload.inspect(
      trial(strategy), folders: folder.trialFolders(), pictures: folder.makeFolder())
    return Dictionary(
      uniqueKeysWithValues: inspection.values.compactMap { value in
        value.value.number.map { (value.name, $0) }
      })
  }

  /// The counted and modelled metrics of a strategy.
  func results(_ strategy: String) throws -> TrialValues {
    try TrialValues(replay(strategy))
  }

  private func trial(_ strategy: String) -> Case {
    Case(scenario: "sample", variant: "", size: 100, strategy: strategy)
  }
}

/// The end of a movement is reported in the first frame at rest.
@Suite struct MovementEndTests {
  /// Adds an annotation each time that a movement ends.
  private final class EndCounter: AnnotationStrategy {
    private var count = 0

    init(pins: PinSet, context: StrategyContext) {}
    func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}

    func regionDidChange(_ mapView: MapView) {
      mapView.addAnnotation(Annotation(id: .pin(count), mapPoint: MapPoint(x: 1, y: 1)))
      count += 1
    }
  }

  /// The frames in which the end of a movement is reported.
  private func ends(_ path: RowOfPins.Path) throws -> [Int] {
    let counter = StrategyEntry("counter", EndCounter.self, summary: "Counts.")
    let replay = try RowOfPins(path, strategies: [counter]).replay("counter")
    // A second replay after a reset is the same.
    var rounds: [[Int]] = []
    for _ in 0..<2 {
      replay.reset()
      try replay.build()
      var frames: [Int] = []
      var before = 0.0
      for frame in 0..<replay.frameCount {
        try replay.showFrame(frame)
        replay.frameDidEnd(frame)
        let inserted = replay.results().first { $0.name == "annotations-inserted" }?.value.number
        let count = try #require(inserted)
        if count > before { frames.append(frame) }
        before = count
      }
      rounds.append(frames)
    }
    #expect(rounds[0] == rounds[1])
    return rounds[0]
  }

  @Test func theFirstFrameAtRestAfterAMovement() throws {
    #expect(try ends(RowOfPins.onePan) == [0, 16])
  }

  @Test func eachMovementHasAnEnd() throws {
    #expect(
      try ends([(0, 0), (2, 0.04), (4, 0.04), (7, 0.1), (8, 0.1), (10, 0.06), (12, 0.06)])
        == [0, 3, 8, 11])
  }

  @Test func aPathMayEndInAMovement() throws {
    #expect(try ends([(0, 0), (4, 0), (10, 0.12)]) == [0, 10])
  }

  @Test func aMapAtRestOnlyAppears() throws {
    #expect(try ends([(0, 0), (10, 0)]) == [0])
  }
}

/// A filter at the end of a movement, as the axiom-mapkit guide has it: until then the map has the
/// pins of the region where the movement began.
@Suite struct FilterAtMovementEndTests {
  /// One pin more is missing at each of the ten frames of the pan: 1 + 2 + ... + 10 of the 10 x 10
  /// pins in view. The pin that came first has just reached the other edge when the camera rests.
  @Test(arguments: ["visible-region-on-end", "visible-region-clusters-on-end"])
  func newPinsAreMissingDuringTheMovement(strategy: String) throws {
    let values = try RowOfPins(RowOfPins.onePan).values(strategy)
    #expect(values["frames-inspected"] == 21)
    #expect(values["pin-coverage-moving"] == 45.0 / 100)
    #expect(values["pin-coverage"] == (210.0 - 55) / 210)
    #expect(values["missing-time-max"] == 10 * RowOfPins.interval)
  }

  @Test(arguments: ["all-pins", "visible-region-scan", "visible-region-index"])
  func aSearchInEachFrameMissesNone(strategy: String) throws {
    let values = try RowOfPins(RowOfPins.onePan).values(strategy)
    #expect(values["pin-coverage-moving"] == 1 && values["pin-coverage"] == 1)
    #expect(values["missing-time-max"] == 0)
  }

  @Test func aMapAtRestHasNoCoverageOfMovements() throws {
    let values = try RowOfPins([(0, 0), (10, 0)]).values("visible-region-on-end")
    #expect(values["pin-coverage"] == 1 && values["pin-coverage-moving"] == nil)
  }

  /// The appearance and the end: two scans of all pins, against one in each of 21 frames.
  @Test func eachMovementIsSearchedOnce() throws {
    let row = try RowOfPins(RowOfPins.onePan)
    #expect(try row.results("visible-region-on-end")["pins-examined"] == 2 * 100)
    #expect(try row.results("visible-region-scan")["pins-examined"] == 21 * 100)
    // The query finds the ten pins of the region at rest.
    let queried = try row.results("visible-region-clusters-on-end")
    #expect(queried["pins-examined"] == 20)
    #expect(queried["max-shown-annotations"] == 10)
    #expect(queried["annotations-inserted"] == 20 && queried["annotations-removed"] == 10)
  }

  @Test func duringThePanTheMapHasThePinsOfTheOldRegion() throws {
    let coordinates = (0..<60).map { Coordinate(latitude: 0, longitude: 0.01 + 0.02 * Double($0)) }
    // Without views off screen, those on it can be counted.
    let mapView = MapView(
      device: Device(
        viewport: Viewport(width: 200, height: 400), scale: 1, refresh: 60,
        profile: .sample([.visibleMargin: 0])))
    let entry = try #require(
      AnnotationStrategyFactory.annotations.first {
        $0.description.name == "visible-region-on-end"
      })
    let folder = try TemporaryFolder()
    let strategy = try entry.make.make(
      PinSet(coordinates: coordinates),
      StrategyContext(device: mapView.device, workspace: folder.path))
    mapView.delegate = strategy
    func move(to longitude: Double, ends: Bool) throws {
      mapView.setRegion(
        Region(
          center: Coordinate(latitude: 0, longitude: longitude),
          span: CoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 0.2)))
      try strategy.mapViewDidChangeVisibleRegion(mapView)
      if ends { try strategy.regionDidChange(mapView) }
      mapView.layoutAnnotationViews()
    }
    func shown() -> [AnnotationID] { mapView.annotations.map(\.id).sorted() }
    try move(to: 0.1, ends: true)
    #expect(shown() == (0..<10).map { .pin($0) })
    for step in 1...10 {
      try move(to: 0.1 + 0.02 * Double(step), ends: false)
      #expect(shown() == (0..<10).map { .pin($0) })
      #expect(mapView.liveViewCount == 10 - step, "those that are still in view")
    }
    try move(to: 0.3, ends: true)
    #expect(shown() == (10..<20).map { .pin($0) })
    #expect(mapView.liveViewCount == 10)
  }
}

/// The map's own clustering of the pins in view: the same clusters, of fewer annotations.
@Suite struct ClusteredRegionTests {
  /// Pins are 20 points apart, and views are 28 points wide.
  @Test func onlyThePinsInViewAreClustered() throws {
    let row = try RowOfPins(RowOfPins.onePan)
    let all = try row.results("native-clusters")
    let inView = try row.results("visible-region-clusters")
    #expect(all["max-shown-annotations"] == 100)
    // A tenth of a screen more on each side, a pin each.
    #expect(inView["max-shown-annotations"] == 12)
    #expect(try #require(inView["max-live-views"]) < 10, "neighbours collide")
    // Of the map's own margin, a fifth of a screen, only what is on the map can collide.
    #expect(try #require(inView["cluster-candidates"]) <= #require(all["cluster-candidates"]))
    let values = try row.values("visible-region-clusters")
    #expect(values["pin-coverage"] == 1 && values["missing-time-max"] == 0)
  }
}
