import Families
import ScenarioModel
import TestSupport
import Testing

/// The content of rows with maps, and its cost.
@Suite struct MapRowTests {
  private static let strategies = Family.mapRows.strategies.map(\.name)

  @Test(arguments: strategies)
  func everyMetricHasAValue(strategy: String) throws {
    let values = try FamilyTrial.rows(30).evaluate(strategy)
    #expect(values.implausible(of: Family.mapRows.metrics) == [])
    #expect(values.all.allSatisfy { $0.value.number != nil })
    #expect(values["rows-seen"] == 60)
    #expect(try #require(values["blank-time-p50"]) <= #require(values["blank-time-p95"]))
  }

  @Test func aMapForEachRowStaysInMemory() throws {
    let trial = try FamilyTrial.rows(30)
    let kept = try trial.evaluate("live-map-per-row")
    #expect(kept["maps-made", "maps-alive-max"] == [60, 30])
    let released = try trial.evaluate("live-map-released")
    #expect(try #require(released["maps-alive-max"]) <= 6)
    #expect(try #require(released["maps-made"]) >= 60)
    #expect(try trial.evaluate("reused-maps")["maps-made", "maps-alive-max"] == [10, 5])
    // 60 MB of the app, 100 of the first map, 30 for each other one, 2 pins a map.
    let footprint = 160e6 + 29 * 30e6 + 2.0 * 30 * (48_000 + 300)
    #expect(kept["modelled-footprint", "memory-limit-terminations"] == [footprint, 0])
  }

  /// The limit is reached by the map after which the footprint is above it.
  @Test func theSystemEndsAnAppThatIsTooLarge() throws {
    let trial = try FamilyTrial.rows(
      30, profile: .simulator(["foreground-memory-limit": (400, "MB")]))
    let values = try trial.evaluate("live-map-per-row")
    #expect(values["memory-limit-terminations", "maps-alive-max"] == [2, 9])
    #expect(try #require(values["rows-without-map"]) >= 42)
    for strategy in ["reused-maps", "snapshot-cached"] {
      #expect(try trial.evaluate(strategy)["memory-limit-terminations"] == 0)
    }
  }

  /// A snapshot that takes longer than a row is on screen arrives in another row's cell.
  @Test func aSnapshotWithoutACheckIsShownInAnotherRow() throws {
    let trial = try FamilyTrial.rows(60)
    for strategy in Self.strategies {
      let values = try trial.evaluate(strategy)
      for metric in ["wrong-maps-shown", "wrong-map-time"] {
        let number = try #require(values[metric])
        #expect((number > 0) == (strategy == "snapshot-unchecked"), "\(metric) of \(strategy)")
      }
    }
  }

  @Test func cancellingSavesDrawing() throws {
    let trial = try FamilyTrial.rows(60)
    func counts(_ strategy: String) throws -> (drawn: Double, cancelled: Double, asked: Double) {
      let values = try trial.evaluate(strategy)
      return (
        try #require(values["snapshots-drawn"]), try #require(values["snapshots-cancelled"]),
        try #require(values["snapshots-requested"])
      )
    }
    let (cached, perRow) = (try counts("snapshot-cached"), try counts("snapshot-per-row"))
    #expect(cached.cancelled > 0 && perRow.cancelled == 0)
    #expect(cached.drawn < perRow.drawn && cached.asked <= perRow.asked)
    #expect(cached.drawn + cached.cancelled <= cached.asked)
  }

  @Test func aPictureWithoutAMapShowsNoMap() throws {
    let values = try FamilyTrial.rows(30).evaluate("static-picture")
    #expect(values["rows-with-map", "maps-made", "hitch-time-ratio"] == [0, 0, 0])
    #expect(values["modelled-footprint"] == 60e6)
  }

  /// A main thread that takes no time for a map has no late frames.
  @Test func hitchesComeFromMakingMaps() throws {
    let usual = try FamilyTrial.rows(30).evaluate("live-map-released")
    #expect(try #require(usual["hitch-time-ratio"]) > 10)
    let profile = ProfileText.simulator(["create-map-view": (0, "ms"), "first-map-view": (0, "ms")])
    let fast = try FamilyTrial.rows(30, profile: profile).evaluate("live-map-released")
    #expect(fast["hitch-time-ratio"] == 0)
  }

  @Test func aVisitDoesNotDependOnOthers() throws {
    let (few, many) = (try FamilyTrial.rows(20, people: 1), try FamilyTrial.rows(20, people: 3))
    for strategy in ["snapshot-cached", "live-map-per-row"] {
      let first = try TrialValues(many.prepare(strategy), frames: [0])
      #expect(try first.all == few.evaluate(strategy).all)
    }
  }

  @Test func anInspectionShowsTheRows() throws {
    let inspection = try FamilyTrial.rows(30).inspect("snapshot-unchecked")
    #expect(inspection.pictures.count == 1 && inspection.recording != nil)
    let entries = try #require(inspection.transcripts.first).entries.map(\.text)
    #expect(entries.contains { $0.contains("shows its map") })
    #expect(entries.contains { $0.contains("shows the map of row") })
  }

  /// With as many rows as the screen has, each is there from the beginning to the last look.
  @Test func rowsWithoutAMapAreBlankAsLongAsTheyAreThere() throws {
    let blank = StrategyEntry<MapRowMake>("blank", summary: "Nothing.") { _ in
      MapRowCallbacks(didAppear: { _, _ in })
    }
    let values = try FamilyTrial.rows(5, adding: [blank]).evaluate("blank")
    #expect(values["rows-without-map", "rows-with-map"] == [10, 0])
    #expect(values["blank-time-p50", "blank-time-p95"] == [10e9, 10e9])
    #expect(values.reason("hitch-time-ratio") == "the list never scrolled")
  }
}
