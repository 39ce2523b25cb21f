import Clustering
import MapGeometry
import TestSupport
import Testing

/// What an item is at another zoom level: `items(of:atZoom:into:)` and `item(holding:atZoom:)`.
@Suite struct RelationTests {
  static let worlds: [(shape: PinShape, options: HierarchicalClusters.Options)] = [
    (.clumped, .init(maxZoom: 12)), (.clumped, .init(maxZoom: 11, minPoints: 4)),
    (.denseTown, .init(radius: 20, minZoom: 8, maxZoom: 18)), (.identical, .init(maxZoom: 3)),
    (.uniform, .init(radius: 200, minZoom: 2, maxZoom: 9)), (.lattice, .init(maxZoom: 6)),
    (.duplicates, .init(minZoom: 4, maxZoom: 4)), (.one, .init()),
  ]

  private func index(
    _ world: (shape: PinShape, options: HierarchicalClusters.Options)
  ) throws -> HierarchicalClusters {
    try HierarchicalClusters(points: world.shape.points(130, seed: 81), options: world.options)
  }

  /// Which item each pin is in at each zoom, as the answers for the whole world tell.
  private func itemOfPin(_ clusters: HierarchicalClusters) -> [Int: [ClusterItem]] {
    var itemOfPin: [Int: [ClusterItem]] = [:]
    for zoom in clusters.zoomRange {
      var items = clusters.points.map { ClusterItem(id: .cluster(9), point: $0, count: 0) }
      for item in clusters.answer(zoom: zoom) {
        for pin in clusters.pins(of: item.id) { items[pin] = item }
      }
      itemOfPin[zoom] = items
    }
    return itemOfPin
  }

  @Test(arguments: worlds.indices)
  func itemOfAnotherZoomIsTheOneWithItsPins(_ world: Int) throws {
    let clusters = try index(Self.worlds[world])
    let itemOfPin = itemOfPin(clusters)
    for from in clusters.zoomRange {
      for item in clusters.answer(zoom: from) {
        let pins = clusters.pins(of: item.id)
        for to in clusters.zoomRange {
          // In the order of the item's pins, each once.
          var expected: [ClusterItem] = []
          for pin in pins {
            let other = try #require(itemOfPin[to])[pin]
            if expected.last != other { expected.append(other) }
          }
          let found = clusters.items(of: item.id, atZoom: to)
          #expect(found == expected, "\(item) at \(to)")
          let holder = clusters.item(holding: item.id, atZoom: Double(to))
          #expect(holder == (expected.count == 1 ? expected[0] : nil), "\(item) at \(to)")
        }
      }
    }
  }

  @Test(arguments: worlds.indices)
  func goingThereAndBackComesBack(_ world: Int) throws {
    let clusters = try index(Self.worlds[world])
    for from in clusters.zoomRange {
      for item in clusters.answer(zoom: from) {
        for to in clusters.zoomRange {
          let there = clusters.items(of: item.id, atZoom: to)
          if to >= from {
            // Opened: the parts have the item's pins, and each is held by it.
            #expect(
              there.flatMap { clusters.pins(of: $0.id) } == clusters.pins(of: item.id))
            for part in there {
              #expect(clusters.item(holding: part.id, atZoom: Double(from)) == item)
            }
          } else {
            #expect(there.count == 1 && there[0].count >= item.count)
            #expect(clusters.items(of: there[0].id, atZoom: from).contains(item))
          }
        }
      }
    }
  }

  @Test(arguments: worlds.indices)
  func childrenAreWhatItOpensInto(_ world: Int) throws {
    let clusters = try index(Self.worlds[world])
    for cluster in clusters.allClusters() {
      let expansion = try #require(clusters.expansionZoom(of: cluster.id))
      let children = clusters.children(of: cluster.id)
      #expect(children == clusters.items(of: cluster.id, atZoom: expansion))
      #expect(clusters.items(of: cluster.id, atZoom: expansion - 1) == [cluster])
      // It grew from its first child, whose first pin is its own.
      let first = try #require(children.first)
      #expect(clusters.pins(of: first.id).first == clusters.pins(of: cluster.id).first)
      #expect(Set(children.map(\.id)).count == children.count)
    }
  }

  @Test func zoomIsRoundedDownAndClamped() throws {
    let clusters = try HierarchicalClusters(
      points: PinShape.clumped.points(200, seed: 82), options: .init(minZoom: 2, maxZoom: 9))
    var items: [ClusterItem] = []
    for item in clusters.answer(zoom: 2) {
      for (zoom, level) in [
        (-5.0, 2), (1.99, 2), (.nan, 2), (-.infinity, 2), (4.999, 4), (9.5, 9), (10, 10), (77, 10),
        (.infinity, 10),
      ] {
        clusters.items(of: item.id, atZoom: zoom, into: &items)
        #expect(items == clusters.items(of: item.id, atZoom: level))
        let holder = clusters.item(holding: item.id, atZoom: zoom)
        #expect(holder == (items.count == 1 ? items[0] : nil))
      }
      clusters.items(of: item.id, atZoom: .infinity, into: &items)
      #expect(items.map(\.id) == clusters.pins(of: item.id).map { .pin($0) })
    }
  }
}
