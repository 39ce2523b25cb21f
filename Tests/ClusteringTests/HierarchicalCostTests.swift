import Clustering
import MapGeometry
import Testing

/// What a build costs, counted: pairs of items that it looks at, bytes that it keeps.
@Suite struct HierarchicalCostTests {
  private func candidatesPerPin(
    _ shape: PinShape, _ pinCount: Int, _ options: HierarchicalClusters.Options
  ) throws -> Double {
    let points = shape.points(pinCount, seed: 141)
    let clusters = try HierarchicalClusters(points: points, options: options)
    return Double(clusters.candidateCount) / Double(pinCount)
  }

  /// No shape of data makes the work grow faster than the pins, nor is any far from the others.
  private func expectLinearWork(
    _ shape: PinShape, upTo pinCount: Int, _ options: HierarchicalClusters.Options
  ) throws {
    let perPin = try [pinCount / 4, pinCount / 2, pinCount].map {
      try candidatesPerPin(shape, $0, options)
    }
    #expect(perPin[1] <= perPin[0] * 1.15 && perPin[2] <= perPin[1] * 1.15, "\(perPin)")
    #expect(perPin.allSatisfy { $0 > 0.4 && $0 < 45 }, "\(perPin)")
  }

  @Test(arguments: [
    PinShape.identical, .clumped, .verticalLine, .sortedLine, .denseTown, .meridian180,
  ])
  func workGrowsWithThePins(_ shape: PinShape) throws {
    try expectLinearWork(shape, upTo: 80_000, .init())
  }

  @Test(arguments: [PinShape.denseTown, .identical, .sortedLine, .clumped])
  func workGrowsWithThePinsWhereMoreThanTwoAreAskedFor(_ shape: PinShape) throws {
    try expectLinearWork(shape, upTo: 14_000, .init(minPoints: 4))
  }

  @Test(arguments: [
    (PinShape.uniform, 20_000, 142), (.clumped, 20_000, 100), (.denseTown, 10_000, 60),
    (.identical, 10_000, 60), (.sortedLine, 10_000, 132), (.verticalLine, 10_000, 132),
    // The fewer pins are spread evenly, the more levels have nearly all of them.
    (.uniform, 10_000, 150),
  ])
  func bytesPerPinAreFew(_ shape: PinShape, _ pinCount: Int, _ most: Int) throws {
    let clusters = try HierarchicalClusters(points: shape.points(pinCount, seed: 142))
    #expect(clusters.byteCount <= most * pinCount, "\(clusters.byteCount)")
    // Two numbers for a pin, a place and a node for what every second level shows, and a place, a
    // count, a parent and an identity for a cluster.
    let levels = stride(from: clusters.zoomRange.upperBound, through: 0, by: -2)
    let placed = levels.reduce(0) { $0 + clusters.itemCount(atZoom: Double($1)) }
    let clusterCount = clusters.allClusters().count
    #expect(clusters.byteCount >= pinCount * 8 + placed * 12 + clusterCount * 24)
  }

  @Test func emptyIndexIsSmall() throws {
    let clusters = try HierarchicalClusters(points: [])
    #expect(clusters.byteCount > 0 && clusters.byteCount < 1000)
    #expect(clusters.candidateCount == 0)
  }
}
