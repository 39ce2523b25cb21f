import Clustering
import MapGeometry
import TestSupport
import Testing

/// Snapshots stay as they are while their clusterer changes.
@Suite struct LiveClustersSnapshotTests {
  @Test(arguments: PinShape.allCases)
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
          #expect(snapshot.itemsOfEveryZoom() == items)
          #expect(snapshot.count == pins.count)
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
    #expect(second.snapshot.itemsOfEveryZoom() == before)
    #expect(second.count == 700)
  }

  /// Each reader checks its snapshots against what they must show, while the owner goes on.
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
        // The places that the snapshot must have, from a time when nobody else has it.
        let expected = points.indices.map { clusters.point(of: $0) }
        let zoom = Double(round % 20)
        group.addTask {
          var items: [ClusterItem] = []
          for _ in 0..<5 {
            snapshot.items(in: .world, zoom: zoom, into: &items)
            guard items.reduce(0, { $0 + $1.count }) == 3000 else { return false }
            await Task.yield()
          }
          let dense = expected.compactMap(\.self)
          let rebuilt = try LiveClusters(points: dense).snapshot
          var others: [ClusterItem] = []
          rebuilt.items(in: .world, zoom: zoom, into: &others)
          return items == others
            && points.indices.allSatisfy { snapshot.point(of: $0) == dense[$0] }
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
