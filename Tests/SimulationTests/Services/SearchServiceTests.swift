import Clustering
import Simulation
import Support
import TestSupport
import Testing

@Suite struct SearchServiceTests {
  private typealias World = ServiceWorld
  private let varied = SearchServiceParameters.steady(
    percentile95: 1_200 * ServiceWorld.millisecond, throttleLimit: 100_000)

  /// The times at which searches are answered that all start at 0.
  private func arrivals(_ count: Int, in world: World) -> [Int64?] {
    var times = [Int64?](repeating: nil, count: count)
    let searches = (0..<count).map { index in
      let search = LocalSearch(
        request: LocalSearch.Request(naturalLanguageQuery: "Cafe"), service: world.service)
      search.start { _ in times[index] = world.simulation.now }
      return search
    }
    world.run(until: 3_600 * World.second)
    withExtendedLifetime(searches) {}
    return times
  }

  // MARK: - Latencies

  @Test func latenciesAreTheSameOnEveryMachine() {
    #expect(
      arrivals(6, in: World(parameters: varied, seed: 1))
        == [205_509_000, 360_990_000, 495_432_000, 103_378_000, 780_775_000, 730_806_000])
    #expect(
      arrivals(3, in: World(parameters: varied, seed: 2)) == [87_076_000, 261_744_000, 609_088_000])
  }

  @Test func kindsDrawTheirLatenciesIndependently() {
    let world = World(parameters: varied)
    var geocoded: [Int64] = []
    for _ in 0..<3 {
      Geocoder(service: world.service).reverseGeocodeLocation(ServiceWorld.graz) { _ in
        geocoded.append(world.simulation.now)
      }
    }
    let searched = arrivals(3, in: world).compactMap(\.self)
    #expect(searched == arrivals(3, in: World(parameters: varied)).compactMap(\.self))
    #expect(geocoded.count == 3)
    #expect(Set(geocoded).isDisjoint(with: searched))
  }

  @Test func percentilesOfManyRequestsAreThoseOfTheParameters() {
    let times = arrivals(20_000, in: World(parameters: varied)).compactMap(\.self).sorted()
    #expect(abs(Double(times[10_000]) / 300e6 - 1) < 0.03)
    #expect(abs(Double(times[19_000]) / 1_200e6 - 1) < 0.03)
  }

  // MARK: - Failures

  @Test func aShareOfRequestsFailsAfterItsLatencyAndLeavesTheOthersAsTheyWere() {
    let calm = arrivals(2_000, in: World(parameters: varied))
    let world = World(parameters: varied, failureShare: 0.25)
    #expect(arrivals(2_000, in: world) == calm)
    let counts = world.service.traffic[.search]
    #expect(counts.sent == 2_000)
    #expect(counts.failed + counts.answered == 2_000)
    #expect((430...570).contains(counts.failed))
    #expect(world.engine.queries.count == counts.answered)
  }

  @Test func aShareOfOneFailsEverythingAndOneOfNoughtNothing() {
    for (share, failed) in [(0.0, 0), (1.0, 40)] {
      let world = World(failureShare: share)
      let logs = (0..<40).map { _ in world.startSearch("Cafe") }
      world.run(until: World.second)
      #expect(world.service.traffic[.search].failed == failed)
      #expect(logs.flatMap(\.errors) == Array(repeating: .serverFailure, count: failed))
    }
  }

  @Test func theFirstErrorOfTheEngineIsKeptAndItsRequestFails() {
    let world = World()
    let first = PlaceSearchError.database(path: "a", reason: "b")
    let good = world.startSearch("Cafe")
    #expect(world.service.engineFault == nil)
    world.engine.fault = first
    let bad = world.startSearch("Cafe")
    #expect(world.service.engineFault == first, "known as soon as the engine is asked")
    world.engine.fault = .unknownFormat(path: "c", found: "d")
    var errors: [MapError] = []
    Geocoder(service: world.service).reverseGeocodeLocation(
      Coordinate(47, 15)
    ) { if case .failure(let error) = $0 { errors.append(error) } }
    let completer = world.keep(LocalSearchCompleter(service: world.service))
    completer.queryFragment = "Caf"
    world.run(until: World.second)
    #expect(world.service.engineFault == first)
    #expect(good.names.count == 1)
    #expect(bad.errors == [.serverFailure])
    #expect(errors == [.serverFailure])
    #expect(world.service.traffic[.search].failed == 1)
    #expect(world.service.traffic[.completion].failed == 1)
  }

  // MARK: - A terminated app

  @Test func aTerminatedAppSendsNothingAndHearsNothing() {
    let world = World(watchdogLimit: World.second)
    let place = Coordinate(47, 15)
    let slow = World(parameters: .steady(latency: 5 * World.second), watchdogLimit: World.second)
    let early = slow.startSearch("Cafe")
    for world in [world, slow] {
      world.main.async { world.main.work(for: 2 * World.second) }
      world.run(until: 2 * World.second)
      #expect(world.main.isTerminated)
      let before = world.service.traffic
      let log = world.startSearch("Cafe")
      let blank = world.startSearch("")
      let geocoder = Geocoder(service: world.service)
      geocoder.reverseGeocodeLocation(ServiceWorld.graz) { _ in Issue.record("a handler ran") }
      geocoder.reverseGeocodeLocation(ServiceWorld.graz) { _ in Issue.record("a handler ran") }
      let directions = Directions(
        request: Directions.Request(source: place, destination: place), service: world.service)
      directions.calculate { _ in Issue.record("a handler ran") }
      let completer = world.keep(LocalSearchCompleter(service: world.service))
      completer.queryFragment = "Caf"
      #expect(log.search?.isSearching == false)
      #expect(blank.search?.isSearching == false)
      #expect(!directions.isCalculating && !completer.isSearching)
      #expect(log.search?.requestNumber == nil)
      #expect(world.service.traffic == before)
      world.run(until: 4 * World.second)
      #expect(world.service.traffic == before)
      #expect(log.results.isEmpty && blank.results.isEmpty)
    }
    slow.run(until: 10 * World.second)
    #expect(early.results.isEmpty)
    #expect(slow.service.traffic[.search].cancelled == 1, "the app had ended before the answer")
  }

  // MARK: - Traffic

  @Test func bytesAreThoseOfTheTextsAndOfWhatIsAroundThem() {
    let world = World()
    let log = world.startSearch("Cafe")
    let completer = world.keep(LocalSearchCompleter(service: world.service))
    completer.queryFragment = "Straße"
    Geocoder(service: world.service).reverseGeocodeLocation(ServiceWorld.graz) { _ in }
    #expect(world.service.traffic[.search].bytesReceived == 0)
    world.run(until: World.second)
    let search = world.service.traffic[.search]
    #expect(search.bytesSent == 1_000 + 4)
    // "Cafe Blau", "Ring", "7", "Graz", and "Cafe Rot", "Wien".
    #expect(search.bytesReceived == 2 * 100 + 18 + 12)
    #expect(search.examinedPlaces == 4)
    let completion = world.service.traffic[.completion]
    #expect(completion.bytesSent == 1_000 + 7)
    // "Straße", "Search nearby".
    #expect(completion.bytesReceived == 100 + 7 + 13)
    // "Ring 7", "Ring", "7", "Graz".
    #expect(world.service.traffic[.reverseGeocoding].bytesReceived == 100 + 15)
    #expect(log.results.count == 1)
    #expect(world.service.traffic.total.bytesSent == 3_000 + 4 + 7)
    #expect(world.service.traffic.total.bytesReceived == 230 + 120 + 115)
  }

  @Test func sumsAddEveryCount() {
    var counts = RequestCounts()
    counts.sent = 1
    counts.throttled = 2
    counts.dropped = 3
    counts.cancelled = 4
    counts.failed = 5
    counts.answered = 6
    counts.bytesSent = 7
    counts.bytesReceived = 8
    counts.examinedPlaces = 9
    var traffic = SearchTraffic()
    traffic[.search] = counts
    traffic[.directions] = counts
    let double = counts + counts
    #expect(traffic.total == double)
    #expect(
      [
        double.sent, double.throttled, double.dropped, double.cancelled, double.failed,
        double.answered, double.bytesSent, double.bytesReceived, double.examinedPlaces,
      ] == [2, 4, 6, 8, 10, 12, 14, 16, 18])
    let sum = traffic + traffic
    #expect(sum[.search] == double && sum[.directions] == double)
    #expect(sum[.reverseGeocoding] == RequestCounts())
  }

  @Test func numbersAscendOverAllKinds() {
    let world = World(parameters: .steady(throttleLimit: 1))
    let place = Coordinate(47, 15)
    let search = world.startSearch("Cafe")
    let geocoder = Geocoder(service: world.service)
    geocoder.reverseGeocodeLocation(ServiceWorld.graz) { _ in }
    let throttled = world.startSearch("Cafe")
    let directions = Directions(
      request: Directions.Request(source: place, destination: place), service: world.service)
    directions.calculate { _ in }
    let numbers = [
      search.search?.requestNumber, geocoder.requestNumber, throttled.search?.requestNumber,
      directions.requestNumber,
    ].compactMap(\.self)
    #expect(numbers.map(\.value) == [1, 2, 3, 4])
    #expect(numbers.map(\.description) == ["#1", "#2", "#3", "#4"])
  }

  @Test func errorsHaveTheCodesOfMapKit() {
    #expect(MapError.allCases.map(\.code) == [1, 2, 3, 4, 5, 6])
    #expect(MapError(rawValue: 3) == .loadingThrottled)
    #expect(Set(MapError.allCases.map(\.description)).count == 6)
  }

  // MARK: - Random use

  /// Whatever an app does, every request that was sent ends in exactly one way, and no handler runs
  /// twice.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func everyRequestEndsOnce(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let world = World(
      parameters: .steady(
        percentile95: 1_200 * World.millisecond, throttleLimit: 20,
        throttleWindow: 2 * World.second),
      seed: seed, failureShare: 0.2)
    var calls: [Int: Int] = [:]
    var cancelled: Set<Int> = []
    var searches: [Int: LocalSearch] = [:]
    for index in 0..<300 {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0:
        // Sorted, because a dictionary's order differs from run to run.
        guard let key = searches.keys.sorted().randomElement(using: &generator) else { continue }
        if searches[key]?.isSearching == true { cancelled.insert(key) }
        searches[key] = nil
      case 1:
        world.run(
          until: world.simulation.now + Int64.random(in: 0...World.second, using: &generator))
      default:
        let search = LocalSearch(
          request: LocalSearch.Request(naturalLanguageQuery: "Cafe"), service: world.service)
        search.start { _ in calls[index, default: 0] += 1 }
        searches[index] = search
      }
      let counts = world.service.traffic[.search]
      #expect(counts.inFlight >= 0 && counts.inFlight <= counts.sent)
    }
    world.run(until: world.simulation.now + 3_600 * World.second)
    #expect(world.service.traffic[.search].inFlight == 0)
    #expect(calls.values.allSatisfy { $0 == 1 })
    #expect(Set(calls.keys).isDisjoint(with: cancelled))
    #expect(searches.keys.allSatisfy { calls[$0] == 1 })
    #expect(world.simulation.waitingCount == 0)
  }
}
