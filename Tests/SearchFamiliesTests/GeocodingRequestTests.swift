import MapGeometry
import PinData
import ScenarioModel
import SearchFamilies
import SearchSimulation
import TestSupport
import Testing

/// What lists of addresses ask the geocoder for, counted to the last request.
@Suite struct GeocodingRequestTests {
  /// The number of requests that a window of a minute lets pass: a second implementation.
  private func admitted(_ times: [Int64]) -> Int {
    var start: Int64?
    var count = 0
    var sum = 0
    for time in times {
      if let begun = start, time - begun < 60_000_000_000 {
        count += 1
      } else {
        start = time
        count = 1
      }
      if count <= 50 { sum += 1 }
    }
    return sum
  }

  @Test(arguments: [8, 30, 60, 120])
  func aRequestForEveryRowIsThrottledAfterFifty(rows: Int) throws {
    let (visits, values) = try GeocodingTrial.watch("geocode-per-row", rows: rows, people: 3)
    var sent = 0
    for visit in visits {
      let expected = admitted(visit.appearances.map(\.time))
      #expect(visit.traffic.total.sent == expected)
      #expect(visit.traffic.total.throttled == visit.appearances.count - expected)
      #expect(visit.requests.count == visit.appearances.count)
      sent += expected
    }
    #expect(values["requests-sent"] == Double(sent))
    #expect(values["rows-seen"] == Double(3 * rows))
    if rows <= 30 {
      #expect(values["requests-throttled"] == 0 && values["rows-labelled"] == 1)
    } else {
      #expect(try #require(values["requests-throttled"]) > 0)
      #expect(try #require(values["rows-labelled"]) < 1)
    }
    #expect(values["requests-dropped"] == 0 && values["label-precision"] == 1)
  }

  @Test func theProfileSaysHowAListIsRead() throws {
    var profile = ProfileText.steadySearch()
    profile.set("list-rows-on-screen", 60, "count")
    profile.set("position-noise", 0.1, "m")
    profile.set("list-distinct-share", 1, "fraction")
    let allDistinct = try GeocodingTrial(rows: 60, profile: profile)
    // All rows come at once.
    #expect(try allDistinct.run("geocode-per-row")["requests-throttled"] == 10)
    profile.set("list-distinct-share", 0.1, "fraction")
    let repeated = try GeocodingTrial(rows: 60, profile: profile)
    #expect(try repeated.run("geocode-single-flight-cached")["requests-sent"] == 6)
    profile.set("list-last-look", 199, "ms")
    let impatient = try GeocodingTrial(rows: 60, profile: profile)
    #expect(try impatient.run("geocode-per-row")["rows-labelled"] == 0)
  }

  @Test func aSharedGeocoderDropsWhatComesMeanwhile() throws {
    let first = try GeocodingTrial.watch("geocode-shared-geocoder", rows: 8, people: 2).values
    #expect(first["requests-sent"] == 2 && first["requests-dropped"] == 14)
    #expect(first["rows-labelled"] == 1.0 / 8 && first["label-precision"] == 1)
    let (visits, values) = try GeocodingTrial.watch(
      "geocode-shared-geocoder", rows: 60, people: 3)
    for visit in visits {
      let total = visit.traffic.total
      #expect(total.sent + total.throttled + total.dropped == visit.appearances.count)
      #expect(total.dropped > total.sent)
    }
    #expect(try #require(values["rows-labelled"]) < 0.5)
  }

  /// The share of failures is the same, but who asks again asks more.
  @Test(arguments: [0.1, 0.5, 1])
  func askingAgainCostsMoreRequests(failures: Double) throws {
    func run(_ strategy: String) throws -> TrialValues {
      try GeocodingTrial(rows: 8, people: 10, failures: failures).run(strategy)
    }
    let once = try run("geocode-per-row")
    let again = try run("geocode-retry-loop")
    #expect(once["requests-sent"] == 80)
    #expect(try #require(again["requests-sent"]) > 80)
    if failures == 1 {
      #expect(once["rows-labelled"] == 0 && again["rows-labelled"] == 0)
      // Ten seconds of eight rows that ask again 0.7 s after they asked are more than fifty.
      #expect(again["requests-sent"] == 500)
      #expect(try #require(again["requests-throttled"]) > 0)
    } else {
      #expect(try #require(once["rows-labelled"]) < 1)
      #expect(again["rows-labelled"] == 1)
    }
  }

  @Test func withoutFailuresNothingIsRetried() throws {
    let once = try GeocodingTrial(rows: 20).run("geocode-per-row")
    let again = try GeocodingTrial(rows: 20).run("geocode-retry-loop")
    let metrics = Family.geocoding.metrics
    #expect(once.deterministic(of: metrics) == again.deterministic(of: metrics))
  }

  // MARK: - One flight

  /// A thousandth of a degree, in which one request is enough.
  private struct Cell: Hashable {
    let latitude: Int
    let longitude: Int

    init(_ coordinate: Coordinate) {
      latitude = Int((coordinate.latitude * 10_000).rounded())
      longitude = Int((coordinate.longitude * 10_000).rounded())
    }
  }

  /// Streets that are far longer than a list, in a grid of cells.
  private static let town: [Place] = (0..<400).map {
    .address(
      "\($0 % 20)", "Street \($0 / 20)", 0.000_7 * Double($0 / 20), 0.000_6 * Double($0 % 20))
  }

  @Test(arguments: [8, 60, 480])
  func oneRequestForRowsOfOnePlace(rows: Int) throws {
    let (visits, values) = try GeocodingTrial.watch(
      "geocode-single-flight-cached", places: Self.town, rows: rows, people: 2)
    #expect(values["requests-throttled"] == 0 && values["requests-dropped"] == 0)
    for visit in visits {
      let cells = Dictionary(grouping: visit.labels) { label in
        visit.coordinates[label.key].map(Cell.init)
      }
      for labels in cells.values {
        #expect(Set(labels.map(\.value.requestNumber)).count == 1, "one request for a cell")
      }
      let answered = Set(visit.labels.values.map(\.requestNumber))
      #expect(visit.traffic.total.sent == visit.requests.count)
      #expect(answered.isSubset(of: visit.requests.map(\.number)))
      // The last requests may be under way when the list is closed; no others are without a row.
      #expect(visit.requests.count - answered.count == visit.traffic.total.inFlight)
    }
  }

  /// In any minute, wherever it begins.
  @Test func itStaysBelowTheLimit() throws {
    let (visits, _) = try GeocodingTrial.watch(
      "geocode-single-flight-cached", places: Self.town, rows: 480, people: 3)
    for visit in visits {
      let times = visit.requests.map(\.time)
      #expect(times.count >= 50, "else there is nothing to see")
      for (index, time) in times.enumerated() {
        let inAMinute = times[index...].count { $0 - time < 60_000_000_000 }
        #expect(inAMinute <= 40)
      }
    }
  }

  /// When a request is made, a row of its place is on screen.
  @Test func rowsThatLeftAreNotAskedFor() throws {
    let (visits, values) = try GeocodingTrial.watch(
      "geocode-single-flight-cached", places: Self.town, rows: 240, people: 3)
    for visit in visits {
      let rows = Dictionary(grouping: visit.labels.keys) { visit.labels[$0]?.requestNumber }
      for request in visit.requests where rows[request.number] != nil {
        let asked = (rows[request.number] ?? []).compactMap { visit.coordinates[$0] }
        let onScreen = request.rowsOnScreen.compactMap { visit.coordinates[$0] }.map(Cell.init)
        #expect(!Set(asked.map(Cell.init)).isDisjoint(with: onScreen))
      }
    }
    #expect(try #require(values["rows-labelled"]) < 1, "else no row left without an address")
  }

  @Test func afterAFailureARowIsAskedForWhenItComesAgain() throws {
    let (visits, values) = try GeocodingTrial.watch(
      "geocode-single-flight-cached", rows: 8, people: 5, failures: 1)
    #expect(values["rows-labelled"] == 0)
    for visit in visits {
      let cells = Set(visit.coordinates.values.map(Cell.init))
      #expect(visit.requests.count == cells.count, "each once, and not again")
    }
  }
}
