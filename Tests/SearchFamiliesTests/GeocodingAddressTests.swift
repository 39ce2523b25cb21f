import PinData
import SearchFamilies
import SearchSimulation
import TestSupport
import Testing

/// Lists whose rows have addresses as text and show their places.
@Suite struct GeocodingAddressTests {
  private static let awaiting = "geocode-address-await"
  private static let blocking = "geocode-address-blocking-main"

  @Test func anAwaitedAddressIsFound() throws {
    let values = try GeocodingTrial(rows: 8, people: 3).run(Self.awaiting)
    #expect(values["rows-seen"] == 24 && values["requests-sent"] == 24)
    #expect(values["row-label-accuracy"] == 1 && values["label-precision"] == 1)
    // To await takes no time besides the request's.
    #expect(values["time-to-label-p50"] == 200e6 && values["time-to-label-p95"] == 200e6)
    #expect(values["hang-count"] == 0 && values["watchdog-terminations"] == 0)
  }

  /// One request for the address of each row, none for its coordinate.
  @Test func onlyTheAddressIsAskedFor() throws {
    let (visits, _) = try GeocodingTrial.watch(Self.awaiting, rows: 20, people: 2)
    #expect(visits.count == 2)
    for visit in visits {
      #expect(visit.traffic[.geocoding].sent == visit.appearances.count)
      #expect(visit.traffic[.reverseGeocoding] == RequestCounts())
      #expect(visit.labels.count == 20)
    }
  }

  @Test func whoWaitsForAnAddressWaitsForTheWatchdog() throws {
    var profile = ProfileText.steadySearch()
    profile.set("watchdog", 5, "s")
    let values = try GeocodingTrial(rows: 8, people: 3, profile: profile).run(Self.blocking)
    #expect(values["watchdog-terminations"] == 3 && values["hang-count"] == 3)
    #expect(values["hang-time-max"] == 5e9)
    #expect(values["rows-labelled"] == 0)
    #expect(values["requests-sent"] == 3, "the first row's; no other row gets its turn")
  }

  /// However long the answer takes, the main thread is free until it comes.
  @Test func anAnswerThatTakesLongIsNoHang() throws {
    var profile = ProfileText.steadySearch()
    profile.setLatency("geocoding", median: 9_000, percentile95: 9_000)
    profile.set("list-last-look", 20, "s")
    profile.set("watchdog", 5, "s")
    let values = try GeocodingTrial(rows: 1, people: 3, profile: profile).run(Self.awaiting)
    #expect(values["rows-labelled"] == 1 && values["time-to-label-p50"] == 9e9)
    #expect(values["hang-count"] == 0 && values["hang-time-total"] == 0)
    #expect(values["watchdog-terminations"] == 0)
  }

  /// Two towns may have the same street: the text is found in the one that it names.
  @Test func theCityBelongsToTheAddress() throws {
    let places: [Place] = [
      .address("1", "Main Street", city: "Aachen", 0, 0),
      .address("1", "Main Street", city: "Bonn", 0, 0.000_9),
    ]
    let values = try GeocodingTrial(places: places, rows: 20, people: 4).run(Self.awaiting)
    #expect(values["row-label-accuracy"] == 1)
  }

  /// Nothing tells one house from another of the same text.
  @Test func ofTwoAddressesWithOneTextTheFirstIsFound() throws {
    let places: [Place] = [
      .address("1", "Main Street", 0, 0), .address("1", "Main Street", 0, 0.000_9),
    ]
    let (visits, values) = try GeocodingTrial.watch(
      Self.awaiting, places: places, rows: 20, people: 4)
    #expect(Set(visits.flatMap { $0.labels.values.map(\.place) }) == [0])
    #expect(try #require(values["label-precision"]) < 1)
  }

  @Test func aFailureLeavesARowWithoutAPlace() throws {
    let values = try GeocodingTrial(rows: 8, people: 3, failures: 1).run(Self.awaiting)
    #expect(values["rows-labelled"] == 0 && values["requests-sent"] == 24)
    #expect(values["hang-count"] == 0)
  }
}
