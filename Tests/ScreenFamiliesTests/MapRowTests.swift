import ScenarioModel
import ScreenFamilies
import TestSupport
import Testing

/// What rows with maps show, and what it costs.
@Suite struct MapRowTests {
  private static let strategies = Family.mapRows.strategies.map(\.name)

  @Test(arguments: strategies)
  func everyMetricHasAValueOrAReason(strategy: String) throws {
    let values = try ScreenTrial.rows(30).run(strategy)
    #expect(values.all.map(\.name) == Family.mapRows.metrics.map(\.name))
    for metric in Family.mapRows.metrics {
      let number = try #require(values[metric.name], "\(metric.name)")
      #expect(number.isFinite && number >= 0, "\(metric.name)")
      #expect(metric.unit != .fraction || number <= 1, "\(metric.name)")
    }
    #expect(values["rows-seen"] == 60)
    #expect(try #require(values["blank-time-p50"]) <= #require(values["blank-time-p95"]))
  }

  @Test func aMapForEachRowStaysInMemory() throws {
    let kept = try ScreenTrial.rows(30).run("live-map-per-row")
    #expect(kept["maps-made"] == 60 && kept["maps-alive-max"] == 30)
    let released = try ScreenTrial.rows(30).run("live-map-released")
    #expect(try #require(released["maps-alive-max"]) <= 6)
    #expect(try #require(released["maps-made"]) >= 60)
    let reused = try ScreenTrial.rows(30).run("reused-maps")
    #expect(reused["maps-made"] == 10 && reused["maps-alive-max"] == 5)
  }

  /// 60 MB of the app, 100 of the first map, 30 for each other one, 2 pins a map.
  @Test func theFootprintIsThatOfTheMaps() throws {
    let values = try ScreenTrial.rows(30).run("live-map-per-row")
    let pins = 2.0 * 30 * (48_000 + 300)
    #expect(values["modelled-footprint"] == 160e6 + 29 * 30e6 + pins)
    #expect(values["memory-limit-terminations"] == 0)
  }

  /// The limit is reached by the map after which the footprint is above it.
  @Test func theSystemEndsAnAppThatIsTooLarge() throws {
    var profile = ProfileText(basedOn: "iphone-simulator")
    profile.set("foreground-memory-limit", 400, "MB")
    let trial = try ScreenTrial.rows(30, profile: profile)
    let values = try trial.run("live-map-per-row")
    #expect(values["memory-limit-terminations"] == 2)
    #expect(values["maps-alive-max"] == 9)
    #expect(try #require(values["rows-without-map"]) >= 42)
    #expect(try trial.run("reused-maps")["memory-limit-terminations"] == 0)
    #expect(try trial.run("snapshot-cached")["memory-limit-terminations"] == 0)
  }

  /// A snapshot that takes longer than a row is on screen arrives in another row's cell.
  @Test func aSnapshotWithoutACheckIsShownInAnotherRow() throws {
    let trial = try ScreenTrial.rows(60)
    #expect(try #require(trial.run("snapshot-unchecked")["wrong-maps-shown"]) > 0)
    #expect(try #require(trial.run("snapshot-unchecked")["wrong-map-time"]) > 0)
    for strategy in Self.strategies where strategy != "snapshot-unchecked" {
      let values = try trial.run(strategy)
      #expect(values["wrong-maps-shown"] == 0 && values["wrong-map-time"] == 0, "\(strategy)")
    }
  }

  @Test func cancellingSavesDrawing() throws {
    let trial = try ScreenTrial.rows(60)
    let cached = try trial.run("snapshot-cached")
    let perRow = try trial.run("snapshot-per-row")
    #expect(try #require(cached["snapshots-cancelled"]) > 0)
    #expect(perRow["snapshots-cancelled"] == 0)
    #expect(
      try #require(cached["snapshots-drawn"]) < #require(perRow["snapshots-drawn"]))
    #expect(
      try #require(cached["snapshots-requested"]) <= #require(perRow["snapshots-requested"]))
    #expect(
      try #require(cached["snapshots-drawn"]) + #require(cached["snapshots-cancelled"])
        <= #require(cached["snapshots-requested"]))
  }

  @Test func aPictureWithoutAMapShowsNoMap() throws {
    let values = try ScreenTrial.rows(30).run("static-picture")
    #expect(values["rows-with-map"] == 0 && values["maps-made"] == 0)
    #expect(values["modelled-footprint"] == 60e6)
    #expect(values["hitch-time-ratio"] == 0)
  }

  /// A main thread that takes no time for a map has no late frames.
  @Test func hitchesComeFromMakingMaps() throws {
    let usual = try ScreenTrial.rows(30).run("live-map-released")
    #expect(try #require(usual["hitch-time-ratio"]) > 10)
    var profile = ProfileText(basedOn: "iphone-simulator")
    for name in ["create-map-view", "first-map-view"] { profile.set(name, 0, "ms") }
    let fast = try ScreenTrial.rows(30, profile: profile).run("live-map-released")
    #expect(fast["hitch-time-ratio"] == 0)
  }

  @Test func theBitmapsDoNotChangeWhatIsCounted() throws {
    let trial = try ScreenTrial.rows(20)
    for strategy in Self.strategies {
      #expect(try TrialValues(trial.prepare(strategy)).all == trial.run(strategy).all)
    }
  }

  @Test func aVisitDoesNotDependOnOthers() throws {
    let few = try ScreenTrial.rows(20, people: 1)
    let many = try ScreenTrial.rows(20, people: 3)
    for strategy in ["snapshot-cached", "live-map-per-row"] {
      #expect(try TrialValues(many.prepare(strategy), frames: [0]).all == few.run(strategy).all)
    }
  }

  @Test func anInspectionShowsTheRows() throws {
    let inspection = try ScreenTrial.rows(30).inspect("snapshot-unchecked")
    #expect(inspection.pictures.count == 1 && inspection.recording != nil)
    let entries = try #require(inspection.transcripts.first).entries.map(\.text)
    #expect(entries.contains { $0.contains("shows its map") })
    #expect(entries.contains { $0.contains("shows the map of row") })
  }

  /// Shows nothing in any row.
  private final class BlankRows: MapRowStrategy {
    init(list: MapList) {}
    func rowDidAppear(_ row: Int, in cell: MapCell) {}
    func rowDidDisappear(_ row: Int, from cell: MapCell) {}
  }

  /// With as many rows as the screen has, each is there from the beginning to the last look.
  @Test func rowsWithoutAMapAreBlankAsLongAsTheyAreThere() throws {
    let values = try ScreenTrial.rows(
      5, adding: [StrategyEntry("blank", BlankRows.self, summary: "Nothing.")]
    ).run("blank")
    #expect(values["rows-without-map"] == 10 && values["rows-with-map"] == 0)
    #expect(values["blank-time-p50"] == 10e9 && values["blank-time-p95"] == 10e9)
    #expect(values.reason("hitch-time-ratio") == "the list never scrolled")
  }
}
