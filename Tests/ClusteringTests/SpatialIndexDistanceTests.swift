import Clustering
import TestSupport
import Testing

/// Searches by a distance.
@Suite struct SpatialIndexDistanceTests {
  @Test func aDistanceOfZeroFindsThePlaceItself() throws {
    let world = MapSize.world.width
    let equator = world / 2
    let points = [
      MapPoint(x: 0, y: equator), MapPoint(x: world, y: equator), MapPoint(x: 0.01, y: equator),
    ]
    let index = try SpatialIndex(points: points)
    for longitude in [180.0, -180] {
      let found = index.pins(within: 0, of: Coordinate(0, longitude))
      #expect(found.sorted() == [0, 1])
    }
  }

  @Test func questionsThatHaveNoAnswer() throws {
    let points = PinShape.uniform.points(100, seed: 2)
    let index = try SpatialIndex(points: points)
    let place = Coordinate(10, 20)
    func expectNone(
      _ index: SpatialIndex, _ place: Coordinate, _ distance: Double = .infinity
    ) {
      var found = [7]
      index.pins(within: distance, of: place, into: &found)
      #expect(found.isEmpty, "\(place) \(distance)")
      index.forEachPin(within: distance, of: place) { _ in Issue.record("\(place) \(distance)") }
      var nearby = [NearbyPin(pin: 7, distance: 7)]
      index.pins(nearest: 5, to: place, within: distance, into: &nearby)
      #expect(nearby.isEmpty, "\(place) \(distance)")
    }
    expectNone(try SpatialIndex(points: []), place)
    for count in [0, -1, .min] { #expect(index.pins(nearest: count, to: place).isEmpty) }
    for distance in [-1, -Double.leastNonzeroMagnitude, -.infinity, .nan] {
      expectNone(index, place, distance)
    }
    for angle in [Double.nan, .infinity, -.infinity, 180.1, -181] {
      expectNone(index, Coordinate(angle, 0))
      expectNone(index, Coordinate(0, angle))
    }
    #expect(index.pins(within: .infinity, of: place).sorted() == Array(points.indices))
  }

  @Test func findsOnlyIncludedPins() throws {
    let points = PinShape.clumped.points(1000, seed: 1)
    let index = try SpatialIndex(points: points)
    let naive = NaiveSpatialIndex(points: points)
    var random = SeededGenerator(seed: 2)
    for every in [1, 2, 7, 100, 2000] {
      for count in [1, 5, 50] {
        let place = random.place(near: points)
        let isIncluded = { (pin: Int) in pin % every == 1 % every }
        let nearby = index.pins(nearest: count, to: place, where: isIncluded)
        #expect(nearby == naive.pins(nearest: count, to: place, where: isIncluded))
        #expect(nearby.count == min(count, points.indices.count(where: isIncluded)))
      }
    }
    #expect(index.pins(nearest: 5, to: random.place(near: points)) { _ in false }.isEmpty)
  }

  @Test func theArraysRoomIsReused() throws {
    let index = try SpatialIndex(points: PinShape.uniform.points(500, seed: 3))
    var nearby: [NearbyPin] = []
    index.pins(nearest: 200, to: Coordinate(0, 0), into: &nearby)
    let address = nearby.withUnsafeBufferPointer { $0.baseAddress }
    for count in [1, 200, 50] {
      index.pins(nearest: count, to: Coordinate(50, 9), into: &nearby)
      #expect(nearby.count == count)
      #expect(nearby.withUnsafeBufferPointer { $0.baseAddress } == address)
    }
  }
}
