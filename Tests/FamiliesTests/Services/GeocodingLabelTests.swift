import Clustering
import PinData
import Simulation
import TestSupport
import Testing

/// The addresses of rows, counted by hand.
@Suite struct GeocodingLabelTests {
  @Test func everyOtherRow() throws {
    // A geocoding request takes 200 ms, whichever row it is for.
    try FamilyTrial.geocoding(rows: 8, people: 2).run("even-rows").expect([
      "rows-seen": 16, "rows-labelled": 0.5, "label-precision": 1, "requests-sent": 8,
      "time-to-label-p50": 200e6, "time-to-label-p95": 200e6,
    ])
    try FamilyTrial.geocoding(rows: 7).run("even-rows")
      .expect(["rows-seen": 7, "rows-labelled": 4.0 / 7])
  }

  @Test func nothingAskedIsNothingLabelled() throws {
    let values = try FamilyTrial.geocoding(rows: 30).run("silent")
    values.expect(["rows-seen": 30, "rows-labelled": 0, "requests-sent": 0, "service-bytes": 0])
    for name in ["label-precision", "time-to-label-p95"] {
      #expect(values.reason(name) == "no row got an address")
    }
  }

  /// Nine rows: the first leaves when the ninth comes, and gets its address then, off screen.
  @Test func anAddressOffScreenIsNoLabelSeen() throws {
    try FamilyTrial.geocoding(rows: 9).run("late").expect([
      "rows-seen": 9, "requests-sent": 9, "rows-labelled": 0, "label-precision": 1,
      "time-to-label-p50": nil,
    ])
  }

  /// One address for all rows is right for those that lie nearest to it.
  @Test(arguments: [3, 9, 24, 40])
  func rightIsWhatIsNearest(rows: Int) throws {
    let street: [Place] = .street
    let (visits, values) = try FamilyTrial.watch("first-rows-address", rows: rows, people: 4)
    var labels = 0
    var right = 0
    for visit in visits {
      #expect(Set(visit.labels.values.map(\.place)).count == 1)
      for (row, placemark) in visit.labels {
        let coordinate = try #require(visit.coordinates[row])
        let nearest = street.indices.min {
          street[$0].coordinate.greatCircleDistance(to: coordinate)
            < street[$1].coordinate.greatCircleDistance(to: coordinate)
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

  private func expectAllRight(_ places: [Place], people: Int = 1) throws {
    try FamilyTrial.geocoding(places, rows: 8, people: people).run("geocode-per-row")
      .expect(["rows-labelled": 1, "label-precision": 1])
  }

  /// Two flats of one house: both are the nearest, whichever the geocoder names.
  @Test(arguments: [0, 9])
  func eitherOfTwoAddressesAtOnePlaceIsRight(prominence: Int) throws {
    try expectAllRight([
      .address("1", "Main Street", 0, 0), .cafe("Luna", 0, 0, prominence: 50),
      .address("1a", "Main Street", 0, 0, prominence: prominence),
    ])
  }

  /// Coordinates beyond the edge of the map are at the edge.
  @Test(arguments: [(90.0, 0.0), (-90.0, 10.0), (0.0, 180.0), (0.0, -180.0)])
  func listsAtTheEdgesOfTheMap(latitude: Double, longitude: Double) throws {
    try expectAllRight([.address("1", "Last Street", latitude, longitude)], people: 3)
  }
}

/// Lists whose rows have addresses as text and show their places.
@Suite struct GeocodingAddressTests {
  private let awaiting = "geocode-address-await"

  @Test func anAwaitedAddressIsFound() throws {
    // To await takes no time besides the request's.
    try FamilyTrial.geocoding(rows: 8, people: 3).run(awaiting).expect([
      "rows-seen": 24, "requests-sent": 24, "row-label-accuracy": 1, "label-precision": 1,
      "time-to-label-p50": 200e6, "time-to-label-p95": 200e6, "hang-count": 0,
      "watchdog-terminations": 0,
    ])
  }

  /// One request for the address of each row, none for its coordinate.
  @Test func onlyTheAddressIsAskedFor() throws {
    let (visits, _) = try FamilyTrial.watch(awaiting, rows: 20, people: 2)
    #expect(visits.count == 2)
    for visit in visits {
      #expect(visit.traffic[.geocoding].sent == visit.appearances.count)
      #expect(visit.traffic[.reverseGeocoding] == RequestCounts())
      #expect(visit.labels.count == 20)
    }
  }

  /// However long the answer takes, the main thread is free until it comes.
  @Test func anAnswerThatTakesLongIsNoHang() throws {
    let profile = ProfileText.steadySearch(
      latencies: ["geocoding": 9_000], ("list-last-look", 20, "s"), ("watchdog", 5, "s"))
    try FamilyTrial.geocoding(rows: 1, people: 3, profile: profile).run(awaiting).expect([
      "rows-labelled": 1, "time-to-label-p50": 9e9, "hang-count": 0, "hang-time-total": 0,
      "watchdog-terminations": 0,
    ])
  }

  /// Two towns may have the same street: the text is found in the one that it names.
  @Test func theCityBelongsToTheAddress() throws {
    let places: [Place] = [
      .address("1", "Main Street", city: "Aachen", 0, 0),
      .address("1", "Main Street", city: "Bonn", 0, 0.000_9),
    ]
    let values = try FamilyTrial.geocoding(places, rows: 20, people: 4).run(awaiting)
    #expect(values["row-label-accuracy"] == 1)
  }

  /// Houses of the same text cannot be distinguished.
  @Test func ofTwoAddressesWithOneTextTheFirstIsFound() throws {
    let places: [Place] = [
      .address("1", "Main Street", 0, 0), .address("1", "Main Street", 0, 0.000_9),
    ]
    let (visits, values) = try FamilyTrial.watch(awaiting, places, rows: 20, people: 4)
    #expect(Set(visits.flatMap { $0.labels.values.map(\.place) }) == [0])
    #expect(try #require(values["label-precision"]) < 1)
  }

  @Test func aFailureLeavesARowWithoutAPlace() throws {
    try FamilyTrial.geocoding(rows: 8, people: 3, failures: 1).run(awaiting)
      .expect(["rows-labelled": 0, "requests-sent": 24, "hang-count": 0])
  }
}
