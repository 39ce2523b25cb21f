import Clustering
import MapGeometry
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
