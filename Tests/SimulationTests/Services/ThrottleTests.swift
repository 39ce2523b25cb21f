import Clustering
import Simulation
import TestSupport
import Testing

@Suite struct ThrottleTests {
  private typealias World = ServiceWorld

  @Test func fiftyOfOneKindPassAndTheNextFailsAtOnce() {
    let world = World()
    let logs = (0..<51).map { _ in world.startSearch("Cafe") }
    #expect(world.service.traffic[.search].sent == 50)
    #expect(world.service.traffic[.search].throttled == 1)
    #expect(logs[50].results.isEmpty, "a handler waits for the main thread")
    world.run(until: 0)
    #expect(logs[50].errors == [.loadingThrottled] && logs[0].results.isEmpty)
    world.run(until: World.second)
    #expect(logs[49].names == [["Cafe Blau", "Cafe Rot"]])
  }

  @Test func refusedRequestsThatCountDoSoInTheNextWindow() {
    let world = World(parameters: .steady(throttleLimit: 4, countedRefusals: 0.5))
    for _ in 0..<8 { _ = world.startSearch("Cafe") }
    #expect(world.service.traffic[.search].sent == 4)
    world.run(until: 30 * World.second)
    for _ in 0..<2 { _ = world.startSearch("Cafe") }
    // Two of the first four refusals count, and are 60 s old; so is not one of the next two.
    world.run(until: 60 * World.second)
    for _ in 0..<4 { _ = world.startSearch("Cafe") }
    #expect(world.service.traffic[.search].sent == 7)
    world.run(until: 1_000 * World.second)
    for _ in 0..<4 { _ = world.startSearch("Cafe") }
    #expect(world.service.traffic[.search].sent == 11)
  }

  @Test func ifAllRefusedRequestsCountAnEndlessRetryIsNeverAnswered() {
    for (countedRefusals, sent) in [(0.0, 8), (1, 2)] {
      let world = World(parameters: .steady(throttleLimit: 2, countedRefusals: countedRefusals))
      for second in 0..<Int64(240) {
        world.run(until: second * World.second)
        _ = world.startSearch("Cafe")
      }
      #expect(world.service.traffic[.search].sent == sent)
    }
  }

  @Test func everyKindHasAWindowOfItsOwn() {
    let world = World(parameters: .steady(throttleLimit: 1))
    let place = Coordinate(47, 15)
    for _ in 0..<2 {
      _ = world.startSearch("Cafe")
      Geocoder(service: world.service).geocodeAddressString("Ring 7") { _ in }
      Geocoder(service: world.service).reverseGeocodeLocation(place) { _ in }
      Directions(
        request: Directions.Request(source: place, destination: place), service: world.service
      ).calculate { _ in }
      LookAroundSceneRequest(coordinate: place, service: world.service).getScene { _ in }
    }
    for _ in 0..<2 {
      let completer = world.keep(LocalSearchCompleter(service: world.service))
      completer.queryFragment = "Caf"
    }
    world.run(until: World.second)
    for kind in RequestKind.allCases {
      #expect(world.service.traffic[kind].sent == 1, "\(kind)")
      #expect(world.service.traffic[kind].throttled == 1, "\(kind)")
    }
    #expect(world.service.traffic.total.sent == 6)
  }

  /// A naive twin that remembers every window it ever opened.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func windowsAreThoseOfANaiveTwin(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let world = World(parameters: .steady(throttleLimit: 3, throttleWindow: 10))
    var windows: [(start: Int64, admitted: Int)] = []
    var sent = 0
    for _ in 0..<200 {
      world.run(until: world.simulation.now + Int64.random(in: 0...5, using: &generator))
      let now = world.simulation.now
      if windows.last.map({ now >= $0.start + 10 }) ?? true { windows.append((now, 0)) }
      if windows[windows.count - 1].admitted < 3 {
        windows[windows.count - 1].admitted += 1
        sent += 1
      }
      _ = world.startSearch("Cafe")
      #expect(world.service.traffic[.search].sent == sent)
    }
    #expect(sent < 200, "some are throttled")
  }
}
