import Clustering
import TestSupport
import Testing

/// The items of a clusterer after updates of all kinds.
@Suite struct LiveClustersTests {
  /// The key property: the items are those of the grid, and so do not depend on earlier updates.
  @Test(arguments: TestTier.sample(PinShape.allCases, 4))
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
          #expect(snapshot.itemsOfEveryZoom() == (try model.rebuilt().snapshot.itemsOfEveryZoom()))
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
        let members = snapshot.pins(of: item.id)
        pins += members
        #expect(members.count == item.count && snapshot.item(of: item.id) == item)
      }
      #expect(pins.sorted() == live)
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
    #expect(clusters.count == 7 && clusters.point(of: 999_999) == nil)
    #expect(clusters.snapshot.point(of: 1_000_000) == point)
    let items = clusters.snapshot.items(in: .world, zoom: 22)
    #expect(items.map(\.count) == [6, 1] && items.last?.id == .pin(2))
  }

  @Test func removingAllGivesTheMemoryBackAndLeavesSnapshots() throws {
    let empty = try LiveClusters()
    var clusters = try LiveClusters(points: PinShape.clumped.points(900, seed: 19))
    let snapshot = clusters.snapshot
    let before = snapshot.itemsOfEveryZoom()
    clusters.removeAll()
    #expect(clusters.count == 0 && clusters.point(of: 5) == nil)
    #expect(clusters.snapshot.itemsOfEveryZoom() == empty.snapshot.itemsOfEveryZoom())
    #expect(clusters.byteCount == empty.byteCount)
    #expect(snapshot.itemsOfEveryZoom() == before)
    #expect(try clusters.insert(MapPoint(x: 5, y: 5)) == 900)
  }

  @Test func unknownIdentitiesHaveNoPins() throws {
    var clusters = try LiveClusters(points: [MapPoint(x: 5, y: 5), MapPoint(x: 6, y: 5)])
    let cell = try #require(clusters.snapshot.items(in: .world, zoom: 10).first).id
    let before = clusters.snapshot
    try clusters.remove(1)
    let snapshot = clusters.snapshot
    for id in [cell, .pin(1), .pin(2), .cluster(3), AnnotationID(rawValue: 1 << 62 | 31 << 56)] {
      #expect(snapshot.pins(of: id).isEmpty && snapshot.item(of: id) == nil, "\(id)")
    }
    #expect(before.item(of: cell)?.count == 2)
    #expect(snapshot.item(of: .pin(0))?.point == MapPoint(x: 5, y: 5))
  }
}

/// A batch with something wrong in it changes nothing.
@Suite struct LiveClustersErrorTests {
  typealias Pin = LiveClusters.Pin
  typealias UpdateError = LiveClusters.UpdateError

  private static let good = MapPoint(x: 7, y: 7)

  /// Expects that an update fails, and that everything is as before.
  private func expectUnchanged(
    _ expected: UpdateError, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (inout LiveClusters) throws -> Void
  ) throws {
    var clusters = try LiveClusters(points: PinShape.clumped.points(300, seed: 5))
    try clusters.remove([17, 299])
    let before = clusters.snapshot.itemsOfEveryZoom()
    let nextIndex = clusters.nextIndex
    expectError(expected, sourceLocation: sourceLocation) { try body(&clusters) }
    #expect(clusters.snapshot.itemsOfEveryZoom() == before, sourceLocation: sourceLocation)
    #expect(clusters.count == 298, sourceLocation: sourceLocation)
    #expect(clusters.nextIndex == nextIndex, sourceLocation: sourceLocation)
    #expect(clusters.point(of: 17) == nil, sourceLocation: sourceLocation)
    // What was taken back works again.
    try clusters.insert(pin(17))
    try clusters.remove([17, 1])
  }

  private func pin(_ index: Int, _ point: MapPoint = Self.good) -> Pin {
    Pin(index: index, point: point)
  }

  @Test(arguments: ClusteringErrorTests.badPoints)
  func aPlaceOffTheWorldIsRefused(_ bad: MapPoint) throws {
    let expected = UpdateError.pinOffTheWorld(position: 1, point: bad)
    try expectUnchanged(expected) { _ = try $0.insert(contentsOf: [Self.good, bad, .invalid]) }
    try expectUnchanged(expected) { try $0.insert(contentsOf: [pin(17), pin(400, bad)]) }
    try expectUnchanged(expected) { try $0.move([pin(2), pin(3, bad)]) }
  }

  @Test func anUnknownPinIsRefused() throws {
    for unknown in [17, 299, 300, 1 << 40, -1, .max, .min] {
      let expected = UpdateError.unknownPin(index: unknown)
      try expectUnchanged(expected) { try $0.move([pin(2), pin(unknown)]) }
      try expectUnchanged(expected) { try $0.remove([2, 3, unknown, 4]) }
    }
    // The second time it is gone.
    try expectUnchanged(.unknownPin(index: 2)) { try $0.remove([2, 3, 2]) }
  }

  @Test func anIndexThatIsTakenOrImpossibleIsRefused() throws {
    for taken in [18, 17] {
      try expectUnchanged(.pinExists(index: taken)) {
        try $0.insert(contentsOf: [pin(17), pin(taken)])
      }
    }
    for impossible in [-1, AnnotationID.maximumPinCount, .max] {
      try expectUnchanged(.indexOutOfRange(index: impossible)) {
        try $0.insert(contentsOf: [pin(17), pin(impossible)])
      }
    }
  }

  @Test func newPinsEndWithTheIndexes() throws {
    var clusters = try LiveClusters()
    try clusters.insert(pin(AnnotationID.maximumPinCount - 2))
    #expect(throws: UpdateError.tooManyPins(count: 2)) {
      try clusters.insert(contentsOf: [Self.good, Self.good])
    }
    #expect(try clusters.insert(Self.good) == AnnotationID.maximumPinCount - 1)
    #expect(throws: UpdateError.tooManyPins(count: 1)) { try clusters.insert(Self.good) }
    // A free index is still there for those who choose it.
    try clusters.insert(pin(0))
    #expect(clusters.snapshot.items(in: .world, zoom: 0).map(\.count) == [3])
  }

  @Test func aClustererThatCannotBeMadeIsRefused() throws {
    #expect(
      throws: ClusteringError.invalidOption(name: "minimumCount", found: "1", expected: "2 or more")
    ) { try LiveClusters(minimumCount: 1) }
    #expect(throws: ClusteringError.pinOffTheWorld(index: 1, point: .invalid)) {
      try LiveClusters(points: [Self.good, .invalid])
    }
  }

  @Test func descriptionsSayWhatWasExpectedFoundAndWhatToDo() {
    let errors: [UpdateError] = [
      .unknownPin(index: 7), .pinExists(index: 7), .indexOutOfRange(index: -1),
      .pinOffTheWorld(position: 3, point: .invalid), .tooManyPins(count: 3),
    ]
    #expect(
      errors.map(\.description) == [
        "expected the index of an existing pin, found 7; insert it first",
        "expected an unused index, found 7 of an existing pin; move that pin instead",
        "expected an index in 0..<1073741824, found -1",
        """
        position 3: expected x and y in 0...268435456.0, found (-1.0, -1.0); \
        leave out pins whose coordinate is not valid
        """,
        """
        expected new indexes below 1073741824, found 3 new pins, which need greater ones; \
        insert at the indexes of removed pins
        """,
      ])
  }
}

/// Snapshots stay as they are while their clusterer changes.
@Suite struct LiveClustersSnapshotTests {
  @Test(arguments: TestTier.sample(PinShape.allCases, 3))
  func laterUpdatesDoNotChangeASnapshot(_ shape: PinShape) throws {
    var random = SeededGenerator(seed: 51)
    let places = shape.points(500, seed: 6)
    var model = try LiveClustersModel(places: places, seed: 7)
    var kept: [(snapshot: LiveClusters.Snapshot, items: [[ClusterItem]], pins: [Int: MapPoint])] =
      []
    for step in 0..<60 {
      // With none, one and several batches from snapshot to snapshot, and small and large ones.
      try model.step(count: random.int(in: 0...(step % 20 == 0 ? 400 : 20)))
      if random.int(in: 0...2) > 0 {
        let snapshot = model.clusters.snapshot
        kept.append((snapshot, snapshot.itemsOfEveryZoom(), model.pins))
      }
      // Some are released early, so that their pages become the clusterer's own again.
      if kept.count > 8 { kept.remove(at: random.int(in: 0...8)) }
      if step % 15 == 14 {
        for (snapshot, items, pins) in kept {
          #expect(snapshot.itemsOfEveryZoom() == items && snapshot.count == pins.count)
          #expect(pins.allSatisfy { snapshot.point(of: $0.key) == $0.value })
        }
      }
    }
    #expect(
      model.clusters.snapshot.itemsOfEveryZoom()
        == (try model.rebuilt().snapshot.itemsOfEveryZoom()))
  }

  /// With a snapshot, both copies know that pages are shared; without, they must find out.
  @Test(arguments: [true, false])
  func copiesOfTheClustererAreIndependent(hasSnapshot: Bool) throws {
    let points = PinShape.clumped.points(5000, seed: 14)
    var first = try LiveClusters(points: points)
    let early = hasSnapshot ? first.snapshot : nil
    let before = first.snapshot.itemsOfEveryZoom()
    var second = first
    var random = SeededGenerator(seed: 15)
    // A few pages of the copy are written to, then many of the original.
    try second.move((0..<3).map { .init(index: $0, point: random.point()) })
    let moved = second.snapshot.itemsOfEveryZoom()
    #expect(moved != before)
    #expect(first.snapshot.itemsOfEveryZoom() == before)
    try first.remove(Array(stride(from: 0, to: 5000, by: 50)))
    let removed = first.snapshot.itemsOfEveryZoom()
    #expect(second.snapshot.itemsOfEveryZoom() == moved)
    try second.insert(contentsOf: (0..<100).map { _ in random.point() })
    #expect(first.snapshot.itemsOfEveryZoom() == removed)
    if let early { #expect(early.itemsOfEveryZoom() == before) }
  }

  @Test func aCopyThatIsNotWrittenToKeepsItsPins() throws {
    var first = try LiveClusters(points: PinShape.clumped.points(700, seed: 16))
    let second = first
    let before = first.snapshot.itemsOfEveryZoom()
    try first.remove(Array(0..<300))
    #expect(second.snapshot.itemsOfEveryZoom() == before && second.count == 700)
  }

  /// Each reader compares its snapshots with the expected items, while the owner continues.
  @Test func snapshotsAreQueriedWhileTheOwnerUpdates() async throws {
    let points = PinShape.clumped.points(3000, seed: 17)
    var clusters = try LiveClusters(points: points)
    var random = SeededGenerator(seed: 18)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for round in 0..<40 {
        let moves = (0..<100).map { _ in
          LiveClusters.Pin(index: random.int(in: 0...2999), point: random.point())
        }
        try clusters.move(moves)
        let snapshot = clusters.snapshot
        // The places that the snapshot must have, read before anything else has it.
        let expected = points.indices.map { clusters.point(of: $0) }
        let zoom = Double(round % 20)
        group.addTask {
          let items = snapshot.items(in: .world, zoom: zoom)
          for _ in 0..<5 {
            guard snapshot.items(in: .world, zoom: zoom) == items else { return false }
            await Task.yield()
          }
          let dense = expected.compactMap(\.self)
          let others = try LiveClusters(points: dense).snapshot.items(in: .world, zoom: zoom)
          return items == others && items.reduce(0) { $0 + $1.count } == 3000
            && points.indices.allSatisfy { snapshot.point(of: $0) == dense[$0] }
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
