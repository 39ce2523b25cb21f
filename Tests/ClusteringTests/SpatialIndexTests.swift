import Clustering
import TestSupport
import Testing

@Suite struct SpatialIndexTests {
  /// Compares random searches of each kind with their definition, and returns the number of pins
  /// that the least successful kind found.
  private func compare(_ points: [MapPoint], searches: Int, seed: UInt64) throws -> Int {
    let index = try SpatialIndex(points: points)
    #expect(index.count == points.count)
    let naive = NaiveSpatialIndex(points: points)
    var random = SeededGenerator(seed: seed)
    let counts = [1, 2, 3, 10, 64, 1000, .max]
    var totals = [0, 0, 0]
    for _ in 0..<searches {
      let rect = random.rect(near: points)
      let place = random.place(near: points)
      let distance = random.distance(from: place, to: points)
      let count = counts[random.int(in: 0...(counts.count - 1))]
      let inside = index.pins(in: rect)
      #expect(inside.sorted() == naive.pins(in: rect), "\(rect)")
      let within = index.pins(within: distance, of: place)
      #expect(within.sorted() == naive.pins(within: distance, of: place), "\(distance) of \(place)")
      var called: [Int] = []
      index.forEachPin(in: rect) { called.append($0) }
      index.forEachPin(within: distance, of: place) { called.append($0) }
      #expect(called == inside + within, "\(rect), \(distance) of \(place)")
      let nearest = index.pins(nearest: count, to: place, within: distance)
      #expect(
        nearest == naive.pins(nearest: count, to: place, within: distance),
        "\(count) within \(distance) of \(place)")
      totals = zip(totals, [inside.count, within.count, nearest.count]).map { $0 + $1 }
    }
    return totals.min() ?? 0
  }

  @Test(arguments: PinShape.allCases)
  func findsWhatAScanFinds(_ shape: PinShape) throws {
    var total = 0
    for (count, searches) in [(2, 100), (15, 80), (16, 100), (17, 100), (33, 100), (300, 60)] {
      let points = shape.points(count, seed: UInt64(count))
      total += try compare(points, searches: searches, seed: UInt64(count))
    }
    #expect(shape == .none || total > 0)
  }

  @Test(arguments: CrowdedPins.allCases)
  func findsWhatAScanFindsInCrowds(_ shape: CrowdedPins) throws {
    for (count, searches) in [(5, 100), (70, 100), (300, 60), (1000, 50)] {
      let points = shape.points(count, seed: UInt64(count))
      #expect(try compare(points, searches: searches, seed: UInt64(count)) > 0)
    }
  }

  @Test(arguments: [PinShape.uniform, .clumped, .duplicates])
  func findsWhatAScanFindsAmongManyPins(_ shape: PinShape) throws {
    #expect(try compare(shape.points(5000, seed: 5), searches: 100, seed: 6) > 0)
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
    let order = index.pins(in: .world)
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
    let world = index.pins(in: .world)
    var random = SeededGenerator(seed: 9)
    for _ in 0..<50 {
      let rect = random.rect(near: points)
      guard rect.minX >= 0, rect.maxX <= MapSize.world.width else { continue }
      #expect(index.pins(in: rect) == world.filter { rect.contains(points[$0]) })
    }
  }

  @Test func worldHoldsEveryPinOnce() throws {
    let world = MapSize.world.width
    let points = PinShape.edges.points(500, seed: 1)
    let index = try SpatialIndex(points: points)
    for rect in [
      MapRect.world, MapRect(x: -7 * world, y: 0, width: 20 * world, height: world),
      MapRect(x: -.infinity, y: -1, width: .infinity, height: 2 * world),
    ] { #expect(index.pins(in: rect).sorted() == Array(points.indices)) }
  }

  @Test func orderIsTheSameInEveryBuild() throws {
    let points = PinShape.duplicates.points(400, seed: 3)
    let orders = try (0..<2).map { _ in try SpatialIndex(points: points).pins(in: .world) }
    #expect(orders[0] == orders[1])
    #expect(orders[0].count == 400)
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
    func expectFew(_ effort: SearchEffort, _ found: [Int], _ area: String) {
      let edge = (Double(found.count) + 16).squareRoot()
      #expect(Double(effort.pins) <= 60 * edge, "\(area), \(found.count) found: \(effort)")
      #expect(Double(effort.boxes) <= 60 * edge, "\(area), \(found.count) found: \(effort)")
    }
    for _ in 0..<200 {
      let size = MapSize.world.width / Double(1 << random.int(in: 0...16))
      let center = points[random.int(in: 0...(points.count - 1))]
      // The shape of a screen.
      let rect = MapRect(center: center, size: MapSize(width: size, height: 2 * size))
      expectFew(index.effort(in: rect), index.pins(in: rect), "\(rect)")
      let (meters, place) = (size / 100, center.coordinate)
      expectFew(
        index.effort(within: meters, of: place), index.pins(within: meters, of: place),
        "\(meters) of \(center)")
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
