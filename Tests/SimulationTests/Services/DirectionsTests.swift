import Clustering
import Simulation
import TestSupport
import Testing

@Suite struct DirectionsTests {
  private typealias World = ServiceWorld
  private typealias Answer = Result<Directions.Response, MapError>
  private let world = World()
  private let request = Directions.Request(source: Coordinate(0, 0), destination: Coordinate(0, 1))

  private func answer(
    from source: Coordinate, to destination: Coordinate, by type: TransportType = .automobile,
    in world: World = World()
  ) throws -> Answer {
    var answers: [Answer] = []
    let request = Directions.Request(source: source, destination: destination, transportType: type)
    Directions(request: request, service: world.service).calculate { answers.append($0) }
    world.run(until: World.second)
    #expect(answers.count == 1)
    return try #require(answers.first)
  }

  private func route(
    from source: Coordinate, to destination: Coordinate, by type: TransportType = .automobile
  ) throws -> Route {
    try #require(try answer(from: source, to: destination, by: type).get().routes.first)
  }

  private func error(_ answer: Answer) -> MapError? {
    if case .failure(let error) = answer { error } else { nil }
  }

  /// A degree along the equator on a sphere of 6,371,008.8 m is 111,195.080 m.
  @Test func aDegreeAlongTheEquatorIsAKnownRoute() throws {
    let route = try route(from: Coordinate(0, 0), to: Coordinate(0, 1))
    #expect(abs(route.distance - 111_195.080 * 1.3) < 0.002)
    #expect(abs(route.expectedTravelTime - route.distance / 1_000 / 50 * 3_600) < 1e-6)
    #expect(route.polyline.count == 1_113, "1,112 legs of at most 100 m")
    #expect(route.polyline[556] == Coordinate(0, 0.5))
  }

  @Test(
    arguments: [
      ((47.0, 15.0), (48.2, 16.4)), ((60, 179.5), (61, -179.5)), ((89.9, 0), (89.9, 180)),
      ((-10, 20), (10, -5)), ((35, -120), (40, -80)),
    ] as [((Double, Double), (Double, Double))])
  func theWayIsAnEvenlySpacedGreatCircle(
    source: (Double, Double), destination: (Double, Double)
  ) throws {
    let source = Coordinate(source.0, source.1)
    let destination = Coordinate(destination.0, destination.1)
    let length = source.greatCircleDistance(to: destination)
    let line = try route(from: source, to: destination).polyline
    #expect(line.first == source)
    #expect(line.last == destination)
    #expect(line.count == min(Int((length / 100).rounded(.up)) + 1, 10_000))
    let step = length / Double(line.count - 1)
    var sum = 0.0
    for (left, right) in zip(line, line.dropFirst()) {
      #expect(right.isValid)
      let leg = left.greatCircleDistance(to: right)
      #expect(abs(leg - step) < 0.02, "a coordinate is rounded to a centimetre")
      sum += leg
    }
    // A detour of a millimetre a leg would show.
    #expect(abs(sum - length) < 0.001 * Double(line.count))
  }

  @Test func aRouteToTheSamePlaceHasNoLength() throws {
    let place = Coordinate(47, 15)
    let route = try route(from: place, to: place)
    #expect(route.distance == 0)
    #expect(route.expectedTravelTime == 0)
    #expect(route.polyline == [place, place])
  }

  @Test func thereAreNoDirectionsBeyondFiveThousandKilometres() throws {
    let origin = Coordinate(0, 0)
    // 5,000 km are 44.9660 degrees.
    let near = try answer(from: origin, to: Coordinate(44.966, 0))
    #expect(error(near) == nil)
    let far = try answer(from: origin, to: Coordinate(44.967, 0), in: world)
    #expect(error(far) == .directionsNotFound)
    #expect(world.service.traffic[.directions].answered == 1, "the service says so")
    let opposite = try answer(from: origin, to: Coordinate(0, 180))
    #expect(error(opposite) == .directionsNotFound)
  }

  @Test func thereAreNoDirectionsForInvalidPlaces() throws {
    let good = Coordinate(47, 15)
    for bad in [
      Coordinate(91, 0), Coordinate(0, 200), Coordinate(.nan, .nan), Coordinate(.infinity, 0),
    ] {
      for (source, destination) in [(good, bad), (bad, good)] {
        let world = World()
        #expect(error(try answer(from: source, to: destination, in: world)) == .directionsNotFound)
        #expect(world.service.traffic == SearchTraffic())
      }
    }
  }

  @Test func theTravelTimeComesWithoutTheWay() throws {
    var times: [Directions.ETAResponse] = []
    var routes: [Directions.Response] = []
    let time = Directions(request: request, service: world.service)
    time.calculateETA { if case .success(let response) = $0 { times.append(response) } }
    world.run(until: World.second)
    #expect(world.service.traffic[.directions].bytesReceived == 100)
    let way = Directions(request: request, service: world.service)
    way.calculate { if case .success(let response) = $0 { routes.append(response) } }
    world.run(until: 2 * World.second)
    let first = try #require(times.first)
    let route = try #require(routes.first?.routes.first)
    #expect(first.distance == route.distance)
    #expect(first.expectedTravelTime == route.expectedTravelTime)
    #expect(first.requestNumber == time.requestNumber)
    #expect(routes.first?.requestNumber == way.requestNumber)
    #expect(first.requestNumber < RequestNumber(2))
    // 144.6 km have 145 steps.
    #expect(world.service.traffic[.directions].bytesReceived == 200 + 16 * 1_113 + 50 * 145)
  }

  @Test func aBusyObjectFailsASecondRequestAndOthersContinue() {
    let first = Directions(request: request, service: world.service)
    let other = Directions(request: request, service: world.service)
    var log: [String] = []
    func note(_ name: String) -> (Answer) -> Void {
      { log.append("\(name) \(error($0).map { "\($0.code)" } ?? "found")") }
    }
    first.calculate(completionHandler: note("first"))
    first.calculate(completionHandler: note("second"))
    other.calculate(completionHandler: note("other"))
    #expect(first.isCalculating && other.isCalculating)
    world.run(until: World.second)
    #expect(log == ["second 1", "first found", "other found"])
    #expect(!first.isCalculating)
    first.calculate(completionHandler: note("again"))
    world.run(until: 2 * World.second)
    #expect(log.last == "again found")
    #expect(world.service.traffic[.directions].sent == 3)
  }

  @Test func cancelledDirectionsCallNoHandlerAndCanBeAskedForAgain() {
    let directions = Directions(request: request, service: world.service)
    var log: [String] = []
    directions.calculate { _ in log.append("first") }
    directions.cancel()
    #expect(!directions.isCalculating)
    directions.calculateETA { _ in log.append("second") }
    world.run(until: World.second)
    #expect(log == ["second"])
    #expect(world.service.traffic[.directions].cancelled == 1)
  }

  @Test(arguments: [
    (TransportType.automobile, 1.3, 50.0), (.walking, 1.2, 5), (.cycling, 1.25, 15),
  ])
  func aMeansOfTransportHasItsWayAndSpeed(
    type: TransportType, detour: Double, speed: Double
  ) throws {
    let route = try route(from: Coordinate(0, 0), to: Coordinate(0, 0.1), by: type)
    #expect(route.transportType == type)
    #expect(abs(route.distance - 11_119.508 * detour) < 0.01)
    #expect(abs(route.expectedTravelTime - route.distance / 1_000 / speed * 3_600) < 1e-6)
    #expect(abs(route.steps.reduce(0) { $0 + $1.distance } - route.distance) < 1e-6)
    #expect(route.steps.count == Int((route.distance / 1_000).rounded(.up)))
    #expect(route.steps.map(\.index) == Array(route.steps.indices))
    #expect(Set(route.steps.map(\.instructions)).count == route.steps.count)
  }

  @Test func publicTransportHasATravelTimeAndNoRoute() throws {
    let request = Directions.Request(
      source: Coordinate(0, 0), destination: Coordinate(0, 0.1), transportType: .transit)
    var routes: [Answer] = []
    var times: [Directions.ETAResponse] = []
    Directions(request: request, service: world.service).calculate { routes.append($0) }
    Directions(request: request, service: world.service).calculateETA {
      if case .success(let response) = $0 { times.append(response) }
    }
    world.run(until: World.second)
    #expect(routes.map(error) == [.directionsNotFound])
    let time = try #require(times.first)
    #expect(abs(time.distance - 11_119.508 * 1.5) < 0.02)
    #expect(abs(time.expectedTravelTime - time.distance / 1_000 / 20 * 3_600) < 1e-6)
    #expect(world.service.traffic[.directions].sent == 2)
  }
}
