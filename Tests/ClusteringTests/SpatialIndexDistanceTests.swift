import Clustering
import TestSupport
import Testing

@Suite struct SpatialIndexRadiusTests {
  private func compare(_ points: [MapPoint], searches: Int, seed: UInt64) throws -> Int {
    let index = try SpatialIndex(points: points)
    let naive = NaiveSpatialIndex(points: points)
    var random = SeededGenerator(seed: seed)
    var found: [Int] = []
    var total = 0
    for _ in 0..<searches {
      let place = random.place(near: points)
      let distance = random.distance(from: place, to: points)
      index.pins(within: distance, of: place, into: &found)
      #expect(
        found.sorted() == naive.pins(within: distance, of: place), "\(distance) of \(place)")
      var called: [Int] = []
      index.forEachPin(within: distance, of: place) { called.append($0) }
      #expect(called == found)
      total += found.count
    }
    return total
  }

  @Test(arguments: PinShape.allCases)
  func findsWhatAScanFinds(_ shape: PinShape) throws {
    var total = 0
    for (count, searches) in [(2, 100), (16, 100), (17, 100), (33, 100), (300, 60)] {
      let points = shape.points(count, seed: UInt64(count))
      total += try compare(points, searches: searches, seed: UInt64(count))
    }
    #expect(shape == .none || total > 0)
  }

  @Test(arguments: CrowdedPins.allCases)
  func findsWhatAScanFindsInCrowds(_ shape: CrowdedPins) throws {
    for (count, searches) in [(5, 100), (70, 100), (300, 60), (1000, 40)] {
      let points = shape.points(count, seed: UInt64(count))
      #expect(try compare(points, searches: searches, seed: UInt64(count)) > 0)
    }
  }

  @Test(arguments: [PinShape.uniform, .clumped, .duplicates])
  func findsWhatAScanFindsAmongManyPins(_ shape: PinShape) throws {
    #expect(try compare(shape.points(5000, seed: 5), searches: 60, seed: 6) > 0)
  }

  @Test func findsAroundThePoles() throws {
    // A ring of pins at 85 degrees, all 5 degrees from the pole.
    let ring = stride(from: -180.0, to: 180, by: 10).map {
      MapPoint(Coordinate(latitude: 85, longitude: $0))
    }
    let index = try SpatialIndex(points: ring)
    let degree = 111_195.08
    var found: [Int] = []
    for longitude in [-180.0, 0, 77] {
      let pole = Coordinate(latitude: 90, longitude: longitude)
      index.pins(within: 5.001 * degree, of: pole, into: &found)
      #expect(found.count == ring.count)
      index.pins(within: 4.999 * degree, of: pole, into: &found)
      #expect(found.isEmpty)
    }
    index.pins(
      within: 175.001 * degree, of: Coordinate(latitude: -90, longitude: 0), into: &found)
    #expect(found.count == ring.count)
  }

  @Test func aDistanceOfZeroFindsThePlaceItself() throws {
    let world = MapSize.world.width
    let equator = world / 2
    let points = [
      MapPoint(x: 0, y: equator), MapPoint(x: world, y: equator), MapPoint(x: 0.01, y: equator),
    ]
    let index = try SpatialIndex(points: points)
    var found: [Int] = []
    for longitude in [180.0, -180] {
      index.pins(within: 0, of: Coordinate(latitude: 0, longitude: longitude), into: &found)
      #expect(found.sorted() == [0, 1])
    }
  }

  @Test func questionsThatHaveNoAnswer() throws {
    let points = PinShape.uniform.points(100, seed: 2)
    let index = try SpatialIndex(points: points)
    let place = Coordinate(latitude: 10, longitude: 20)
    var found: [Int] = []
    func expectNone(_ index: SpatialIndex, _ place: Coordinate, _ distance: Double) {
      found = [7]
      index.pins(within: distance, of: place, into: &found)
      #expect(found.isEmpty, "\(place) \(distance)")
      index.forEachPin(within: distance, of: place) { _ in Issue.record("\(place) \(distance)") }
    }
    expectNone(try SpatialIndex(points: []), place, .infinity)
    for distance in [-1, -Double.leastNonzeroMagnitude, -.infinity, .nan] {
      expectNone(index, place, distance)
    }
    for angle in [Double.nan, .infinity, -.infinity, 180.1, -181] {
      expectNone(index, Coordinate(latitude: angle, longitude: 0), .infinity)
      expectNone(index, Coordinate(latitude: 0, longitude: angle), .infinity)
    }
    index.pins(within: .infinity, of: place, into: &found)
    #expect(found.sorted() == Array(points.indices))
  }
}

@Suite struct SpatialIndexNearestTests {
  private static let counts = [1, 2, 3, 10, 64, 1000, .max]

  /// Compares a number of random searches with the definition, and returns the number of pins
  /// found.
  private func compare(_ points: [MapPoint], searches: Int, seed: UInt64) throws -> Int {
    let index = try SpatialIndex(points: points)
    let naive = NaiveSpatialIndex(points: points)
    var random = SeededGenerator(seed: seed)
    var nearby: [NearbyPin] = []
    var total = 0
    for _ in 0..<searches {
      let place = random.place(near: points)
      let distance = random.distance(from: place, to: points)
      let count = Self.counts[random.int(in: 0...(Self.counts.count - 1))]
      index.pins(nearest: count, to: place, within: distance, into: &nearby)
      #expect(
        nearby == naive.pins(nearest: count, to: place, within: distance),
        "\(count) within \(distance) of \(place)")
      total += nearby.count
    }
    return total
  }

  @Test(arguments: PinShape.allCases)
  func findsWhatSortingFinds(_ shape: PinShape) throws {
    var total = 0
    for (count, searches) in [(2, 100), (16, 100), (17, 100), (33, 100), (300, 60)] {
      let points = shape.points(count, seed: UInt64(count))
      total += try compare(points, searches: searches, seed: UInt64(count))
    }
    #expect(shape == .none || total > 0)
  }

  @Test(arguments: CrowdedPins.allCases)
  func findsWhatSortingFindsInCrowds(_ shape: CrowdedPins) throws {
    for (count, searches) in [(5, 100), (70, 100), (300, 60), (1000, 40)] {
      let points = shape.points(count, seed: UInt64(count))
      #expect(try compare(points, searches: searches, seed: UInt64(count)) > 0)
    }
  }

  @Test(arguments: [PinShape.uniform, .clumped, .duplicates])
  func findsWhatSortingFindsAmongManyPins(_ shape: PinShape) throws {
    #expect(try compare(shape.points(5000, seed: 5), searches: 60, seed: 6) > 0)
  }

  @Test func findsOnlyIncludedPins() throws {
    let points = PinShape.clumped.points(1000, seed: 1)
    let index = try SpatialIndex(points: points)
    let naive = NaiveSpatialIndex(points: points)
    var random = SeededGenerator(seed: 2)
    var nearby: [NearbyPin] = []
    for every in [1, 2, 7, 100, 2000] {
      for count in [1, 5, 50] {
        let place = random.place(near: points)
        index.pins(nearest: count, to: place, where: { $0 % every == 1 % every }, into: &nearby)
        #expect(
          nearby == naive.pins(nearest: count, to: place, where: { $0 % every == 1 % every }))
        #expect(nearby.count == min(count, points.indices.count { $0 % every == 1 % every }))
      }
    }
    index.pins(nearest: 5, to: random.place(near: points), where: { _ in false }, into: &nearby)
    #expect(nearby.isEmpty)
  }

  @Test func findsAcrossTheAntimeridian() throws {
    let fiji = [
      Coordinate(latitude: -17, longitude: 179.9), Coordinate(latitude: -17, longitude: -179.8),
      Coordinate(latitude: -17, longitude: 179.5), Coordinate(latitude: -17, longitude: 0),
    ]
    let index = try SpatialIndex(points: fiji.map { MapPoint($0) })
    var nearby: [NearbyPin] = []
    index.pins(
      nearest: 3, to: Coordinate(latitude: -17, longitude: -179.95), into: &nearby)
    // 0.15 degrees west, 0.15 degrees east: the shorter by a rounding; then 0.55 degrees.
    #expect(Set(nearby.prefix(2).map(\.pin)) == [0, 1])
    #expect(nearby[2].pin == 2)
    // A degree of the meridian's great circle is 111,195 m; of the parallel, 0.9563 of that.
    #expect(abs(nearby[0].distance - 0.15 * 111_195.08 * 0.956_305) < 0.5)
  }

  @Test func findsOverThePole() throws {
    // Over the pole it is 20 degrees; along the parallel, 180 degrees of longitude.
    let across = Coordinate(latitude: 80, longitude: 170)
    let south = Coordinate(latitude: 59, longitude: -10)
    let index = try SpatialIndex(points: [MapPoint(south), MapPoint(across)])
    var nearby: [NearbyPin] = []
    index.pins(nearest: 1, to: Coordinate(latitude: 80, longitude: -10), into: &nearby)
    #expect(nearby.map(\.pin) == [1])
    #expect(abs(nearby[0].distance - 20 * 111_195.08) < 1)
  }

  @Test func pinsAtTheSameDistanceComeByIndex() throws {
    let spot = MapPoint(Coordinate(latitude: 48, longitude: 11))
    let far = MapPoint(Coordinate(latitude: 49, longitude: 11))
    let points = [far] + Array(repeating: spot, count: 2000) + [far]
    let index = try SpatialIndex(points: points)
    var nearby: [NearbyPin] = []
    index.pins(nearest: 30, to: Coordinate(latitude: 48.1, longitude: 11.2), into: &nearby)
    #expect(nearby.map(\.pin) == Array(1...30))
    index.pins(nearest: .max, to: Coordinate(latitude: 48.1, longitude: 11.2), into: &nearby)
    #expect(nearby.map(\.pin) == Array(1...2000) + [0, 2001])
  }

  @Test func questionsThatHaveNoAnswer() throws {
    let points = PinShape.uniform.points(100, seed: 2)
    let index = try SpatialIndex(points: points)
    let empty = try SpatialIndex(points: [])
    let place = Coordinate(latitude: 10, longitude: 20)
    var nearby: [NearbyPin] = []
    func expectNone(
      _ index: SpatialIndex, _ count: Int, _ place: Coordinate, _ distance: Double
    ) {
      nearby = [NearbyPin(pin: 7, distance: 7)]
      index.pins(nearest: count, to: place, within: distance, into: &nearby)
      #expect(nearby.isEmpty, "\(count) \(place) \(distance)")
    }
    expectNone(empty, 5, place, .infinity)
    for count in [0, -1, .min] { expectNone(index, count, place, .infinity) }
    for distance in [-1, -Double.leastNonzeroMagnitude, -.infinity, .nan] {
      expectNone(index, 5, place, distance)
    }
    for angle in [Double.nan, .infinity, -.infinity, 180.1, -181] {
      expectNone(index, 5, Coordinate(latitude: angle, longitude: 0), .infinity)
      expectNone(index, 5, Coordinate(latitude: 0, longitude: angle), .infinity)
    }
  }

  @Test func theArraysRoomIsReused() throws {
    let index = try SpatialIndex(points: PinShape.uniform.points(500, seed: 3))
    var nearby: [NearbyPin] = []
    index.pins(nearest: 200, to: Coordinate(latitude: 0, longitude: 0), into: &nearby)
    let address = nearby.withUnsafeBufferPointer { $0.baseAddress }
    for count in [1, 200, 50] {
      index.pins(nearest: count, to: Coordinate(latitude: 50, longitude: 9), into: &nearby)
      #expect(nearby.count == count)
      #expect(nearby.withUnsafeBufferPointer { $0.baseAddress } == address)
    }
  }
}
