import Clustering
import TestSupport
import Testing

/// The counted work of updates, snapshots and queries, which does not grow with the number of pins.
@Suite struct LiveClustersCostTests {
  private static let sizes = [1000, 8000, 64_000]

  /// The same moves of some hundred pins, in clusterers of very different sizes.
  private func moves(in clusters: LiveClusters, count: Int, seed: UInt64) -> [LiveClusters.Pin] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let pin = random.int(in: 0...(clusters.count - 1))
      return .init(index: pin, point: random.point())
    }
  }

  @Test(arguments: sizes)
  func anUpdateTouchesACellForEachZoomAtMost(pinCount: Int) throws {
    var clusters = try LiveClusters(points: PinShape.clumped.points(pinCount, seed: 1))
    let moves = moves(in: clusters, count: 200, seed: 2)
    let before = clusters.work
    try clusters.move(moves)
    let touched = clusters.work.cellsTouched - before.cellsTouched
    #expect(touched > 200)
    // Both trees, the way down to the old place and to the new one, and the making of cells where a
    // leaf overflows: 14 and 26 levels, and those that divide the pins of one place.
    #expect(touched < 200 * 2 * (14 + 26 + 10), "\(touched)")
    #expect(clusters.work.pagesCopied == before.pagesCopied)
  }

  @Test(arguments: sizes)
  func anUpdateAfterASnapshotCopiesThePagesThatItTouches(pinCount: Int) throws {
    var clusters = try LiveClusters(points: PinShape.clumped.points(pinCount, seed: 1))
    let snapshot = clusters.snapshot
    #expect(clusters.work.pagesCopied == 0)
    let move = moves(in: clusters, count: 1, seed: 3)
    let cellsBefore = clusters.work.cellsTouched
    try clusters.move(move)
    let copied = clusters.work.pagesCopied
    #expect(copied > 0)
    #expect(copied <= clusters.work.cellsTouched - cellsBefore + 10, "\(copied)")
    // Now they are its own.
    try clusters.move(move)
    #expect(clusters.work.pagesCopied == copied)
    #expect(snapshot.count == pinCount)
  }

  @Test func aSnapshotThatIsGoneCostsNothing() throws {
    var clusters = try LiveClusters(points: PinShape.clumped.points(5000, seed: 1))
    for round in 0..<20 {
      _ = clusters.snapshot.items(in: .world, zoom: 5)
      try clusters.move(moves(in: clusters, count: 50, seed: UInt64(round)))
    }
    #expect(clusters.work.pagesCopied == 0)
  }

  @Test func aQueryCostsWhatItFinds() throws {
    let world = MapSize.world.width
    var random = SeededGenerator(seed: 5)
    for pinCount in Self.sizes {
      // All pins in the western half, and then a few in the east.
      let points = (0..<pinCount).map { _ in
        MapPoint(x: random.double(in: 0...(world / 2)), y: random.double(in: 0...world))
      }
      var clusters = try LiveClusters(points: points)
      let east = MapRect(x: world * 0.6, y: 0, width: world * 0.3, height: world)
      // 10^15 cells of nothing.
      #expect(clusters.snapshot.cellsVisited(in: east, zoom: 22) <= 100)
      let middle = MapPoint(x: world * 0.75, y: world / 2)
      try clusters.insert(contentsOf: (0..<5).map { _ in middle })
      #expect(clusters.snapshot.cellsVisited(in: east, zoom: 22) <= 100)
      // The whole of a coarse level, and a view of a deep one, whatever is below or next to it.
      #expect(clusters.snapshot.cellsVisited(in: .world, zoom: 2) <= 4 * 16 * 16)
      for zoom in [6.0, 12, 16, 22] {
        let view = Viewport(width: 390, height: 844).mapRect(center: points[0], zoom: zoom)
        let items = clusters.snapshot.items(in: view, zoom: zoom)
        let visited = clusters.snapshot.cellsVisited(in: view, zoom: zoom)
        #expect(visited <= 300 + 16 * items.count, "zoom \(zoom)")
      }
    }
  }

  /// The memory of a pin, as documented.
  @Test func memoryAPin() throws {
    func bytesAPin(_ points: [MapPoint]) throws -> Double {
      Double(try LiveClusters(points: points).byteCount) / Double(points.count)
    }
    for shape in [PinShape.uniform, .clumped, .identical] {
      #expect(try bytesAPin(shape.points(50_000, seed: 1)) < 64)
    }
    // Groups that just do not fit into a leaf, all over the world.
    var random = SeededGenerator(seed: 6)
    let groups = (0..<3000).flatMap { _ in Array(repeating: random.point(), count: 17) }
    let worst = try bytesAPin(groups)
    #expect(worst > 100 && worst < 250, "\(worst)")
  }

  @Test func memoryIsGivenBack() throws {
    let points = PinShape.clumped.points(4000, seed: 7)
    var clusters = try LiveClusters(points: points)
    let full = clusters.byteCount
    var random = SeededGenerator(seed: 8)
    // Away, all to one place, and back, in batches too small for all cells to be rebuilt.
    for round in 0..<6 {
      let place = random.point()
      for start in stride(from: 0, to: points.count, by: 200) {
        try clusters.move(
          (start..<(start + 200)).map { index in
            let away = round % 3 == 0 ? place : random.point()
            return .init(index: index, point: round % 3 == 2 ? points[index] : away)
          })
      }
    }
    // Freed cells and lists were used again; without that it would be several times as much.
    #expect(clusters.byteCount < full * 3 / 2, "\(clusters.byteCount) of \(full)")
    // When nearly all pins are gone, all is rebuilt, and pages of places are given back.
    try clusters.remove(Array(100..<4000))
    #expect(clusters.byteCount < full / 2)
    #expect(clusters.count == 100)
  }

  /// Pins that come and go leave nothing, though none gets the index of another.
  @Test func placesOfPinsThatCameAndWentAreGivenBack() throws {
    let points = PinShape.clumped.points(1000, seed: 9)
    var clusters = try LiveClusters()
    var afterFirstRound = 0
    for round in 0..<50 {
      let indexes = try clusters.insert(contentsOf: points)
      #expect(indexes.lowerBound == 1000 * round)
      try clusters.remove(Array(indexes))
      if round == 0 { afterFirstRound = clusters.byteCount }
    }
    #expect(clusters.nextIndex == 50_000)
    // Their places alone would be 800 kB; the directory of 50,000 indexes is less than 100 bytes.
    #expect(clusters.byteCount < afterFirstRound + 5000, "\(clusters.byteCount)")
    #expect(clusters.snapshot.itemsOfEveryZoom().allSatisfy { $0.isEmpty })
  }

  /// A page is given back with its last pin, not before, and a snapshot keeps it.
  @Test func aSnapshotKeepsThePagesThatAreGivenBack() throws {
    let points = PinShape.uniform.points(600, seed: 10)
    var clusters = try LiveClusters(points: points)
    let snapshot = clusters.snapshot
    let copy = clusters
    // Into a page that is shared with others, and out of it again.
    let newPin = try clusters.insert(points[0])
    try clusters.remove(newPin)
    #expect(points.indices.allSatisfy { clusters.point(of: $0) == points[$0] })
    try clusters.remove(Array(0..<127))
    #expect(clusters.point(of: 127) == points[127])
    try clusters.remove(Array(127..<600))
    #expect(!points.indices.contains { clusters.contains($0) })
    #expect(points.indices.allSatisfy { snapshot.point(of: $0) == points[$0] })
    #expect(points.indices.allSatisfy { copy.point(of: $0) == points[$0] })
    try clusters.insert(.init(index: 130, point: points[0]))
    #expect((0..<600).filter { clusters.contains($0) } == [130])
    #expect(snapshot.point(of: 130) == points[130])
  }

  /// Batches that are refused leave the count of each page as it was.
  @Test func refusedBatchesKeepPages() throws {
    let points = PinShape.uniform.points(300, seed: 11)
    var clusters = try LiveClusters(points: points)
    let before = clusters.byteCount
    #expect(throws: LiveClusters.UpdateError.self) { try clusters.remove([0, 1, 299, 299]) }
    #expect(throws: LiveClusters.UpdateError.self) {
      try clusters.insert(contentsOf: [9000, 9001, 0].map { .init(index: $0, point: points[0]) })
    }
    #expect(clusters.byteCount < before + 5000)
    try clusters.remove(Array(1..<300))
    #expect(clusters.point(of: 0) == points[0])
    try clusters.remove(0)
    #expect(!clusters.contains(0))
  }

  /// Cells are rebuilt depending on the number of pins, not on the indexes that were in use; the
  /// work is then that of a new clusterer.
  @Test func aGreatBatchIsRebuiltWhateverIndexesWereInUse() throws {
    let points = PinShape.uniform.points(1000, seed: 12)
    var clusters = try LiveClusters()
    try clusters.insert(.init(index: 5_000_000, point: points[0]))
    try clusters.remove(5_000_000)
    #expect(try clusters.insert(contentsOf: points).lowerBound == 5_000_001)
    let fresh = try LiveClusters(points: points)
    #expect(clusters.work.cellsTouched == fresh.work.cellsTouched)
    for zoom in [0, 4] {
      let items = clusters.snapshot.naiveItems(in: .world, zoom: Double(zoom))
      let freshItems = fresh.snapshot.naiveItems(in: .world, zoom: Double(zoom))
      #expect(items.map(\.point) == freshItems.map(\.point))
      #expect(items.map { $0.pins.map { $0 - 5_000_001 } } == freshItems.map(\.pins))
    }
  }

  @Test func aClustererKnowsItsPinsAndZooms() throws {
    var clusters = try LiveClusters(points: PinShape.uniform.points(3, seed: 13))
    try clusters.remove(1)
    #expect((-1...3).filter { clusters.contains($0) } == [0, 2])
    #expect(clusters.zoomRange == clusters.snapshot.zoomRange)
  }
}
