import MapGeometry
import PinData
import ScenarioModel
import SearchFamilies
import TestSupport
import Testing

/// Which rows got which addresses, counted by hand.
@Suite struct GeocodingLabelTests {
  private func run(
    _ strategy: String, places: [Place] = GeocodingTrial.street, rows: Int, people: Int = 1
  ) throws -> TrialValues {
    try GeocodingTrial(
      places: places, rows: rows, people: people, adding: GeocodingTrial.entries
    ).run(strategy)
  }

  @Test func everyOtherRow() throws {
    let values = try run("even-rows", rows: 8, people: 2)
    #expect(values["rows-seen"] == 16 && values["rows-labelled"] == 0.5)
    #expect(values["label-precision"] == 1)
    #expect(values["requests-sent"] == 8)
    // A geocoding request takes 200 ms, whichever row it is for.
    #expect(values["time-to-label-p50"] == 200e6 && values["time-to-label-p95"] == 200e6)
  }

  @Test func aListOfOddLength() throws {
    let values = try run("even-rows", rows: 7)
    #expect(values["rows-seen"] == 7 && values["rows-labelled"] == 4.0 / 7)
  }

  @Test func nothingAskedIsNothingLabelled() throws {
    let values = try run("silent", rows: 30)
    #expect(values["rows-seen"] == 30 && values["rows-labelled"] == 0)
    #expect(values["requests-sent"] == 0 && values["service-bytes"] == 0)
    #expect(values.reason("label-precision") == "no row got an address")
    #expect(values.reason("time-to-label-p95") == "no row got an address")
  }

  /// Nine rows: the first leaves when the ninth comes, and gets its address then, off screen.
  @Test func anAddressOffScreenIsNoLabelSeen() throws {
    let values = try run("late", rows: 9)
    #expect(values["rows-seen"] == 9 && values["requests-sent"] == 9)
    #expect(values["rows-labelled"] == 0 && values["label-precision"] == 1)
    #expect(values["time-to-label-p50"] == nil)
  }

  /// One address for all rows is right for those that lie nearest to it.
  @Test(arguments: [3, 9, 24, 40])
  func rightIsWhatIsNearest(rows: Int) throws {
    let (visits, values) = try GeocodingTrial.watch("first-rows-address", rows: rows, people: 4)
    var labels = 0
    var right = 0
    for visit in visits {
      #expect(Set(visit.labels.values.map(\.place)).count == 1)
      for (row, placemark) in visit.labels {
        let coordinate = try #require(visit.coordinates[row])
        let nearest = GeocodingTrial.street.indices.min {
          GeocodingTrial.street[$0].coordinate.greatCircleDistance(to: coordinate)
            < GeocodingTrial.street[$1].coordinate.greatCircleDistance(to: coordinate)
        }
        labels += 1
        if placemark.place == nearest { right += 1 }
      }
    }
    #expect(labels == 4 * rows)
    #expect(values["label-precision"] == Double(right) / Double(labels))
    #expect(rows == 3 || right < labels)
    #expect(right >= 4, "the row that was asked for")
  }

  /// Two flats of one house: both are the nearest, whichever the geocoder names.
  @Test(arguments: [0, 9])
  func eitherOfTwoAddressesAtOnePlaceIsRight(prominence: Int) throws {
    let places: [Place] = [
      .address("1", "Main Street", 0, 0), .cafe("Luna", 0, 0, prominence: 50),
      .address("1a", "Main Street", 0, 0, prominence: prominence),
    ]
    let values = try run("geocode-per-row", places: places, rows: 8)
    #expect(values["rows-labelled"] == 1 && values["label-precision"] == 1)
  }

  /// Coordinates beyond the edge of the map are at the edge.
  @Test(arguments: [(90.0, 0.0), (-90.0, 10.0), (0.0, 180.0), (0.0, -180.0)])
  func listsAtTheEdgesOfTheMap(latitude: Double, longitude: Double) throws {
    let values = try run(
      "geocode-per-row", places: [.address("1", "Last Street", latitude, longitude)], rows: 8,
      people: 3)
    #expect(values["rows-labelled"] == 1 && values["label-precision"] == 1)
  }

  @Test func visitsLeaveNothingBehind() throws {
    let trial = try GeocodingTrial(rows: 8, people: 3, adding: GeocodingTrial.entries)
    let watch = ListVisitWatch()
    _ = try ListVisitWatch.$current.withValue(watch) { try trial.run("endless") }
    #expect(watch.visits.count == 3)
  }
}
