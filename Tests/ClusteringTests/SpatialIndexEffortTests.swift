import Clustering
import MapGeometry
import TestSupport
import Testing

/// How much of the index a query looks at, and what the index takes: counted, not timed.
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
