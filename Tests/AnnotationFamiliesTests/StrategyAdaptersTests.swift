import AnnotationFamilies
import Clustering
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing

/// The shapes of libraries that need no delegate of a map view.
@Suite struct StrategyAdaptersTests {
  /// Pins by the cells of a grid in the world: the same at each zoom.
  private static func cells(
    _ pins: some Sequence<(pin: Int, coordinate: Coordinate)>, in rect: MapRect
  ) -> [PinGroup] {
    var cells: [Int: [(pin: Int, point: MapPoint)]] = [:]
    for (pin, coordinate) in pins {
      let point = MapPoint(coordinate)
      cells[Int(point.x / 1e7) * 100 + Int(point.y / 1e7), default: []].append((pin, point))
    }
    return cells.sorted { $0.key < $1.key }.map(\.value).map { members in
      let count = Double(members.count)
      let middle = MapPoint(
        x: members.reduce(0) { $0 + $1.point.x } / count,
        y: members.reduce(0) { $0 + $1.point.y } / count)
      return PinGroup(pins: members.map(\.pin).reversed(), at: middle.coordinate)
    }
  }

  private struct Cells: PinIndex {
    private let pins: PinSet

    init(pins: PinSet) { self.pins = pins }

    func groups(in rect: MapRect, zoom: Double) -> [PinGroup] {
      StrategyAdaptersTests.cells(
        pins.coordinates.enumerated().map { (pin: $0.offset, coordinate: $0.element) }, in: rect)
    }
  }

  private struct Store: LivePinStore {
    private var pins: [(pin: Int, coordinate: Coordinate)] = []
    private var isShown = false

    mutating func insert(_ pin: Int, at coordinate: Coordinate) {
      pins.append((pin, coordinate))
    }

    mutating func update(
      visible rect: MapRect, zoom: Double
    ) -> (removed: [PinGroup], added: [PinGroup]) {
      defer { isShown = true }
      return ([], isShown ? [] : StrategyAdaptersTests.cells(pins, in: rect))
    }
  }

  private struct Forgetful: LivePinStore {
    mutating func insert(_ pin: Int, at coordinate: Coordinate) {}

    mutating func update(
      visible rect: MapRect, zoom: Double
    ) -> (removed: [PinGroup], added: [PinGroup]) {
      ([PinGroup(pins: [3, 4], at: Coordinate(latitude: 0, longitude: 0))], [])
    }
  }

  private static let registry = FamilyRegistry([
    Family.annotations.adding([
      StrategyEntry("function", summary: "Cells.") { pins, rect, _ in
        cells(
          pins.coordinates.enumerated().map { (pin: $0.offset, coordinate: $0.element) }, in: rect)
      },
      StrategyEntry("index", index: Cells.self, summary: "Cells."),
      StrategyEntry("store", store: Store.self, summary: "Cells."),
      StrategyEntry("forgetful", store: Forgetful.self, summary: "Removes what is not there."),
    ])
  ])

  private func inspection(_ strategy: String) throws -> [String: Double] {
    let scenario = try Scenario(
      yaml: ScenarioText.replacing([
        "data": "data: { generator: cities, pins: 120 }", "sizes": nil,
        "camera": "camera: { trace: world, frames: 5 }",
        "strategies": "strategies: [all-pins, \(strategy)]", "thresholds": nil, "claims": nil,
      ]), file: "own.yaml", families: Self.registry)
    let folder = try TemporaryFolder()
    let scenarioCase = Case(scenario: "sample", variant: "", size: 120, strategy: strategy)
    let inspected = try scenario.workload.inspect(
      scenarioCase, folders: folder.trialFolders(), pictures: folder.makeFolder())
    let replay = try scenario.workload.prepare(scenarioCase, folders: folder.trialFolders())
    try replay.build()
    for frame in 0..<replay.frameCount {
      try replay.showFrame(frame)
      replay.frameDidEnd(frame)
    }
    return Dictionary(
      uniqueKeysWithValues: (inspected.values + replay.results()).compactMap { value in
        value.value.number.map { (value.name, $0) }
      })
  }

  @Test(arguments: ["function", "index", "store"])
  func everyShapeShowsTheSame(strategy: String) throws {
    let found = try inspection(strategy)
    #expect(found["pin-coverage"] == 1)
    let pins = PinGenerator.cities.pins(count: 120, seed: 0)
    let cells = Self.cells(
      pins.coordinates.enumerated().map { (pin: $0.offset, coordinate: $0.element) }, in: .world)
    try #require(cells.count > 3 && cells.count < 100)
    // Each is added once and stays.
    #expect(found["annotations-inserted"] == Double(cells.count))
    #expect(found["annotations-removed"] == 0)
  }

  @Test func aStoreThatRemovesWhatItNeverAddedIsTold() throws {
    let error = #expect(throws: (any Error).self) { _ = try inspection("forgetful") }
    #expect(
      error.map { "\($0)" }
        == "expected the store to remove a group that it has added, found another one, of 2 pins, "
        + "the first of them pin 3; return removed groups as they were added")
  }
}
