import Clustering
import Families
import PinData
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// The requests of lists of addresses to the geocoder, counted to the last one.
@Suite struct GeocodingRequestTests {
  /// The number of requests that a window of a minute lets pass: a second implementation.
  private func admitted(_ times: [Int64]) -> Int {
    var start: Int64?
    var count = 0
    var sum = 0
    for time in times {
      if start.map({ time - $0 >= 60_000_000_000 }) ?? true {
        start = time
        count = 0
      }
      count += 1
      if count <= 50 { sum += 1 }
    }
    return sum
  }

  @Test(arguments: [8, 30, 60, 120])
  func aRequestForEveryRowIsThrottledAfterFifty(rows: Int) throws {
    let (visits, values) = try FamilyTrial.watch("geocode-per-row", rows: rows, people: 3)
    var sent = 0
    for visit in visits {
      let expected = admitted(visit.appearances.map(\.time))
      #expect(visit.traffic.total.sent == expected)
      #expect(visit.traffic.total.throttled == visit.appearances.count - expected)
      #expect(visit.requests.count == visit.appearances.count)
      sent += expected
    }
    values.expect([
      "requests-sent": Double(sent), "rows-seen": Double(3 * rows), "requests-dropped": 0,
      "label-precision": 1,
    ])
    if rows <= 30 {
      values.expect(["requests-throttled": 0, "rows-labelled": 1])
    } else {
      #expect(try #require(values["requests-throttled"]) > 0)
      #expect(try #require(values["rows-labelled"]) < 1)
    }
  }

  @Test func theProfileSaysHowAListIsRead() throws {
    var profile = ProfileText.steadySearch(
      ("list-rows-on-screen", 60, "count"), ("position-noise", 0.1, "m"),
      ("list-distinct-share", 1, "fraction"))
    func run(_ strategy: String) throws -> TrialValues {
      try FamilyTrial.geocoding(rows: 60, profile: profile).run(strategy)
    }
    // All rows come at once.
    #expect(try run("geocode-per-row")["requests-throttled"] == 10)
    profile.set("list-distinct-share", 0.1, "fraction")
    #expect(try run("geocode-single-flight-cached")["requests-sent"] == 6)
    profile.set("list-last-look", 199, "ms")
    #expect(try run("geocode-per-row")["rows-labelled"] == 0)
  }

  @Test func aSharedGeocoderDropsWhatComesMeanwhile() throws {
    let strategy = "geocode-shared-geocoder"
    try FamilyTrial.geocoding(rows: 8, people: 2).run(strategy).expect([
      "requests-sent": 2, "requests-dropped": 14, "rows-labelled": 1.0 / 8, "label-precision": 1,
    ])
    let (visits, values) = try FamilyTrial.watch(strategy, rows: 60, people: 3)
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
      try FamilyTrial.geocoding(rows: 8, people: 10, failures: failures).run(strategy)
    }
    let once = try run("geocode-per-row")
    let again = try run("geocode-retry-loop")
    #expect(once["requests-sent"] == 80)
    #expect(try #require(again["requests-sent"]) > 80)
    if failures == 1 {
      #expect(once["rows-labelled"] == 0)
      // Ten seconds of eight rows that ask again 0.7 s after they asked are more than fifty.
      again.expect(["rows-labelled": 0, "requests-sent": 500])
      #expect(try #require(again["requests-throttled"]) > 0)
    } else {
      #expect(try #require(once["rows-labelled"]) < 1)
      #expect(again["rows-labelled"] == 1)
    }
  }

  @Test func withoutFailuresNothingIsRetried() throws {
    let trial = try FamilyTrial.geocoding(rows: 20)
    #expect(try trial.run("geocode-per-row").all == trial.run("geocode-retry-loop").all)
  }

  // MARK: - One flight

  private let flight = "geocode-single-flight-cached"

  /// A ten-thousandth of a degree, in which one request is enough.
  private func cell(_ coordinate: Coordinate) -> [Int] {
    [coordinate.latitude, coordinate.longitude].map { Int(($0 * 10_000).rounded()) }
  }

  /// Streets that are far longer than a list, in a grid of cells.
  private static let town: [Place] = (0..<400).map {
    .address(
      "\($0 % 20)", "Street \($0 / 20)", 0.000_7 * Double($0 / 20), 0.000_6 * Double($0 % 20))
  }

  @Test(arguments: [8, 60, 480])
  func oneRequestForRowsOfOnePlace(rows: Int) throws {
    let (visits, values) = try FamilyTrial.watch(flight, Self.town, rows: rows, people: 2)
    values.expect(["requests-throttled": 0, "requests-dropped": 0])
    for visit in visits {
      let cells = Dictionary(grouping: visit.labels) { label in
        visit.coordinates[label.key].map(cell)
      }
      for labels in cells.values {
        #expect(Set(labels.map(\.value.requestNumber)).count == 1, "one request for a cell")
      }
      let answered = Set(visit.labels.values.map(\.requestNumber))
      #expect(visit.traffic.total.sent == visit.requests.count)
      #expect(answered.isSubset(of: visit.requests.map(\.number)))
      // The last requests may be under way when the list is closed; no others are without a row.
      #expect(visit.requests.count - answered.count == visit.traffic.total.inFlight)
      // It stays below the limit in any minute, wherever it begins.
      let times = visit.requests.map(\.time)
      #expect(rows < 480 || times.count >= 50, "else there is nothing to see")
      for (index, time) in times.enumerated() {
        #expect(times[index...].count { $0 - time < 60_000_000_000 } <= 40)
      }
    }
  }

  /// When a request is made, a row of its place is on screen.
  @Test func rowsThatLeftAreNotAskedFor() throws {
    let (visits, values) = try FamilyTrial.watch(flight, Self.town, rows: 240, people: 3)
    for visit in visits {
      let rows = Dictionary(grouping: visit.labels.keys) { visit.labels[$0]?.requestNumber }
      for request in visit.requests where rows[request.number] != nil {
        let asked = (rows[request.number] ?? []).compactMap { visit.coordinates[$0] }
        let onScreen = request.rowsOnScreen.compactMap { visit.coordinates[$0] }.map(cell)
        #expect(!Set(asked.map(cell)).isDisjoint(with: onScreen))
      }
    }
    #expect(try #require(values["rows-labelled"]) < 1, "else no row left without an address")
  }

  @Test func afterAFailureARowIsAskedForWhenItComesAgain() throws {
    let (visits, values) = try FamilyTrial.watch(flight, rows: 8, people: 5, failures: 1)
    #expect(values["rows-labelled"] == 0)
    for visit in visits {
      let cells = Set(visit.coordinates.values.map(cell))
      #expect(visit.requests.count == cells.count, "each once, and not again")
    }
  }
}
