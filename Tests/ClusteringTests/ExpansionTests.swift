import Clustering
import TestSupport
import Testing

/// The zoom at which a cluster of cells is divided, and the rectangle around its pins.
@Suite struct ExpansionTests {
  @Test(arguments: [PinShape.clumped, .denseTown, .duplicates, .meridian180, .identical])
  func aClusterIsTogetherBelowItsExpansionZoomAndNotThere(_ shape: PinShape) throws {
    var random = SeededGenerator(seed: 61)
    var (expanding, together) = (0, 0)
    for round in 0..<4 {
      let points = shape.points(150, seed: UInt64(round))
      let grid = try GridClusters(
        points: points, cellSizes: random.cellSizes(), minimumCount: 2 + round % 3)
      let live = try LiveClusters(
        points: points, cellSizes: grid.cellSizes, minimumCount: grid.minimumCount
      ).snapshot
      // The number of the item of each pin, for each zoom, by the definition of a cell.
      let naive = NaiveGridClusters(
        points: points, cellSizes: grid.cellSizes, minimumCount: grid.minimumCount)
      let itemOfPin = (0...22).map { zoom in
        var numbers = [Int](repeating: -1, count: points.count)
        for (number, item) in naive.items(in: .world, zoom: zoom).enumerated() {
          for pin in item.pins { numbers[pin] = number }
        }
        return numbers
      }
      for (zoom, items) in grid.itemsOfEveryZoom().enumerated() {
        for item in items {
          let pins = grid.pins(of: item.id)
          let expected = (zoom...22).dropFirst().first { zoom in
            Set(pins.map { itemOfPin[zoom][$0] }).count > 1
          }
          let isCluster = item.count > 1
          #expect(grid.expansionZoom(of: item.id) == (isCluster ? expected : nil), "\(item)")
          #expect(live.expansionZoom(of: item.id) == grid.expansionZoom(of: item.id))
          if isCluster, expected != nil { expanding += 1 } else { together += 1 }
        }
      }
    }
    #expect(shape == .identical ? expanding == 0 : expanding > 0)
    #expect(together > 0)
  }

  @Test func theBoundingRectIsThatOfThePins() throws {
    let points = PinShape.clumped.points(300, seed: 62)
    let live = try LiveClusters(points: points).snapshot
    let tree = try HierarchicalClusters(points: points)
    let indexes: [any ClusterIndex] = [live, tree, try GridClusters(points: points)]
    for index in indexes {
      for item in index.items(in: .world, zoom: 4) {
        let members = index.pins(of: item.id).map { points[$0] }
        let rect = try #require(index.boundingRect(of: item.id))
        #expect(members.count == item.count)
        #expect(members.allSatisfy { rect.contains($0) })
        #expect(members.map(\.x).min() == rect.minX && members.map(\.y).min() == rect.minY)
        #expect(abs((members.map(\.x).max() ?? .nan) - rect.maxX) < 1e-6)
        #expect(abs((members.map(\.y).max() ?? .nan) - rect.maxY) < 1e-6)
      }
      #expect(index.boundingRect(of: .pin(300)) == nil)
      #expect(index.boundingRect(of: .cluster(1)) == nil)
      #expect(index.boundingRect(of: .pin(5))?.origin == points[5])
    }
    #expect(live.expansionZoom(of: .pin(5)) == nil)
    #expect(live.expansionZoom(of: .cluster(1)) == nil)
  }

  @Test func queriesReturnWhatTheyFill() throws {
    let points = PinShape.clumped.points(400, seed: 63)
    let tree = try HierarchicalClusters(points: points)
    let filtered = tree.filtered { $0 % 2 == 0 }
    let region = Region(
      center: points[0].coordinate, span: CoordinateSpan(latitudeDelta: 30, longitudeDelta: 60))
    var filled: [ClusterItem] = []
    var pins: [Int] = []
    let indexes: [any ClusterIndex] = [tree, filtered, try GridClusters(points: points)]
    for index in indexes {
      index.items(in: region, padding: 0.5, zoom: 3, into: &filled)
      #expect(!filled.isEmpty)
      #expect(index.items(in: region, padding: 0.5, zoom: 3) == filled)
      index.items(in: .world, zoom: 3, where: { $0 % 3 == 0 }, into: &filled)
      #expect(index.items(in: .world, zoom: 3) { $0 % 3 == 0 } == filled)
      #expect(filled != index.items(in: .world, zoom: 3))
    }
    let cluster = try #require(tree.items(in: .world, zoom: 2).first { $0.count > 3 })
    filtered.items(of: cluster.id, atZoom: 8, into: &filled)
    #expect(filtered.items(of: cluster.id, atZoom: 8) == filled)
    tree.pins(of: cluster.id, offset: 1, limit: 2, into: &pins)
    #expect(pins.count == 2 && tree.pins(of: cluster.id, offset: 1, limit: 2) == pins)
    filtered.pins(of: cluster.id, offset: 1, limit: 2, into: &pins)
    #expect(filtered.pins(of: cluster.id, offset: 1, limit: 2) == pins)

    let index = try SpatialIndex(points: points)
    var nearby: [NearbyPin] = []
    let place = points[0].coordinate
    index.pins(nearest: 5, to: place, where: { $0 % 3 == 0 }, into: &nearby)
    #expect(nearby.count == 5)
    #expect(index.pins(nearest: 5, to: place) { $0 % 3 == 0 } == nearby)
    index.pins(within: nearby[4].distance, of: place, into: &pins)
    #expect(pins.count > 5)
    #expect(index.pins(within: nearby[4].distance, of: place) == pins)
  }
}
