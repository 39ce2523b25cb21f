import Clustering
import Simulation
import TestSupport
import Testing

/// The calls that a completer made to its delegate.
private final class CompleterLog: LocalSearchCompleterDelegate {
  private(set) var updates: [[LocalSearchCompletion]] = []
  private(set) var errors: [MapError] = []

  func completerDidUpdateResults(_ completer: LocalSearchCompleter) {
    updates.append(completer.results)
  }

  func completer(_ completer: LocalSearchCompleter, didFailWithError error: MapError) {
    errors.append(error)
  }

  var titles: [[String]] { updates.map { $0.map(\.title) } }
}

extension ServiceWorld {
  /// Sets the fragment of a completer and runs until a time.
  fileprivate func type(_ fragment: String, in completer: LocalSearchCompleter, until end: Int64) {
    completer.queryFragment = fragment
    run(until: end)
  }
}

@Suite struct CompleterTests {
  private typealias World = ServiceWorld
  private let debounce = 250 * ServiceWorld.millisecond
  private let latency = 300 * ServiceWorld.millisecond

  private let world = World()
  private let completer: LocalSearchCompleter
  private let log: CompleterLog

  init() { (completer, log) = Self.completer(in: world) }

  private static func completer(in world: World) -> (LocalSearchCompleter, CompleterLog) {
    let completer = world.keep(LocalSearchCompleter(service: world.service))
    let log = world.keep(CompleterLog())
    completer.delegate = log
    return (completer, log)
  }

  // MARK: - The wait

  @Test func aFragmentIsSentWhenItHasNotChangedForTheDebounceToTheNanosecond() {
    completer.queryFragment = "Caf"
    #expect(completer.isSearching)
    world.run(until: debounce - 1)
    #expect(world.service.traffic[.completion].sent == 0)
    world.run(until: debounce)
    #expect(world.service.traffic[.completion].sent == 1)
    world.run(until: debounce + latency - 1)
    #expect(log.updates.isEmpty && completer.isSearching)
    world.run(until: debounce + latency)
    #expect(log.titles == [["Cafe Blau", "Cafe Rot", "Caf"]])
    #expect(!completer.isSearching)
  }

  @Test func everyKeystrokeRestartsTheWait() {
    for (index, fragment) in ["C", "Ca", "Caf", "Cafe"].enumerated() {
      world.run(until: Int64(index) * (debounce - 1))
      completer.queryFragment = fragment
    }
    let last = 3 * (debounce - 1)
    world.run(until: last + debounce - 1)
    #expect(world.service.traffic[.completion].sent == 0)
    world.run(until: 10 * World.second)
    #expect(world.engine.suggestionQueries.map(\.text) == ["Cafe"])
    #expect(log.updates.count == 1)
  }

  @Test func anEqualFragmentDoesNothing() {
    world.type("Caf", in: completer, until: debounce - 1)
    world.type("Caf", in: completer, until: debounce)
    #expect(world.service.traffic[.completion].sent == 1, "the wait was not restarted")
    world.type("Caf", in: completer, until: World.second)
    #expect(world.service.traffic[.completion].sent == 1)
    #expect(log.updates.count == 1)
  }

  @Test func aNewerFragmentCancelsTheOneInFlight() {
    world.type("Caf", in: completer, until: debounce)
    completer.queryFragment = "Cas"
    #expect(world.service.traffic[.completion].cancelled == 1)
    world.run(until: 2 * debounce + latency)
    #expect(log.titles == [["Castle Lake", "Cas"]])
    #expect(world.service.traffic[.completion].sent == 2)
    #expect(world.service.traffic[.completion].answered == 1)
  }

  @Test func aBusyMainThreadSendsOnlyTheNewestFragment() {
    completer.queryFragment = "Caf"
    world.main.async {
      world.main.work(for: 2 * debounce)
      // The wait for the first fragment is over, but the main thread is busy.
      completer.queryFragment = "Cas"
    }
    world.run(until: 10 * World.second)
    #expect(world.engine.suggestionQueries.map(\.text) == ["Cas"])
    #expect(log.updates.count == 1)
  }

  @Test(arguments: ["", "  ", "\n"])
  func aBlankFragmentEmptiesTheResultsWithoutARequest(blank: String) {
    world.type("Caf", in: completer, until: World.second)
    world.type("Cafe", in: completer, until: World.second + debounce)
    completer.queryFragment = blank
    #expect(completer.results.isEmpty && !completer.isSearching)
    world.run(until: 10 * World.second)
    #expect(log.updates.count == 1)
    #expect(world.service.traffic[.completion].sent == 2)
    #expect(world.service.traffic[.completion].cancelled == 1)
  }

  @Test func aNewCompleterForEveryKeystrokeSendsEveryKeystroke() {
    let fragments = ["C", "Ca", "Caf", "Cafe"]
    var completers: [LocalSearchCompleter] = []
    for fragment in fragments {
      let completer = world.keep(LocalSearchCompleter(service: world.service))
      completer.queryFragment = fragment
      completers.append(completer)
      world.run(until: world.simulation.now + 100 * World.millisecond)
    }
    world.run(until: 10 * World.second)
    #expect(world.engine.suggestionQueries.map(\.text) == fragments)
    #expect(completers.allSatisfy { !$0.results.isEmpty })
  }

  // MARK: - Cancelling, keeping

  @Test func aReleasedCompleterSendsNothingAndCallsNoDelegate() {
    let log = CompleterLog()
    var completer: LocalSearchCompleter? = LocalSearchCompleter(service: world.service)
    completer?.delegate = log
    completer?.queryFragment = "Caf"
    completer = nil
    world.run(until: World.second)
    #expect(world.service.traffic == SearchTraffic())

    completer = LocalSearchCompleter(service: world.service)
    completer?.delegate = log
    completer?.queryFragment = "Caf"
    world.run(until: World.second + debounce)
    weak let released = completer
    completer = nil
    #expect(released == nil)
    world.run(until: 10 * World.second)
    #expect(world.service.traffic[.completion].cancelled == 1)
    #expect(log.updates.isEmpty)
  }

  @Test func aDelegateIsNotKept() {
    var log: CompleterLog? = CompleterLog()
    completer.delegate = log
    log = nil
    #expect(completer.delegate == nil)
    world.type("Caf", in: completer, until: World.second)
    #expect(completer.results.count == 3)
  }

  @Test func cancellingStopsTheWaitAndTheRequest() {
    completer.queryFragment = "Caf"
    completer.cancel()
    #expect(!completer.isSearching)
    world.run(until: World.second)
    #expect(world.service.traffic == SearchTraffic())
    world.type("Cas", in: completer, until: World.second + debounce)
    completer.cancel()
    world.run(until: 10 * World.second)
    #expect(world.service.traffic[.completion].cancelled == 1)
    #expect(log.updates.isEmpty && log.errors.isEmpty)
  }

  @Test func aFailureLeavesTheResultsAndTheNextFragmentWorks() {
    let world = World(parameters: .steady(throttleLimit: 1))
    let (completer, log) = Self.completer(in: world)
    world.type("Caf", in: completer, until: World.second)
    world.type("Cas", in: completer, until: 2 * World.second)
    #expect(log.errors == [.loadingThrottled])
    #expect(completer.results.map(\.title) == ["Cafe Blau", "Cafe Rot", "Caf"])
    world.run(until: 100 * World.second)
    world.type("Castle", in: completer, until: 101 * World.second)
    #expect(completer.results.map(\.title) == ["Castle Lake", "Castle"])
  }

  @Test func aFragmentSetByTheDelegateIsSearchedForNext() {
    final class Typist: LocalSearchCompleterDelegate {
      func completerDidUpdateResults(_ completer: LocalSearchCompleter) {
        completer.queryFragment = "Cas"
      }

      func completer(_ completer: LocalSearchCompleter, didFailWithError error: MapError) {}
    }
    let typist = world.keep(Typist())
    completer.delegate = typist
    world.type("Caf", in: completer, until: 10 * World.second)
    #expect(world.engine.suggestionQueries.map(\.text) == ["Caf", "Cas"])
  }

  // MARK: - What is asked and answered

  @Test func theEngineIsAskedForWhatTheCompleterSays() {
    let world = World(parameters: .steady(completionLimit: 2))
    let (completer, _) = Self.completer(in: world)
    let region = Region(47, 15, degrees: 1)
    completer.region = region
    completer.resultTypes = [.address, .query]
    completer.pointOfInterestFilter = .including([.cafe])
    world.type("Ring", in: completer, until: World.second)
    completer.region = Region(around: region.center, degrees: 0)
    completer.resultTypes = .all
    world.type("Ring 7", in: completer, until: 2 * World.second)
    completer.resultTypes = [.pointOfInterest, .physicalFeature]
    world.type("Ring 8", in: completer, until: 3 * World.second)
    #expect(
      world.engine.suggestionQueries == [
        PlaceQuery(
          text: "Ring", kinds: .address, categories: .including([.cafe]), region: region, limit: 2),
        PlaceQuery(text: "Ring 7", categories: .including([.cafe]), limit: 2),
        PlaceQuery(
          text: "Ring 8", kinds: [.pointOfInterest, .physicalFeature],
          categories: .including([.cafe]), limit: 2),
      ])
    #expect(world.engine.queryLimits == [3, 3, 0])
  }

  @Test func completionsAreNoMoreThanTheLimitAndCarryTheirRequest() {
    let world = World(parameters: .steady(completionLimit: 1))
    world.engine.ignoresLimits = true
    let (completer, _) = Self.completer(in: world)
    #expect(completer.requestNumber == nil)
    world.type("Caf", in: completer, until: World.second)
    #expect(completer.results.map(\.place) == [0])
    #expect(completer.results.map(\.subtitle) == ["Graz"])
    #expect(completer.results.map(\.requestNumber) == [completer.requestNumber])
  }

  @Test func aVeryLongFragmentIsSentWhole() {
    world.type(String(repeating: "Cafe Blau ", count: 10_000), in: completer, until: World.second)
    #expect(log.updates.map(\.count) == [1])
    #expect(world.service.traffic[.completion].bytesSent == 101_000)
  }

  // MARK: - Searching for a completion

  @Test func aCompletionsPlaceIsFoundWithOneRequest() {
    world.type("Cafe", in: completer, until: World.second)
    let completion = completer.results[1]
    let request = LocalSearch.Request(completion: completion)
    #expect(request.naturalLanguageQuery == "Cafe Rot, Wien")
    let log = SearchLog(LocalSearch(request: request, service: world.service))
    world.run(until: 2 * World.second)
    #expect(log.names == [["Cafe Rot"]])
    #expect(world.service.traffic[.search].sent == 1)
    #expect(world.service.traffic[.search].bytesSent == 1_014)
    #expect(world.service.traffic[.search].examinedPlaces == 1 && world.engine.queries.isEmpty)
  }

  @Test func aQueryCompletionIsSearchedForWhereTheCompleterLooked() {
    let region = Region(47, 15, degrees: 1)
    completer.region = region
    completer.resultTypes = [.query, .pointOfInterest]
    completer.pointOfInterestFilter = .excluding([.bank])
    world.type("Cafe", in: completer, until: World.second)
    let completion = completer.results[2]
    #expect(completion.place == nil)
    let log = SearchLog(
      LocalSearch(request: LocalSearch.Request(completion: completion), service: world.service))
    world.run(until: 2 * World.second)
    #expect(log.names == [["Cafe Blau", "Cafe Rot"]])
    #expect(
      world.engine.queries == [
        PlaceQuery(
          text: "Cafe", kinds: .pointOfInterest, categories: .excluding([.bank]), region: region,
          limit: 25)
      ])
  }

  @Test func aQueryCompletionOfQueriesAloneMayMeanAnyPlace() {
    completer.resultTypes = .query
    world.type("Ring", in: completer, until: World.second)
    #expect(completer.results.map(\.title) == ["Ring"])
    let request = LocalSearch.Request(completion: completer.results[0])
    #expect(request.resultTypes == .all)
  }

  @Test func anotherQueryLetsGoOfTheCompletion() {
    world.type("Cafe", in: completer, until: World.second)
    var request = LocalSearch.Request(completion: completer.results[0])
    request.naturalLanguageQuery = "Castle"
    let log = SearchLog(LocalSearch(request: request, service: world.service))
    world.run(until: 2 * World.second)
    #expect(log.names == [["Castle Lake"]])
  }
}
