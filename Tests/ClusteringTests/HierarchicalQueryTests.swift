import Clustering
import TestSupport
import Testing

/// The items that a query of ``HierarchicalClusters`` finds, and their order.
@Suite struct HierarchicalQueryTests {
  private typealias Options = HierarchicalClusters.Options

  private func expectScans(
    _ clusters: HierarchicalClusters, zooms: [Int], rects: Int, seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    for zoom in zooms {
      let all = clusters.answer(zoom: zoom)
      let places = all.map(\.point)
      for _ in 0..<rects {
        let rect = random.rect(near: places)
        #expect(
          clusters.answer(in: rect, zoom: zoom).sortedByID() == all.inside(rect).sortedByID(),
          "\(rect) zoom \(zoom)")
      }
    }
  }

  @Test(arguments: PinShape.allCases)
  func rectangleFindsWhatAScanFinds(_ shape: PinShape) throws {
    let points = shape.points(250, seed: 56)
    // Rounded to 24 bits, and to units; an even and an odd number of zooms.
    for options in [Options(), Options(radius: 60, extent: 256, minZoom: 1, maxZoom: 17)] {
      let clusters = try HierarchicalClusters(points: points, options: options)
      expectScans(clusters, zooms: [1, 2, 5, 10, 16, 17, 18], rects: 25, seed: 55)
    }
  }

  @Test func rectangleFindsWhatAScanFindsAmongManyPins() throws {
    let clusters = try HierarchicalClusters(points: PinShape.clumped.points(8000, seed: 63))
    expectScans(clusters, zooms: [3, 8, 12, 17], rects: 12, seed: 62)
  }

  /// A rectangle of no size at an item finds it; one that ends a step of a `Double` before it in
  /// any direction does not.
  @Test(arguments: [PinShape.uniform, .edges, .oneUlpApart, .poles, .denseTown])
  func edgesBelongToTheRectangleAndNothingBeyond(_ shape: PinShape) throws {
    let world = MapSize.world.width
    let clusters = try HierarchicalClusters(points: shape.points(60, seed: 64))
    for zoom in [0, 3, 9, 16, 17] {
      let all = clusters.answer(zoom: zoom)
      for item in all.prefix(25) {
        let (x, y) = (item.point.x, item.point.y)
        let spot = MapRect(x: x, y: y, width: 0, height: 0)
        #expect(clusters.answer(in: spot, zoom: zoom).contains(item))
        let beside = [
          MapRect(x: 0, y: 0, width: x.nextDown, height: world),
          MapRect(x: x.nextUp, y: 0, width: 0, height: world),
          MapRect(x: 0, y: 0, width: world, height: y.nextDown),
          MapRect(x: 0, y: y.nextUp, width: world, height: 0),
        ]
        for rect in beside {
          let found = clusters.answer(in: rect, zoom: zoom)
          #expect(!found.contains(item), "\(item) in \(rect)")
          #expect(found.sortedByID() == all.inside(rect).sortedByID())
        }
      }
    }
  }

  private static let world = MapSize.world.width
  static let emptyRects = [
    MapRect(x: .nan, y: 0, width: world / 2, height: 1),
    MapRect(x: 0, y: .nan, width: 1, height: 1),
    MapRect(x: 0, y: 0, width: .nan, height: 1), MapRect(x: 0, y: 0, width: 1, height: .nan),
    MapRect(x: 10, y: 10, width: -5, height: 5), MapRect(x: -3, y: 10, width: -5, height: world),
    MapRect(x: world, y: world, width: -world, height: -world),
    MapRect(x: 0, y: world, width: world, height: -world),
    MapRect(x: world, y: 0, width: -world, height: world),
    MapRect(x: 0, y: 0, width: world, height: -1),
    MapRect(x: 0, y: world + 1, width: world, height: 5),
    MapRect(x: 0, y: -6, width: world, height: 5),
    MapRect(x: 0, y: -.infinity, width: world, height: 5),
    MapRect(x: 0, y: .infinity, width: world, height: 5),
    MapRect(x: .infinity, y: 0, width: 5, height: world),
    MapRect(x: -.infinity, y: 0, width: 5, height: world),
  ]

  @Test func rectanglesThatAreOddHaveAnAnswer() throws {
    let world = Self.world
    let points = PinShape.clumped.points(100, seed: 65)
    let clusters = try HierarchicalClusters(points: points)
    let index = try SpatialIndex(points: points)
    let whole = [
      MapRect.world, MapRect(x: -5 * world, y: -world, width: 10 * world, height: 3 * world),
      MapRect(x: 1e300, y: -1e300, width: 1e300, height: .infinity),
      MapRect(x: 7, y: 0, width: .infinity, height: world),
      MapRect(x: world / 2, y: 0, width: world, height: world),
    ]
    for zoom in [0, 5, 17] {
      for rect in Self.emptyRects {
        #expect(clusters.answer(in: rect, zoom: zoom).isEmpty, "\(rect)")
        #expect(index.pins(in: rect).isEmpty, "\(rect)")
      }
      for rect in whole {
        #expect(clusters.answer(in: rect, zoom: zoom) == clusters.answer(zoom: zoom), "\(rect)")
      }
    }
  }

  @Test(arguments: [-1.5, 4])
  func aPinWhereTheTwoPartsTouchComesOnce(steps: Double) throws {
    let world = MapSize.world.width
    // A step short of the world's width: rounding half to even makes the parts meet.
    let rect = MapRect(
      x: steps * (world - world.nextDown), y: 0, width: world.nextDown, height: world)
    let parts = rect.partsOnWorld
    let (first, second) = (try #require(parts.first), try #require(parts.dropFirst().first))
    let touch = MapPoint(x: steps < 0 ? second.minX : second.maxX, y: 5)
    try #require(first.contains(touch) && second.contains(touch))
    let clusters = try HierarchicalClusters(points: [touch])
    #expect(clusters.answer(in: rect, zoom: 3).map(\.id) == [.pin(0)])
    let filtered = clusters.filtered { _ in true }
    for zoom in [0, 3] { #expect(filtered.answer(in: rect, zoom: zoom).map(\.id) == [.pin(0)]) }
    #expect(try SpatialIndex(points: clusters.points).pins(in: rect) == [0])
  }

  @Test func rectangleAcrossTheAntimeridianFindsBothSides() throws {
    let world = MapSize.world.width
    let clusters = try HierarchicalClusters(points: PinShape.meridian180.points(300, seed: 66))
    for zoom in [0, 4, 9, 14, 17] {
      let all = clusters.answer(zoom: zoom)
      for reach in [world / 64, world / 1000, world / 100_000] {
        let right = MapRect(x: world - reach, y: 0, width: 2 * reach, height: world)
        let left = MapRect(x: -reach, y: 0, width: 2 * reach, height: world)
        let expected = all.filter { $0.point.x <= reach || $0.point.x >= world - reach }
        for rect in [left, right] {
          #expect(
            clusters.answer(in: rect, zoom: zoom).sortedByID() == expected.sortedByID(),
            "\(rect) zoom \(zoom)")
        }
        // Both sides have some, or the halves of the rectangle were not tested.
        #expect(reach < world / 64 || expected.contains { $0.point.x > world / 2 })
        #expect(reach < world / 64 || expected.contains { $0.point.x < world / 2 })
      }
    }
  }

  @Test func zoomIsRoundedDownAndClamped() throws {
    let points = PinShape.clumped.points(300, seed: 57)
    let clusters = try HierarchicalClusters(
      points: points, options: Options(minZoom: 2, maxZoom: 9))
    let answer = { (zoom: Double) in clusters.answer(zoom: zoom) }
    #expect(clusters.zoomRange == 2...10)
    #expect(answer(4.999) == answer(4))
    #expect(answer(4) != answer(5))
    for zoom in [-3, 1.9, .nan, -.infinity] { #expect(answer(zoom) == answer(2)) }
    for zoom in [10.5, 1e300, .infinity] { #expect(answer(zoom) == answer(10)) }
    #expect(answer(10).count == points.count)
    #expect(clusters.itemCount(atZoom: .nan) == answer(2).count)
    #expect(clusters.itemCount(atZoom: 4.7) == answer(4).count)
    #expect(clusters.itemCount(atZoom: .infinity) == points.count)
  }

  @Test func paddingOfARegionAddsWhatLiesAround() throws {
    let clusters = try HierarchicalClusters(points: PinShape.uniform.points(2000, seed: 67))
    let all = clusters.answer(zoom: 6)
    var found: [ClusterItem] = []
    for longitude in [-179.0, 0, 100, 175] {
      let region = Region(20, longitude, spans: (30, 40))
      let rect = MapRect(region)
      var counts: [Int] = []
      for padding in [-0.6, -0.25, 0, 0.5, 20] {
        let padded = MapRect(
          x: rect.minX - padding * rect.width, y: rect.minY - padding * rect.height,
          width: rect.width * (1 + 2 * padding), height: rect.height * (1 + 2 * padding))
        clusters.items(in: region, padding: padding, zoom: 6.5, into: &found)
        #expect(found.sortedByID() == all.inside(padded).sortedByID())
        counts.append(found.count)
      }
      clusters.items(in: region, zoom: 6.5, into: &found)
      #expect(found.count == counts[2])
      #expect(counts[0] == 0 && counts[4] == all.count)
      #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  /// The order of ``HierarchicalClusters/items(in:zoom:into:)``: that of one list of the level's
  /// items, in each part of the rectangle on the world.
  @Test(arguments: [PinShape.clumped, .lattice, .denseTown, .meridian180, .duplicates])
  func itemsInCommonComeInTheSameOrder(_ shape: PinShape) throws {
    var random = SeededGenerator(seed: 68)
    let clusters = try HierarchicalClusters(
      points: shape.points(400, seed: 69), options: Options(maxZoom: 15))
    var longest = 0
    for zoom in [0, 3, 6, 9, 12, 15, 16] {
      let all = clusters.answer(zoom: zoom)
      let ranks = Dictionary(uniqueKeysWithValues: zip(all.map(\.id), all.indices))
      for _ in 0..<40 {
        let rect = random.rect(near: all.map(\.point))
        let found = clusters.answer(in: rect, zoom: zoom)
        let filtered = clusters.answer(in: rect, zoom: zoom) { _ in true }
        for part in rect.partsOnWorld {
          for items in [found, filtered] {
            let order = items.filter { part.contains($0.point) }.map { ranks[$0.id] ?? -1 }
            #expect(zip(order, order.dropFirst()).allSatisfy { $0 < $1 }, "\(rect)")
            longest = max(longest, order.count)
          }
        }
      }
    }
    #expect(longest > 50)
  }
}

/// Pages of the pins of an item: `pins(of:offset:limit:into:)`.
@Suite struct HierarchicalPagingTests {
  @Test(arguments: [PinShape.clumped, .denseTown, .identical], [2, 4])
  func pagesJoinedAreThePins(_ shape: PinShape, minPoints: Int) throws {
    let clusters = try HierarchicalClusters(
      points: shape.points(150, seed: 71), options: .init(minPoints: minPoints))
    let items = clusters.zoomRange.flatMap { clusters.answer(zoom: $0) }
    for item in Set(items).sorted(by: { $0.id < $1.id }) {
      let pins = clusters.pins(of: item.id)
      #expect(pins.count == item.count)
      for limit in [1, 2, 7, 64, 1000] {
        var joined: [Int] = []
        while joined.count < pins.count {
          let page = clusters.page(of: item.id, offset: joined.count, limit: limit)
          #expect(page.count == min(limit, pins.count - joined.count))
          guard !page.isEmpty else { break }
          joined += page
        }
        #expect(joined == pins)
      }
    }
  }

  @Test func edgesOfPagesAreEmptyOrCutOff() throws {
    let clusters = try HierarchicalClusters(points: PinShape.identical.points(30, seed: 72))
    let top = try #require(clusters.answer(zoom: 0).first).id
    let pins = clusters.pins(of: top)
    #expect(clusters.page(of: top, offset: 0, limit: .max) == pins)
    #expect(clusters.page(of: top, offset: 29, limit: .max) == [pins[29]])
    #expect(clusters.page(of: top, offset: 28, limit: 2) == [pins[28], pins[29]])
    for (offset, limit) in [
      (30, 1), (31, 5), (.max, 1), (.max, .max), (0, 0), (5, -1), (0, .min), (-1, 5), (.min, .max),
      (.min, .min), (-1, .max),
    ] {
      #expect(clusters.page(of: top, offset: offset, limit: limit).isEmpty, "\(offset) \(limit)")
    }
  }

  @Test func pinHasAPageOfItself() throws {
    let clusters = try HierarchicalClusters(points: PinShape.uniform.points(9, seed: 73))
    #expect(clusters.page(of: .pin(4), offset: 0, limit: 1) == [4])
    #expect(clusters.page(of: .pin(4), offset: 0, limit: .max) == [4])
    for (offset, limit) in [(1, 1), (.max, .max), (0, 0), (-1, 1), (0, -1)] {
      #expect(clusters.page(of: .pin(4), offset: offset, limit: limit).isEmpty)
    }
    #expect(clusters.page(of: .pin(9), offset: 0, limit: 1).isEmpty)
  }
}

/// The items that an item is at another zoom level: `items(of:atZoom:into:)` and
/// `item(holding:atZoom:)`.
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

  /// The item of each pin at each zoom, by the results for the whole world.
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
          #expect(to > from || expected.count == 1, "\(item) at \(to)")
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
    for item in clusters.answer(zoom: 2) {
      for (zoom, level) in [
        (-5.0, 2), (1.99, 2), (.nan, 2), (-.infinity, 2), (4.999, 4), (9.5, 9), (10, 10), (77, 10),
        (.infinity, 10),
      ] {
        let items = clusters.items(of: item.id, atZoom: zoom)
        #expect(items == clusters.items(of: item.id, atZoom: level))
        let holder = clusters.item(holding: item.id, atZoom: zoom)
        #expect(holder == (items.count == 1 ? items[0] : nil))
      }
      let pins = clusters.items(of: item.id, atZoom: .infinity)
      #expect(pins.map(\.id) == clusters.pins(of: item.id).map { .pin($0) })
    }
  }
}
