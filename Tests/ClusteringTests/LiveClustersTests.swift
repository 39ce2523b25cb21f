import Clustering
import MapGeometry
import TestSupport
import Testing

/// What a clusterer shows, whatever was done to it before.
@Suite struct LiveClustersTests {
  /// The key property: the items are those of the grid, and so do not depend on what came before.
  @Test(arguments: PinShape.allCases)
  func afterAnyUpdatesTheItemsAreThoseOfTheGrid(_ shape: PinShape) throws {
    var random = SeededGenerator(seed: 41)
    for round in 0..<3 {
      let places = shape.points(400, seed: UInt64(round))
      let cellSizes = try random.cellSizes()
      var model = try LiveClustersModel(
        places: places, seed: UInt64(round), cellSizes: cellSizes, minimumCount: 2 + round % 3)
      for step in 0..<50 {
        try model.step(count: random.int(in: 0...40))
        let snapshot = model.clusters.snapshot
        #expect(snapshot.count == model.pins.count)
        #expect(model.clusters.count == model.pins.count)
        let zoom = random.int(in: 0...22)
        let rect = random.rect(near: places)
        #expect(
          snapshot.naiveItems(in: rect, zoom: Double(zoom) + 0.5)
            == model.naive.items(in: rect, zoom: zoom),
          "step \(step): \(rect) zoom \(zoom) \(cellSizes)")
        #expect(
          snapshot.naiveItems(in: rect, zoom: Double(zoom)) { $0 % 3 == 0 }
            == model.naive.items(in: rect, zoom: zoom) { $0 % 3 == 0 },
          "step \(step): \(rect) zoom \(zoom) \(cellSizes)")
        // Equal to the last bit at every zoom, however the pins came to be where they are.
        if step % 10 == 9 {
          #expect(
            snapshot.itemsOfEveryZoom() == (try model.rebuilt().snapshot.itemsOfEveryZoom()))
        }
      }
      // With indexes without gaps, the grid can be asked itself.
      let dense = model.pins.sorted { $0.key < $1.key }.map(\.value)
      let grid = try GridClusters(
        points: dense, cellSizes: cellSizes, minimumCount: model.clusters.minimumCount)
      let live = try LiveClusters(
        points: dense, cellSizes: cellSizes, minimumCount: model.clusters.minimumCount)
      #expect(live.snapshot.itemsOfEveryZoom() == grid.itemsOfEveryZoom())
    }
  }

  @Test func fiftyThousandMovesLeaveNoTrace() throws {
    let points = PinShape.clumped.points(500, seed: 3)
    var clusters = try LiveClusters(points: points)
    let before = clusters.snapshot.itemsOfEveryZoom()
    var random = SeededGenerator(seed: 4)
    for _ in 0..<200 {
      let moves = (0..<250).map { _ in
        LiveClusters.Pin(index: random.int(in: 0...499), point: random.point())
      }
      try clusters.move(moves)
    }
    try clusters.move(points.indices.map { .init(index: $0, point: points[$0]) })
    #expect(clusters.snapshot.itemsOfEveryZoom() == before)
  }

  @Test func everyPinIsInExactlyOneItemAtEachZoom() throws {
    var model = try LiveClustersModel(
      places: PinShape.clumped.points(2000, seed: 8), seed: 9, minimumCount: 3)
    for _ in 0..<40 { try model.step(count: 100) }
    let snapshot = model.clusters.snapshot
    let live = model.pins.keys.sorted()
    #expect(live.count > 300)
    for items in snapshot.itemsOfEveryZoom() {
      #expect(items.reduce(0) { $0 + $1.count } == live.count)
      #expect(Set(items.map(\.id)).count == items.count)
      var pins: [Int] = []
      for item in items {
        let before = pins.count
        snapshot.forEachPin(of: item.id) { pins.append($0) }
        #expect(pins.count - before == item.count)
        #expect(snapshot.item(of: item.id) == item)
      }
      #expect(pins.sorted() == live)
    }
  }

  @Test func bothSidesOfTheAntimeridianAreFoundOnce() throws {
    let world = MapSize.world.width
    var clusters = try LiveClusters()
    try clusters.insert(contentsOf: [10.0, 20, world - 10].map { MapPoint(x: $0, y: world / 2) })
    try clusters.insert(MapPoint(x: world / 2, y: world / 2))
    // It moves across.
    try clusters.move(3, to: MapPoint(x: world - 20, y: world / 2))
    var items: [ClusterItem] = []
    for x in [-1000, world - 1000] {
      let rect = MapRect(x: x, y: world / 2 - 1000, width: 2000, height: 2000)
      clusters.snapshot.items(in: rect, zoom: 10, into: &items)
      #expect(items.map(\.count) == [2, 2])
      #expect(items.map(\.point.x) == [15, world - 15])
    }
  }

  @Test func anIndexIsUsedAgainOnlyWhereTheCallerChoosesIt() throws {
    let point = MapPoint(x: 5, y: 5)
    var clusters = try LiveClusters(points: [point, point])
    #expect(try clusters.insert(point) == 2)
    try clusters.remove(2)
    #expect(clusters.nextIndex == 3)
    #expect(try clusters.insert(contentsOf: [point, point]) == 3..<5)
    try clusters.insert(.init(index: 2, point: MapPoint(x: 9, y: 9)))
    #expect(clusters.point(of: 2) == MapPoint(x: 9, y: 9))
    // An index far away takes all later ones with it.
    try clusters.insert(.init(index: 1_000_000, point: point))
    #expect(try clusters.insert(point) == 1_000_001)
    #expect(clusters.count == 7)
    #expect(clusters.point(of: 999_999) == nil)
    #expect(clusters.snapshot.point(of: 1_000_000) == point)
    var items: [ClusterItem] = []
    clusters.snapshot.items(in: .world, zoom: 22, into: &items)
    #expect(items.map(\.count) == [6, 1])
    #expect(items.last?.id == .pin(2))
  }

  @Test func unknownIdentitiesHaveNoPins() throws {
    var clusters = try LiveClusters(points: [MapPoint(x: 5, y: 5), MapPoint(x: 6, y: 5)])
    var items: [ClusterItem] = []
    clusters.snapshot.items(in: .world, zoom: 10, into: &items)
    let cell = try #require(items.first).id
    let before = clusters.snapshot
    try clusters.remove(1)
    let snapshot = clusters.snapshot
    for id in [cell, .pin(1), .pin(2), .cluster(3), AnnotationID(rawValue: 1 << 62 | 31 << 56)] {
      snapshot.forEachPin(of: id) { Issue.record("\(id) has pin \($0)") }
      #expect(snapshot.item(of: id) == nil)
    }
    #expect(before.item(of: cell)?.count == 2)
    #expect(snapshot.item(of: .pin(0))?.point == MapPoint(x: 5, y: 5))
  }
}
