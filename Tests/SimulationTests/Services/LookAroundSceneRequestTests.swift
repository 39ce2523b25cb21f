import Clustering
import Simulation
import TestSupport
import Testing

/// Requests for the scene of a place.
@Suite struct LookAroundSceneRequestTests {
  private static let graz = Coordinate(47, 15)

  private static func coverage(area: Double, street: Double) -> LookAroundCoverage {
    var coverage = LookAroundCoverage.none
    (coverage.areaShare, coverage.streetShare, coverage.seed) = (area, street, 7)
    (coverage.areaSize, coverage.streetSize) = (30_000, 100)
    return coverage
  }

  /// With imagery everywhere or nowhere.
  private func phone(_ share: Double, failureShare: Double = 0) -> ServiceWorld {
    ServiceWorld(coverage: Self.coverage(area: share, street: share), failureShare: failureShare)
  }

  @Test func aSceneNoSceneAndAnErrorAreThreeResults() {
    var results: [Result<LookAroundScene?, MapError>] = []
    for phone in [phone(1), phone(0), phone(1, failureShare: 1)] {
      let request = LookAroundSceneRequest(coordinate: Self.graz, service: phone.service)
      request.getScene { results.append($0) }
      #expect(request.isLoading)
      phone.run(until: ServiceWorld.second)
      #expect(!request.isLoading && !request.isCancelled)
    }
    #expect(results.count == 3)
    #expect((try? results[0].get())??.coordinate == Self.graz)
    #expect(results[1] == .success(nil))
    #expect(results[2] == .failure(.serverFailure))
  }

  @Test func theAnswerTakesTheLatencyAndARequestStartsOnce() {
    let phone = phone(1)
    var times: [Int64] = []
    let request = LookAroundSceneRequest(coordinate: Self.graz, service: phone.service)
    for _ in 0..<3 { request.getScene { _ in times.append(phone.simulation.now) } }
    phone.run(until: ServiceWorld.second)
    #expect(times == [300 * ServiceWorld.millisecond])
    #expect(phone.service.traffic[.lookAround].sent == 1)
  }

  @Test func aCancelledRequestIsNotAnswered() {
    let phone = phone(1)
    let request = LookAroundSceneRequest(coordinate: Self.graz, service: phone.service)
    request.getScene { _ in Issue.record("cancelled") }
    request.cancel()
    #expect(request.isCancelled && !request.isLoading)
    phone.run(until: ServiceWorld.second)
    #expect(phone.service.traffic[.lookAround].cancelled == 1)
    let late = LookAroundSceneRequest(coordinate: Self.graz, service: phone.service)
    late.cancel()
    late.getScene { _ in Issue.record("cancelled before the start") }
    phone.run(until: 2 * ServiceWorld.second)
    #expect(phone.service.traffic[.lookAround].sent == 1)
  }

  @Test func theThrottleCountsScenesOnTheirOwn() {
    let phone = phone(1)
    var refused = 0
    for _ in 0..<60 {
      LookAroundSceneRequest(coordinate: Self.graz, service: phone.service).getScene {
        if $0 == .failure(.loadingThrottled) { refused += 1 }
      }
    }
    phone.run(until: ServiceWorld.second)
    #expect(refused == 10 && phone.service.traffic[.lookAround].throttled == 10)
    var isAnswered = false
    Geocoder(service: phone.service).reverseGeocodeLocation(Self.graz) { _ in isAnswered = true }
    phone.run(until: 2 * ServiceWorld.second)
    #expect(isAnswered && phone.service.traffic[.reverseGeocoding].throttled == 0)
  }

  @Test(arguments: [0.1, 0.5, 0.9])
  func aShareOfTheAreasHasImagery(share: Double) {
    let coverage = Self.coverage(area: share, street: 1)
    let found = (0..<10_000).count { number in
      coverage.includes(Coordinate(Double(number / 100) - 50, Double(number % 100)))
    }
    #expect(abs(Double(found) / 10_000 - share) < 0.02)
  }

  @Test func neighboursShareTheirImagery() {
    let coverage = Self.coverage(area: 0.5, street: 0.5)
    // A step of a hundredth of a piece of a street changes the imagery at few of its ends.
    var changes = 0
    var last = coverage.includes(Self.graz)
    for step in 1...10_000 {
      let next = coverage.includes(Coordinate(47, 15 + Double(step) / 111_195))
      if next != last { changes += 1 }
      last = next
    }
    #expect(changes <= 101)
    let same = Self.coverage(area: 0.5, street: 0.5)
    #expect(coverage.includes(Self.graz) == same.includes(Self.graz))
  }
}
