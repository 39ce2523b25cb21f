import Clustering
import Simulation
import TestSupport
import Testing

@Suite struct LocalSearchTests {
  private typealias World = ServiceWorld
  private let world = World()

  @discardableResult
  private func search(_ request: LocalSearch.Request, in world: World) -> SearchLog {
    SearchLog(LocalSearch(request: request, service: world.service))
  }

  @Test func theAnswerComesAfterTheLatencyAndHoldsThePlaces() throws {
    let log = world.startSearch("Cafe")
    #expect(log.search?.isSearching == true)
    world.run(until: 300 * World.millisecond - 1)
    #expect(log.results.isEmpty)
    world.run(until: 300 * World.millisecond)
    let response = try #require(log.results.first).get()
    let item = try #require(response.mapItems.first)
    #expect(item.place == 0)
    #expect(item.name == "Cafe Blau")
    #expect(item.title == "Ring 7, Graz")
    #expect(item.category == .cafe)
    #expect(item.kind == .pointOfInterest)
    #expect(item.coordinate == Coordinate(47, 15))
    #expect(response.mapItems.map(\.title) == ["Ring 7, Graz", "Wien"])
    #expect(response.requestNumber == log.search?.requestNumber)
    #expect(log.search?.isSearching == false && log.results.count == 1)
  }

  @Test func theEngineIsAskedForWhatTheRequestSays() {
    let world = World(parameters: .steady(resultLimit: 3))
    let region = Region(47, 15, degrees: 1)
    var request = LocalSearch.Request(naturalLanguageQuery: "Cafe", region: region)
    search(request, in: world)
    request.resultTypes = [.address, .physicalFeature]
    request.regionPriority = .required
    request.pointOfInterestFilter = .excluding([.bank])
    search(request, in: world)
    #expect(
      world.engine.queries == [
        PlaceQuery(text: "Cafe", region: region, limit: 3),
        PlaceQuery(
          text: "Cafe", kinds: [.address, .physicalFeature], categories: .excluding([.bank]),
          region: region, requiresRegion: true, limit: 3),
      ])
  }

  @Test(arguments: [nil, "", " ", "\n\t \u{a0}"])
  func nothingToLookForIsNotFoundWithoutARequest(query: String?) {
    let log = world.startSearch(query)
    #expect(log.search?.isSearching == true)
    world.run(until: 0)
    #expect(log.errors == [.placemarkNotFound] && log.search?.isSearching == false)
    #expect(world.service.traffic == SearchTraffic() && world.engine.callCount == 0)
  }

  @Test func nothingFoundIsAnErrorAfterTheLatency() {
    let log = world.startSearch("Nowhere")
    world.run(until: 300 * World.millisecond - 1)
    #expect(log.results.isEmpty)
    world.run(until: 300 * World.millisecond)
    #expect(log.errors == [.placemarkNotFound])
    #expect(world.service.traffic[.search].answered == 1)
    #expect(world.service.traffic[.search].failed == 0)
    #expect(world.service.traffic[.search].bytesReceived == 0)
  }

  @Test func aVeryLongQueryIsSentWhole() {
    let log = world.startSearch(String(repeating: "ä", count: 100_000))
    world.run(until: World.second)
    #expect(log.errors == [.placemarkNotFound])
    #expect(world.service.traffic[.search].bytesSent == 201_000)
  }

  private static let invalidRegions: [Region] = [
    Region(91, 0, degrees: 1), Region(.nan, 0, degrees: 1), Region(0, .infinity, degrees: 1),
    Region(0, 0, degrees: 0), Region(0, 0, degrees: -1), Region(0, 0, degrees: 999),
  ]

  @Test(arguments: invalidRegions)
  func anInvalidRegionIsNoHintAndNothingLiesInIt(region: Region) {
    var request = LocalSearch.Request(naturalLanguageQuery: "Cafe", region: region)
    search(request, in: world)
    #expect(world.engine.queries == [PlaceQuery(text: "Cafe", limit: 25)])
    request.regionPriority = .required
    let log = search(request, in: world)
    world.run(until: 0)
    #expect(log.errors == [.placemarkNotFound])
    #expect(world.service.traffic[.search].sent == 1)
  }

  @Test func requiringNoRegionRequiresNothing() {
    var request = LocalSearch.Request(naturalLanguageQuery: "Cafe")
    request.regionPriority = .required
    search(request, in: world)
    #expect(world.engine.queries == [PlaceQuery(text: "Cafe", limit: 25)])
  }

  @Test func anAnswerIsNoLongerThanTheLimit() {
    let world = World(parameters: .steady(resultLimit: 1))
    world.engine.ignoresLimits = true
    let log = world.startSearch("Cafe")
    world.run(until: World.second)
    #expect(log.names == [["Cafe Blau"]])
  }

  // MARK: - Starting, cancelling, keeping

  @Test func aSecondStartFailsAndLeavesTheFirstAlone() {
    let log = world.startSearch("Cafe")
    log.start()
    world.run(until: 0)
    #expect(log.errors == [.unknown])
    world.run(until: World.second)
    #expect(log.names.count == 1)
    log.start()
    world.run(until: 2 * World.second)
    #expect(log.errors == [.unknown, .unknown], "a search is for one request only")
    #expect(world.service.traffic[.search].sent == 1)
  }

  @Test func aCancelledSearchCallsNoHandler() {
    let log = world.startSearch("Cafe")
    log.search?.cancel()
    log.search?.cancel()
    #expect(log.search?.isSearching == false)
    world.run(until: World.second)
    #expect(log.results.isEmpty)
    #expect(world.service.traffic[.search].cancelled == 1)
    #expect(world.service.traffic[.search].bytesReceived == 0)
    #expect(world.service.traffic[.search].inFlight == 0)
  }

  @Test func cancellingAThrottledSearchKeepsItQuiet() {
    let world = World(parameters: .steady(throttleLimit: 0))
    let log = world.startSearch("Cafe")
    log.search?.cancel()
    world.run(until: World.second)
    #expect(log.results.isEmpty)
    #expect(world.service.traffic[.search].throttled == 1)
    #expect(world.service.traffic[.search].cancelled == 0)
  }

  @Test func anAnswerThatWaitsForTheMainThreadCanStillBeCancelled() {
    let log = world.startSearch("Cafe")
    world.main.async {
      world.main.work(for: World.second)
      log.search?.cancel()
    }
    world.run(until: 2 * World.second)
    #expect(log.results.isEmpty)
    #expect(world.service.traffic[.search].answered == 1)
    #expect(world.service.traffic[.search].cancelled == 0)
  }

  @Test func aSearchThatIsReleasedIsCancelled() {
    let log = world.startSearch("Cafe")
    weak let search = log.search
    log.search = nil
    #expect(search == nil, "nothing else keeps it")
    world.run(until: World.second)
    #expect(log.results.isEmpty)
    #expect(world.service.traffic[.search].cancelled == 1)
  }

  @Test func aHandlerThatHoldsItsSearchKeepsItUntilTheAnswer() {
    var answers = 0
    weak var weakSearch: LocalSearch?
    do {
      let search = LocalSearch(
        request: LocalSearch.Request(naturalLanguageQuery: "Cafe"), service: world.service)
      weakSearch = search
      search.start { _ in
        answers += 1
        #expect(!search.isSearching)
      }
    }
    #expect(weakSearch != nil)
    world.run(until: World.second)
    #expect(answers == 1)
    #expect(weakSearch == nil)
  }

  @Test func aBusyMainThreadHearsOfTheAnswerWhenItIsDone() {
    let log = world.startSearch("Cafe")
    var answered: [Bool] = []
    world.main.async {
      world.main.work(for: 2 * World.second)
      answered.append(!log.results.isEmpty)
    }
    world.run(until: 2 * World.second)
    #expect(answered == [false])
    #expect(log.results.count == 1)
    #expect(world.main.hangs == [Hang(start: 0, duration: 2 * World.second)])
  }
}
