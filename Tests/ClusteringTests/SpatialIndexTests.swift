import Clustering
import TestSupport
import Testing

@Suite struct SpatialIndexTests {
  /// Compares a number of rectangles with the definition, and returns the number of pins found.
  private func compare(_ points: [MapPoint], rects: Int, seed: UInt64) throws -> Int {
    let index = try SpatialIndex(points: points)
    #expect(index.count == points.count)
    let naive = NaiveSpatialIndex(points: points)
    var random = SeededGenerator(seed: seed)
    var found: [Int] = []
    var total = 0
    for _ in 0..<rects {
      let rect = random.rect(near: points)
      index.pins(in: rect, into: &found)
      #expect(found.sorted() == naive.pins(in: rect), "\(rect)")
      var called: [Int] = []
      index.forEachPin(in: rect) { called.append($0) }
      #expect(called == found, "\(rect)")
      #expect(index.pins(in: rect) == found, "\(rect)")
      total += found.count
    }
    return total
  }

  @Test(arguments: PinShape.allCases)
  func findsWhatAScanFinds(_ shape: PinShape) throws {
    var total = 0
    for count in [2, 15, 16, 17, 33, 300] {
      let points = shape.points(count, seed: UInt64(count))
      total += try compare(points, rects: 80, seed: UInt64(count))
    }
    #expect(shape == .none || total > 0)
  }

  @Test(arguments: CrowdedPins.allCases)
  func findsWhatAScanFindsInCrowds(_ shape: CrowdedPins) throws {
    for count in [5, 70, 300, 1000] {
      let points = shape.points(count, seed: UInt64(count))
      #expect(try compare(points, rects: 60, seed: UInt64(count)) > 0)
    }
  }

  @Test(arguments: [PinShape.uniform, .clumped])
  func findsWhatAScanFindsAmongManyPins(_ shape: PinShape) throws {
    #expect(try compare(shape.points(4000, seed: 5), rects: 200, seed: 6) > 0)
  }

  /// Hilbert's curve visits the places of a square lattice each from a neighbour.
  @Test func pinsNextInTheOrderAreNeighborsOnTheMap() throws {
    let step = 4096.0
    var points: [MapPoint] = []
    for row in 0..<64 {
      for column in 0..<64 {
        points.append(MapPoint(x: 1000 + Double(column) * step, y: 500 + Double(row) * step))
      }
    }
    let index = try SpatialIndex(points: points)
    var order: [Int] = []
    index.pins(in: .world, into: &order)
    for (one, next) in zip(order, order.dropFirst()) {
      let x = abs(points[one].x - points[next].x)
      let y = abs(points[one].y - points[next].y)
      #expect(x + y == step, "from \(points[one]) to \(points[next])")
    }
  }

  /// The order in a rectangle that is not wrapped is that in the world.
  @Test func everyRectangleHasTheSameOrder() throws {
    let points = PinShape.clumped.points(1000, seed: 8)
    let index = try SpatialIndex(points: points)
    var world: [Int] = []
    index.pins(in: .world, into: &world)
    var random = SeededGenerator(seed: 9)
    var found: [Int] = []
    for _ in 0..<50 {
      let rect = random.rect(near: points)
      guard rect.minX >= 0, rect.maxX <= MapSize.world.width else { continue }
      index.pins(in: rect, into: &found)
      #expect(found == world.filter { rect.contains(points[$0]) })
    }
  }

  @Test func worldHoldsEveryPinOnce() throws {
    let world = MapSize.world.width
    let points = PinShape.edges.points(500, seed: 1)
    let index = try SpatialIndex(points: points)
    for rect in [
      MapRect.world, MapRect(x: -7 * world, y: 0, width: 20 * world, height: world),
      MapRect(x: -.infinity, y: -1, width: .infinity, height: 2 * world),
    ] {
      var found: [Int] = []
      index.forEachPin(in: rect) { found.append($0) }
      #expect(found.sorted() == Array(points.indices))
    }
  }

  @Test func aPinWhereTheTwoPartsTouchComesOnce() throws {
    let world = MapSize.world.width
    // A step short of the world's width: rounding half to even makes the parts meet.
    let rect = MapRect(
      x: -1.5 * (world - world.nextDown), y: 0, width: world.nextDown, height: world)
    let parts = rect.partsOnWorld
    let touch = try #require(parts.last).minX
    try #require(parts.count == 2 && parts[0].maxX == touch)
    let index = try SpatialIndex(points: [MapPoint(x: touch, y: 5)])
    var found: [Int] = []
    index.pins(in: rect, into: &found)
    #expect(found == [0])
  }

  @Test func rectanglesThatHoldNothing() throws {
    let index = try SpatialIndex(points: PinShape.uniform.points(100, seed: 2))
    let world = MapSize.world.width
    var found = [1, 2, 3]
    for rect in [
      MapRect(x: 10, y: 10, width: -5, height: 5), MapRect(x: -3, y: 10, width: -5, height: world),
      MapRect(x: 0, y: 0, width: world, height: -1), MapRect(x: 0, y: -9, width: world, height: 8),
      MapRect(x: 0, y: world + 1, width: world, height: 8),
      MapRect(x: .nan, y: 0, width: world / 2, height: world),
      MapRect(x: 0, y: .nan, width: world, height: world),
      MapRect(x: 0, y: 0, width: .nan, height: world),
      MapRect(x: 0, y: 0, width: world, height: .nan),
    ] {
      index.pins(in: rect, into: &found)
      #expect(found.isEmpty, "\(rect)")
    }
  }

  @Test func orderIsTheSameInEveryBuild() throws {
    let points = PinShape.duplicates.points(400, seed: 3)
    var first: [Int] = []
    var second: [Int] = []
    try SpatialIndex(points: points).pins(in: .world, into: &first)
    try SpatialIndex(points: points).pins(in: .world, into: &second)
    #expect(first == second)
    #expect(first.count == 400)
  }
}

/// The counted cost of queries, and the memory of the index.
@Suite struct SpatialIndexEffortTests {
  private static let count = 20_000
  private static let shapes = [
    PinShape.identical, .uniform, .clumped, .collinear, .lattice, .duplicates,
  ]

  @Test(arguments: shapes)
  func nearestPinsNeedFewLooks(_ shape: PinShape) throws {
    let points = shape.points(Self.count, seed: 1)
    let index = try SpatialIndex(points: points)
    var random = SeededGenerator(seed: 2)
    for _ in 0..<200 {
      let place = random.point().coordinate
      for count in [1, 10] {
        let effort = index.effort(nearest: count, to: place)
        #expect(effort.pins <= 600 && effort.boxes <= 300, "\(count) at \(place): \(effort)")
      }
    }
  }

  /// Pins by the thousand within metres, half the world apart.
  @Test func nearestPinsNeedFewLooksInCrowds() throws {
    let points = CrowdedPins.twoSpots.points(Self.count, seed: 5)
    let index = try SpatialIndex(points: points)
    for pin in stride(from: 0, to: Self.count, by: 199) {
      let effort = index.effort(nearest: 10, to: points[pin].coordinate)
      #expect(effort.pins <= 600 && effort.boxes <= 300, "at pin \(pin): \(effort)")
    }
  }

  /// Only pins around the edge are looked at one by one.
  @Test(arguments: shapes)
  func areasNeedLooksAroundTheirEdge(_ shape: PinShape) throws {
    let points = shape.points(Self.count, seed: 3)
    let index = try SpatialIndex(points: points)
    var random = SeededGenerator(seed: 4)
    var found: [Int] = []
    func expectFew(_ effort: SearchEffort, _ area: String) {
      let edge = (Double(found.count) + 16).squareRoot()
      #expect(Double(effort.pins) <= 60 * edge, "\(area), \(found.count) found: \(effort)")
      #expect(Double(effort.boxes) <= 60 * edge, "\(area), \(found.count) found: \(effort)")
    }
    for _ in 0..<200 {
      let size = MapSize.world.width / Double(1 << random.int(in: 0...16))
      let center = points[random.int(in: 0...(points.count - 1))]
      // The shape of a screen.
      let rect = MapRect(center: center, size: MapSize(width: size, height: 2 * size))
      index.pins(in: rect, into: &found)
      expectFew(index.effort(in: rect), "\(rect)")
      let meters = size / 100
      index.pins(within: meters, of: center.coordinate, into: &found)
      expectFew(index.effort(within: meters, of: center.coordinate), "\(meters) of \(center)")
    }
  }

  @Test(arguments: [PinShape.identical, .uniform, .clumped])
  func takesTwentyTwoBytesAPin(_ shape: PinShape) throws {
    for count in [0, 1, 16, 1000, 50_000] {
      let index = try SpatialIndex(points: shape.points(count, seed: 1))
      // What does not grow with the pins: the boxes of odd levels, and the allocator's rounding.
      #expect(index.byteCount <= 22 * count + 10_000)
      #expect(index.byteCount >= 21 * count)
    }
  }
}

/// The results of a `SpatialIndex` by definition, one pin after the other.
struct NaiveSpatialIndex {
  let points: [MapPoint]
  private let coordinates: [Coordinate]

  init(points: [MapPoint]) {
    self.points = points
    coordinates = points.map(\.coordinate)
  }

  /// A pin is found where a part of the rectangle contains it.
  func pins(in rect: MapRect) -> [Int] {
    let parts = rect.partsOnWorld
    return points.indices.filter { index in parts.contains { $0.contains(points[index]) } }
  }

  func pins(within distance: Double, of place: Coordinate) -> [Int] {
    guard place.isValid else { return [] }
    return points.indices.filter { place.greatCircleDistance(to: coordinates[$0]) <= distance }
  }

  func pins(
    nearest count: Int = .max, to place: Coordinate, within distance: Double = .infinity,
    where isIncluded: (Int) -> Bool = { _ in true }
  ) -> [NearbyPin] {
    guard count > 0, place.isValid else { return [] }
    let nearby = points.indices.filter(isIncluded).map {
      NearbyPin(pin: $0, distance: place.greatCircleDistance(to: coordinates[$0]))
    }
    return Array(nearby.filter { $0.distance <= distance }.sorted().prefix(count))
  }
}
