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
      for _ in 0..<10 {
        let zoom = random.int(in: 0...22)
        let rect = random.rect(near: points)
        #expect(
          grid.naiveItems(in: rect, zoom: Double(zoom) + 0.9) == naive.items(in: rect, zoom: zoom),
          "\(rect) zoom \(zoom)")
      }
    }
  }

  @Test(arguments: [0.0, 3, 7.5, 14, 16, 20])
  func everyPinIsInExactlyOneItem(zoom: Double) throws {
    let points = PinShape.clumped.points(1500, seed: 8)
    let grid = try GridClusters(points: points, minimumCount: 3)
    var items: [ClusterItem] = []
    grid.items(in: .world, zoom: zoom, into: &items)
    #expect(Set(items.map(\.id)).count == items.count)
    var pins: [Int] = []
    for item in items {
      var x = 0.0
      var y = 0.0
      let before = pins.count
      grid.forEachPin(of: item.id) { pin in
        pins.append(pin)
        x += points[pin].x
        y += points[pin].y
      }
      let count = pins.count - before
      #expect(item.count == count)
      #expect(item.count == 1 ? item.id.pinIndex != nil : item.count >= 3)
      // Means are taken of whole 16ths of a map point, of which the world has none at its end.
      #expect(abs(item.point.x - x / Double(count)) <= 1.0 / 16)
      #expect(abs(item.point.y - y / Double(count)) <= 1.0 / 16)
    }
    #expect(pins.sorted() == Array(points.indices))
  }

  @Test func aCellIsTheSameWhateverTheRectangle() throws {
    let points = PinShape.clumped.points(800, seed: 9)
    let grid = try GridClusters(points: points)
    var random = SeededGenerator(seed: 10)
    var whole: [ClusterItem] = []
    var part: [ClusterItem] = []
    for zoom in stride(from: 0.0, through: 20, by: 2) {
      grid.items(in: .world, zoom: zoom, into: &whole)
      // Equal to the last bit, and in the same order.
      for _ in 0..<20 {
        grid.items(in: random.rect(near: points), zoom: zoom, into: &part)
        let ids = Set(part.map(\.id))
        #expect(part == whole.filter { ids.contains($0.id) })
      }
    }
  }

  @Test(arguments: PinShape.allCases)
  func aFilterLeavesTheCellsAsTheyAre(_ shape: PinShape) throws {
    var random = SeededGenerator(seed: 32)
    for round in 0..<15 {
      let points = shape.points(random.int(in: 2...150), seed: UInt64(round))
      let cellSizes = try random.cellSizes()
      let minimumCount = 2 + round % 3
      let grid = try GridClusters(points: points, cellSizes: cellSizes, minimumCount: minimumCount)
      let naive = NaiveGridClusters(
        points: points, cellSizes: cellSizes, minimumCount: minimumCount)
      let divisor = random.int(in: 1...5)
      for _ in 0..<6 {
        let zoom = random.int(in: 0...22)
        let rect = random.rect(near: points)
        #expect(
          grid.naiveItems(in: rect, zoom: Double(zoom)) { $0 % divisor == 0 }
            == naive.items(in: rect, zoom: zoom) { $0 % divisor == 0 },
          "\(rect) zoom \(zoom)")
      }
    }
  }

  @Test func anItemIsFoundByItsIdentity() throws {
    let points = PinShape.clumped.points(600, seed: 13)
    let grid = try GridClusters(points: points, minimumCount: 3)
    for items in grid.itemsOfEveryZoom() {
      #expect(!items.isEmpty)
      for item in items { #expect(grid.item(of: item.id) == item) }
    }
    // A pin within a cluster is an item by itself.
    #expect(grid.item(of: .pin(7)) == ClusterItem(id: .pin(7), point: points[7], count: 1))
    #expect(grid.item(of: .pin(600)) == nil)
    #expect(grid.zoomRange == 0...22)
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

  @Test func antimeridianCellsComeOnce() throws {
    let world = MapSize.world.width
    let points = [10.0, 20, world - 10, world - 20].map { MapPoint(x: $0, y: world / 2) }
    let grid = try GridClusters(points: points)
    var items: [ClusterItem] = []
    for x in [-1000, world - 1000] {
      let rect = MapRect(x: x, y: world / 2 - 1000, width: 2000, height: 2000)
      grid.items(in: rect, zoom: 10, into: &items)
      #expect(items.map(\.count) == [2, 2])
      #expect(items.map(\.point.x) == [15, world - 15])
      // One cell is all of the world at this zoom and size: both ends of the rectangle are in it.
      let large = try GridClusters(points: points, cellSizes: GridCellSizes(uniform: 256))
      large.items(in: rect, zoom: 0, into: &items)
      #expect(items.map(\.count) == [4])
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
    var items: [ClusterItem] = []
    grid.items(in: .world, zoom: 0, into: &items)
    #expect(items.map(\.id) == [.pin(1), .pin(0), .pin(2), .pin(3)])
    // Touching the left edge of the second column takes it; the right edge of the first does not.
    let line = MapSize(width: 0, height: 0)
    grid.items(in: MapRect(origin: MapPoint(x: quarter, y: 0), size: line), zoom: 0, into: &items)
    #expect(items.map(\.id) == [.pin(0)])
  }

  @Test func zoomIsRoundedDownAndClamped() throws {
    let points = PinShape.clumped.points(300, seed: 12)
    let grid = try GridClusters(points: points)
    func items(_ zoom: Double) -> [ClusterItem] {
      var items: [ClusterItem] = []
      grid.items(in: .world, zoom: zoom, into: &items)
      return items
    }
    #expect(items(12.999) == items(12))
    #expect(items(12) != items(13))
    #expect(items(-5) == items(0))
    #expect(items(.nan) == items(0))
    #expect(items(1e300) == items(22))
    #expect(items(.infinity) == items(22))
  }

  @Test func unknownIdentitiesHaveNoPins() throws {
    let points = [MapPoint(x: 5, y: 5), MapPoint(x: 6, y: 5), MapPoint(x: 2e8, y: 5)]
    let grid = try GridClusters(points: points)
    var clusters: [ClusterItem] = []
    try HierarchicalClusters(points: points).items(in: .world, zoom: 0, into: &clusters)
    let foreign = try #require(clusters.first { $0.count > 1 })
    let ids = [
      foreign.id, .pin(3), AnnotationID(rawValue: .max), AnnotationID(rawValue: 1 << 62 | 1),
      AnnotationID(rawValue: 1 << 62 | 31 << 56),
      // A cell of zoom 0 with a column, and one with a row, that the grid has not.
      AnnotationID(rawValue: 1 << 62 | 3), AnnotationID(rawValue: 1 << 62 | 3 << 28),
    ]
    for id in ids {
      grid.forEachPin(of: id) { Issue.record("\(id) has pin \($0)") }
      #expect(grid.item(of: id) == nil)
    }
    var own: [Int] = []
    grid.forEachPin(of: .pin(2)) { own.append($0) }
    #expect(own == [2])
  }

  @Test func clusterMapsCellSizes() {
    let expected = [0: 88.0, 12: 88, 13: 64, 15: 64, 16: 32, 18: 32, 19: 16, 22: 16]
    for (zoom, size) in expected { #expect(GridCellSizes.clusterMap.size(atZoom: zoom) == size) }
  }
}
