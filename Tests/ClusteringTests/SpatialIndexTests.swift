import Clustering
import MapGeometry
import TestSupport
import Testing

@Suite struct SpatialIndexTests {
  /// The definition, read off `MapRect`: a pin is found where a part of the rectangle contains it.
  private func scan(_ points: [MapPoint], in rect: MapRect) -> [Int] {
    let parts = rect.partsOnWorld
    return points.indices.filter { index in parts.contains { $0.contains(points[index]) } }
  }

  @Test(arguments: PinShape.allCases)
  func findsWhatAScanFinds(_ shape: PinShape) throws {
    var random = SeededGenerator(seed: 11)
    var found: [Int] = []
    var total = 0
    for count in [2, 15, 16, 17, 33, 300] {
      let points = shape.points(count, seed: UInt64(count))
      let index = try SpatialIndex(points: points)
      #expect(index.count == points.count)
      for _ in 0..<80 {
        let rect = random.rect(near: points)
        index.pins(in: rect, into: &found)
        #expect(found.sorted() == scan(points, in: rect), "\(rect)")
        total += found.count
      }
    }
    #expect(shape == .none || total > 0)
  }

  @Test func findsWhatAScanFindsAmongManyPins() throws {
    for shape in [PinShape.uniform, .clumped] {
      let points = shape.points(4000, seed: 5)
      let index = try SpatialIndex(points: points)
      var random = SeededGenerator(seed: 6)
      var found: [Int] = []
      for _ in 0..<200 {
        let rect = random.rect(near: points)
        index.pins(in: rect, into: &found)
        #expect(found.sorted() == scan(points, in: rect), "\(rect)")
      }
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
