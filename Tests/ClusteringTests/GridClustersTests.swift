import Clustering
import TestSupport
import Testing

@Suite struct GridClustersTests {
  @Test(arguments: PinShape.allCases)
  func agreesWithADictionaryOfCells(_ shape: PinShape) throws {
    var random = SeededGenerator(seed: 31)
    for round in 0..<30 {
      let points = shape.points(random.int(in: 2...120), seed: UInt64(round))
      let cellSizes = try random.cellSizes()
      let minimumCount = 2 + round % 4
      let grid = try GridClusters(points: points, cellSizes: cellSizes, minimumCount: minimumCount)
      let naive = NaiveGridClusters(
        points: points, cellSizes: cellSizes, minimumCount: minimumCount)
      let divisor = random.int(in: 1...5)
      for step in 0..<10 {
        let zoom = random.int(in: 0...22)
        let rect = step == 0 ? .world : random.rect(near: points)
        #expect(
          grid.naiveItems(in: rect, zoom: Double(zoom) + 0.9) == naive.items(in: rect, zoom: zoom),
          "\(rect) zoom \(zoom)")
        // A filter leaves the cells as they are.
        #expect(
          grid.naiveItems(in: rect, zoom: Double(zoom)) { $0 % divisor == 0 }
            == naive.items(in: rect, zoom: zoom) { $0 % divisor == 0 }, "\(rect) zoom \(zoom)")
      }
    }
  }

  @Test func aCellIsTheSameWhateverTheRectangle() throws {
    let points = PinShape.clumped.points(800, seed: 9)
    let grid = try GridClusters(points: points)
    var random = SeededGenerator(seed: 10)
    for zoom in stride(from: 0.0, through: 20, by: 2) {
      let whole = grid.items(in: .world, zoom: zoom)
      // Equal to the last bit, and in the same order.
      for _ in 0..<20 {
        let part = grid.items(in: random.rect(near: points), zoom: zoom)
        let ids = Set(part.map(\.id))
        #expect(part == whole.filter { ids.contains($0.id) })
      }
    }
  }

  @Test func anItemIsFoundByItsIdentity() throws {
    let points = PinShape.clumped.points(600, seed: 13)
    let grid = try GridClusters(points: points, minimumCount: 3)
    for items in grid.itemsOfEveryZoom() {
      #expect(!items.isEmpty && Set(items.map(\.id)).count == items.count)
      for item in items { #expect(grid.item(of: item.id) == item) }
    }
    // A pin within a cluster is an item by itself.
    #expect(grid.item(of: .pin(7)) == ClusterItem(id: .pin(7), point: points[7], count: 1))
    #expect(grid.item(of: .pin(600)) == nil && grid.zoomRange == 0...22)
  }

  @Test func aSlightlyDifferentIdentityIsAnotherCellOrNone() throws {
    let grid = try GridClusters(points: PinShape.clumped.points(200, seed: 14))
    let known = Set(grid.itemsOfEveryZoom().joined().map(\.id)).filter { $0.pinIndex == nil }
    for id in known {
      for bit in 0..<62 {
        let other = AnnotationID(rawValue: id.rawValue ^ 1 << UInt64(bit))
        #expect((grid.item(of: other) != nil) == known.contains(other))
      }
    }
  }

  @Test func cellsOwnTheirLeftAndTopEdge() throws {
    // Cells of 64 points at zoom 0: four by four, a quarter of the world each.
    let quarter = MapSize.world.width / 4
    let grid = try GridClusters(
      points: [
        MapPoint(x: quarter, y: 0), MapPoint(x: quarter.nextDown, y: 0),
        MapPoint(x: quarter, y: quarter), MapPoint(x: 4 * quarter, y: 4 * quarter),
      ], cellSizes: GridCellSizes(uniform: 64))
    #expect(grid.items(in: .world, zoom: 0).map(\.id) == [.pin(1), .pin(0), .pin(2), .pin(3)])
    // Touching the left edge of the second column takes it; the right edge of the first does not.
    let line = MapRect(x: quarter, y: 0, width: 0, height: 0)
    #expect(grid.items(in: line, zoom: 0).map(\.id) == [.pin(0)])
  }

  @Test func zoomIsRoundedDownAndClamped() throws {
    let points = PinShape.clumped.points(300, seed: 12)
    let grid = try GridClusters(points: points)
    func items(_ zoom: Double) -> [ClusterItem] { grid.items(in: .world, zoom: zoom) }
    #expect(items(12.999) == items(12) && items(12) != items(13))
    #expect(items(-5) == items(0) && items(.nan) == items(0))
    #expect(items(1e300) == items(22) && items(.infinity) == items(22))
  }

  @Test func unknownIdentitiesHaveNoPins() throws {
    let points = [MapPoint(x: 5, y: 5), MapPoint(x: 6, y: 5), MapPoint(x: 2e8, y: 5)]
    let grid = try GridClusters(points: points)
    let clusters = try HierarchicalClusters(points: points).items(in: .world, zoom: 0)
    let foreign = try #require(clusters.first { $0.count > 1 })
    let ids = [
      foreign.id, .pin(3), AnnotationID(rawValue: .max), AnnotationID(rawValue: 1 << 62 | 1),
      AnnotationID(rawValue: 1 << 62 | 31 << 56),
      // A cell of zoom 0 with a column, and one with a row, that the grid has not.
      AnnotationID(rawValue: 1 << 62 | 3), AnnotationID(rawValue: 1 << 62 | 3 << 28),
    ]
    for id in ids { #expect(grid.pins(of: id).isEmpty && grid.item(of: id) == nil, "\(id)") }
    #expect(grid.pins(of: .pin(2)) == [2])
  }

  @Test func clusterMapsCellSizes() {
    let expected = [0: 88.0, 12: 88, 13: 64, 15: 64, 16: 32, 18: 32, 19: 16, 22: 16]
    for (zoom, size) in expected { #expect(GridCellSizes.clusterMap.size(atZoom: zoom) == size) }
  }
}
