import Clustering
import Simulation
import TestSupport
import Testing

@Suite struct GeocoderTests {
  private typealias World = ServiceWorld
  private typealias Answer = Result<[Placemark], MapError>
  private let world = World()
  private let geocoder: Geocoder

  init() { geocoder = Geocoder(service: world.service) }

  @Test func theAddressOfACoordinateIsTheNearestAndComesAfterTheLatency() throws {
    var answers: [Answer] = []
    geocoder.reverseGeocodeLocation(ServiceWorld.graz) { answers.append($0) }
    world.run(until: 300 * World.millisecond - 1)
    #expect(answers.isEmpty)
    world.run(until: 300 * World.millisecond)
    let placemark = try #require(answers.first?.get().first)
    #expect(placemark.name == "Ring 7")
    #expect(placemark.street == "Ring")
    #expect(placemark.houseNumber == "7")
    #expect(placemark.city == "Graz")
    #expect(placemark.coordinate == ServiceWorld.graz)
    #expect(placemark.place == 2)
    #expect(placemark.requestNumber == geocoder.requestNumber)
    #expect(
      world.engine.addressQueries == [
        FakeEngine.AddressQuery(coordinate: ServiceWorld.graz, distance: 1_000, limit: 1)
      ])
    #expect(world.service.traffic[.reverseGeocoding].answered == 1)
  }

  @Test func thePlaceOfAnAddressComesAfterTheLatency() throws {
    var answers: [Answer] = []
    geocoder.geocodeAddressString("Ring 7") { answers.append($0) }
    world.run(until: 300 * World.millisecond - 1)
    #expect(answers.isEmpty)
    world.run(until: 300 * World.millisecond)
    let placemark = try #require(answers.first?.get().first)
    #expect(placemark.name == "Ring 7" && placemark.place == 2)
    #expect(placemark.coordinate == ServiceWorld.graz)
    #expect(placemark.requestNumber == geocoder.requestNumber)
    #expect(world.engine.queries == [PlaceQuery(text: "Ring 7", kinds: .address, limit: 25)])
    let traffic = world.service.traffic
    #expect(traffic[.geocoding].answered == 1 && traffic[.geocoding].bytesSent == 1_000 + 6)
    // "Ring 7", "Ring", "7", "Graz".
    #expect(traffic[.geocoding].bytesReceived == 100 + 15)
    #expect(traffic[.reverseGeocoding] == RequestCounts())
  }

  @Test func aGeocoderIsBusyInBothDirections() {
    var answered: [String] = []
    geocoder.geocodeAddressString("Ring 7") { _ in answered.append("first") }
    geocoder.reverseGeocodeLocation(ServiceWorld.graz) { _ in answered.append("second") }
    geocoder.geocodeAddressString("Ring 7") { _ in answered.append("third") }
    world.run(until: 10 * World.second)
    #expect(answered == ["first"])
    #expect(world.service.traffic[.geocoding].sent == 1)
    #expect(world.service.traffic[.reverseGeocoding].dropped == 1)
    #expect(world.service.traffic[.geocoding].dropped == 1)
    geocoder.reverseGeocodeLocation(ServiceWorld.graz) { _ in answered.append("fourth") }
    geocoder.reverseGeocodeLocation(ServiceWorld.graz) { _ in answered.append("fifth") }
    world.run(until: 20 * World.second)
    #expect(answered == ["first", "fourth"])
  }

  @Test func theProfileHasTheDistance() {
    let world = World(parameters: .steady(geocodingDistance: 250))
    Geocoder(service: world.service).reverseGeocodeLocation(ServiceWorld.graz) { _ in }
    #expect(world.engine.addressQueries.map(\.distance) == [250])
  }

  @Test func whatCannotBeFoundIsNotFoundWithOrWithoutARequest() {
    var errors: [MapError] = []
    let note: (Answer) -> Void = { if case .failure(let error) = $0 { errors.append(error) } }
    for bad in [Coordinate(91, 0), Coordinate(.nan, 0), Coordinate(0, -181)] {
      Geocoder(service: world.service).reverseGeocodeLocation(bad, completionHandler: note)
    }
    for blank in ["", " \n"] {
      Geocoder(service: world.service).geocodeAddressString(blank, completionHandler: note)
    }
    world.run(until: 0)
    #expect(errors == Array(repeating: .placemarkNotFound, count: 5))
    #expect(world.service.traffic == SearchTraffic())

    let sea = Coordinate(0, 0)
    Geocoder(service: world.service).reverseGeocodeLocation(sea, completionHandler: note)
    // The second is a point of interest.
    for text in ["Nowhere", "Cafe"] {
      Geocoder(service: world.service).geocodeAddressString(text, completionHandler: note)
    }
    world.run(until: World.second)
    #expect(errors == Array(repeating: .placemarkNotFound, count: 8))
    #expect(world.service.traffic[.geocoding].answered == 2)
    #expect(world.service.traffic.total.answered == 3)
  }

  @Test func aHandlerMayGeocodeAgain() {
    var answers = 0
    geocoder.reverseGeocodeLocation(ServiceWorld.graz) { _ in
      answers += 1
      geocoder.reverseGeocodeLocation(ServiceWorld.graz) { _ in answers += 1 }
    }
    world.run(until: World.second)
    #expect(answers == 2)
    #expect(world.service.traffic[.reverseGeocoding].dropped == 0)
  }

  @Test func aGeocoderNeedNotBeKeptAndIsReleasedWithItsAnswer() {
    var answers = 0
    weak var weakGeocoder: Geocoder?
    do {
      let geocoder = Geocoder(service: world.service)
      weakGeocoder = geocoder
      geocoder.reverseGeocodeLocation(ServiceWorld.graz) { _ in answers += 1 }
    }
    #expect(weakGeocoder != nil)
    world.run(until: World.second)
    #expect(answers == 1)
    #expect(weakGeocoder == nil)
  }

  /// The handler holds the geocoder, and the geocoder must not hold the handler.
  @Test(arguments: [true, false])
  func aGeocoderThatIsNeverAnsweredIsReleased(appEnds: Bool) {
    let world = World(watchdogLimit: World.second)
    weak var weakGeocoder: Geocoder?
    do {
      let geocoder = Geocoder(service: world.service)
      weakGeocoder = geocoder
      geocoder.reverseGeocodeLocation(ServiceWorld.graz) { _ in _ = geocoder.requestNumber }
    }
    #expect(weakGeocoder != nil)
    if appEnds {
      world.main.async { world.main.work(for: World.second) }
      world.run(until: 2 * World.second)
    } else {
      world.simulation.cancelAll()
    }
    #expect(weakGeocoder == nil)
  }

  // MARK: - Blocking the main thread

  /// The handler is called on the main queue, so a main thread that waits for it waits for itself.
  @Test func waitingForAGeocoderOnTheMainThreadIsADeadlockThatTheWatchdogEnds() {
    let world = World(watchdogLimit: 10 * World.second)
    let semaphore = Semaphore()
    var outcome: MainThread.WaitResult?
    var answered = false
    world.main.async {
      Geocoder(service: world.service).reverseGeocodeLocation(ServiceWorld.graz) { _ in
        answered = true
        semaphore.signal()
      }
      outcome = world.main.wait(for: semaphore)
      // The app has ended: this sends nothing.
      Geocoder(service: world.service).reverseGeocodeLocation(ServiceWorld.graz) { _ in
        answered = true
      }
    }
    world.run(until: 100 * World.second)
    #expect(outcome == .terminated)
    #expect(!answered)
    #expect(world.main.terminationTime == 10 * World.second)
    #expect(world.main.hangs == [Hang(start: 0, duration: 10 * World.second)])
    #expect(world.service.traffic[.reverseGeocoding].sent == 1)
    #expect(
      world.service.traffic[.reverseGeocoding].answered == 1, "the answer was there all the time")
  }

  @Test func aBoundedWaitHangsForItsTimeoutAndThenTheAnswerComes() {
    let semaphore = Semaphore()
    var outcome: MainThread.WaitResult?
    var answerTime: Int64?
    world.main.async {
      Geocoder(service: world.service).reverseGeocodeLocation(ServiceWorld.graz) { _ in
        answerTime = world.simulation.now
        semaphore.signal()
      }
      outcome = world.main.wait(for: semaphore, timeout: 3 * World.second)
    }
    world.run(until: 100 * World.second)
    #expect(outcome == .timedOut)
    #expect(answerTime == 3 * World.second)
    #expect(world.main.hangs == [Hang(start: 0, duration: 3 * World.second)])
  }

  @Test func aPumpedRunLoopDoesNotHang() {
    var answered = false
    world.main.async {
      Geocoder(service: world.service).reverseGeocodeLocation(ServiceWorld.graz) { _ in
        answered = true
      }
      while !answered { world.main.runLoop(for: 100 * World.millisecond) }
      #expect(world.simulation.now == 300 * World.millisecond)
    }
    world.run(until: 100 * World.second)
    #expect(answered)
    #expect(world.main.hangs.isEmpty)
  }
}
