import Clustering
import Families
import PinData
import ScenarioModel
import TestSupport
import Testing

/// The shapes of libraries that need no delegate of a map view.
@Suite struct StrategyAdaptersTests {
  private typealias Pin = (pin: Int, coordinate: Coordinate)

  /// Pins by the cells of a grid in the world: the same at each zoom.
  private static func cells(_ pins: [Pin]) -> [PinGroup] {
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

  private static func cells(of pins: PinSet) -> [PinGroup] {
    cells(pins.coordinates.enumerated().map { (pin: $0.offset, coordinate: $0.element) })
  }

  private struct Cells: PinIndex {
    let pins: PinSet

    func groups(in rect: MapRect, zoom: Double) -> [PinGroup] {
      StrategyAdaptersTests.cells(of: pins)
    }
  }

  private struct Store: LivePinStore {
    private var pins: [Pin] = []
    private var isShown = false

    mutating func insert(_ pin: Int, at coordinate: Coordinate) {
      pins.append((pin, coordinate))
    }

    mutating func update(
      visible rect: MapRect, zoom: Double
    ) -> (removed: [PinGroup], added: [PinGroup]) {
      defer { isShown = true }
      return ([], isShown ? [] : StrategyAdaptersTests.cells(pins))
    }
  }

  private struct Forgetful: LivePinStore {
    mutating func insert(_ pin: Int, at coordinate: Coordinate) {}

    mutating func update(
      visible rect: MapRect, zoom: Double
    ) -> (removed: [PinGroup], added: [PinGroup]) {
      ([PinGroup(pins: [3, 4], at: Coordinate(0, 0))], [])
    }
  }

  private let environment = PinEnvironment.world

  private func trial() throws -> FamilyTrial {
    try environment.trial(adding: [
      StrategyEntry("function", summary: "Cells.") { pins, _, _ in Self.cells(of: pins) },
      StrategyEntry("index", index: Cells.self, summary: "Cells."),
      StrategyEntry("store", store: Store.self, summary: "Cells."),
      StrategyEntry("forgetful", store: Forgetful.self, summary: "Removes what is not there."),
    ])
  }

  @Test(arguments: ["function", "index", "store"])
  func everyShapeShowsTheSame(strategy: String) throws {
    let trial = try trial()
    #expect(try trial.observe(strategy)["pin-coverage"] == 1)
    let cells = Self.cells(of: environment.pins)
    try #require(cells.count > 3 && cells.count < 100)
    // Each is added once and stays.
    let values = try trial.run(strategy)
    #expect(values["annotations-inserted", "annotations-removed"] == [Double(cells.count), 0])
  }

  @Test func aStoreThatRemovesWhatItNeverAddedIsAnError() throws {
    let trial = try trial()
    let error = #expect(throws: (any Error).self) { try trial.run("forgetful") }
    #expect(
      error.map { "\($0)" }
        == "expected the store to remove a group that it has added, found another one, of 2 pins, "
        + "the first of them pin 3; return removed groups as they were added")
  }
}
