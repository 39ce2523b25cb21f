import MapGeometry
import PinData
import ScenarioModel
import SearchFamilies
import SearchSimulation
import TestSupport
import Testing
import YAMLReading

/// Lists of travel times over a street made by hand.
@Suite struct TravelTimeTests {
  private func scenario(
    rows: Int, people: Int = 1, transport: String = "automobile",
    profile: ProfileText = .steadySearch(), failures: Double = 0, in folder: TemporaryFolder,
    adding entries: [StrategyEntry<TravelTimeMake>] = []
  ) throws -> Scenario {
    _ = try folder.write(profile.text, to: "profile.yaml")
    _ = try folder.write(PlaceFileText.csv(GeocodingTrial.street), to: "places.csv")
    let family = Family.travelTimes.adding(entries)
    return try Scenario(
      yaml: """
        scenario: sample
        title: A sample
        family: travel-times
        places: { file: places.csv }
        list: { rows: \(rows), people: \(people), seed: 5 }
        transport: \(transport)
        platform: { profile: profile.yaml, failures: \(failures), seed: 3 }
        naive: route-per-row
        strategies: [\(family.strategies.map(\.name).joined(separator: ", "))]
        """, file: folder.path + "/scenario.yaml", families: FamilyRegistry([family]))
  }

  private func values(
    _ strategy: String, rows: Int, people: Int = 1, transport: String = "automobile",
    profile: ProfileText = .steadySearch(), failures: Double = 0,
    adding entries: [StrategyEntry<TravelTimeMake>] = []
  ) throws -> TrialValues {
    let folder = try TemporaryFolder()
    let scenario = try scenario(
      rows: rows, people: people, transport: transport, profile: profile, failures: failures,
      in: folder, adding: entries)
    return try TrialValues(
      scenario.workload.prepare(
        Case(scenario: "sample", variant: "", size: rows, strategy: strategy),
        folders: folder.trialFolders()))
  }

  /// All rows at once, so that nothing depends on the scrolling.
  private var allRows: ProfileText {
    var profile = ProfileText.steadySearch()
    profile.set("list-rows-on-screen", 60, "count")
    profile.set("list-distinct-share", 1, "fraction")
    profile.set("position-noise", 0.1, "m")
    return profile
  }

  @Test(arguments: ["route-per-row", "eta-per-row"])
  func aRequestForEachRowIsRefusedAfterFifty(strategy: String) throws {
    let values = try values(strategy, rows: 60, profile: allRows)
    #expect(values["requests-sent"] == 50)
    #expect(values["requests-throttled"] == 10)
    #expect(values["rows-with-time"] == 50.0 / 60)
    #expect(values["rows-with-right-time"] == 50.0 / 60)
    #expect(values["wrong-rows"] == 0)
  }

  @Test func aTravelTimeAloneNeedsFewerBytes() throws {
    let routes = try values("route-per-row", rows: 20, profile: allRows)
    let times = try values("eta-per-row", rows: 20, profile: allRows)
    #expect(routes["requests-sent"] == times["requests-sent"])
    #expect(routes["rows-with-right-time"] == 1)
    #expect(times["rows-with-right-time"] == 1)
    #expect(try #require(times["service-bytes"]) < #require(routes["service-bytes"]))
  }

  @Test func aBusyObjectTakesTheFirstRowOnly() throws {
    let values = try values("shared-directions", rows: 40, profile: allRows)
    #expect(values["requests-sent"] == 1)
    #expect(values["rows-with-time"] == 1.0 / 40)
    #expect(values["requests-throttled"] == 0)
  }

  @Test func aQueueStaysBelowItsBudgetAndAsksOnceForAPlace() throws {
    let distinct = try values("eta-queue-cached", rows: 60, profile: allRows)
    #expect(distinct["requests-sent"] == 40)
    #expect(distinct["requests-throttled"] == 0)
    var profile = allRows
    profile.set("list-distinct-share", 0.1, "fraction")
    let repeated = try values("eta-queue-cached", rows: 60, profile: profile)
    #expect(repeated["requests-sent"] == 6)
    #expect(repeated["rows-with-right-time"] == 1)
  }

  @Test func anEstimateIsThereAtOnceAndIsNoTime() throws {
    let values = try values("straight-line-first", rows: 60, profile: allRows)
    #expect(values["rows-with-any-time"] == 1)
    #expect(values["rows-with-time"] == 40.0 / 60)
    #expect(values["time-to-any-time-p95"] == 0)
    #expect(try #require(values["estimate-error"]) > 0)
    #expect(try self.values("eta-per-row", rows: 60, profile: allRows)["estimate-error"] == nil)
  }

  @Test func aCellOfAnotherRowShowsItsTime() throws {
    // Slow answers on a fast scroll: the cell has another row by then, some kilometres further.
    var profile = ProfileText.steadySearch()
    profile.setLatency("directions", median: 2_000, percentile95: 2_000)
    profile.set("travel-time-tolerance", 1, "s")
    profile.set("list-distinct-share", 1, "fraction")
    let reused = try values("route-per-reused-cell", rows: 60, profile: profile)
    let own = try values("route-per-row", rows: 60, profile: profile)
    #expect(try #require(reused["wrong-rows"]) > 0)
    #expect(own["wrong-rows"] == 0)
  }

  @Test func publicTransportHasTravelTimesOnly() throws {
    let routes = try values("route-per-row", rows: 10, transport: "transit")
    #expect(routes["rows-with-time"] == 0)
    let times = try values("eta-per-row", rows: 10, transport: "transit")
    #expect(times["rows-with-right-time"] == 1)
  }

  /// Shows a minute in every row.
  private final class Guess: TravelTimeStrategy {
    private let list: TravelTimeList

    init(list: TravelTimeList, service: SearchService) { self.list = list }

    func rowDidAppear(_ row: Int, destination: Coordinate) { list.show(1e6, inRow: row) }
  }

  @Test func aStrategyOfAnotherPackageIsJudged() throws {
    let entry = StrategyEntry<TravelTimeMake>("guess", Guess.self, summary: "Guesses.")
    let values = try values("guess", rows: 12, adding: [entry])
    #expect(values["rows-with-time"] == 1)
    #expect(values["rows-with-right-time"] == 0)
    #expect(values["wrong-rows"] == 12)
    #expect(values["requests-sent"] == 0)
  }

  @Test func anUnknownTransportIsAnError() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: InputError.self) {
      _ = try scenario(rows: 5, transport: "automobil", in: folder)
    }
    #expect(error.map { "\($0)".contains("automobile") } ?? false)
  }
}
