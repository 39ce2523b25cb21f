import Clustering
import MapGeometry
import TestSupport
import Testing

/// What updates, snapshots and queries touch, counted: none of it grows with the number of pins.
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
    var items: [ClusterItem] = []
    for round in 0..<20 {
      clusters.snapshot.items(in: .world, zoom: 5, into: &items)
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
      // The whole of a coarse level, and a view of a deep one, whatever is below or beside.
      #expect(clusters.snapshot.cellsVisited(in: .world, zoom: 2) <= 4 * 16 * 16)
      for zoom in [6.0, 12, 16, 22] {
        let view = Viewport(width: 390, height: 844).mapRect(center: points[0], zoom: zoom)
        var items: [ClusterItem] = []
        clusters.snapshot.items(in: view, zoom: zoom, into: &items)
        let visited = clusters.snapshot.cellsVisited(in: view, zoom: zoom)
        #expect(visited <= 300 + 16 * items.count, "zoom \(zoom)")
      }
    }
  }

  /// What the documentation says of the memory a pin.
  @Test func memoryAPin() throws {
    func bytesAPin(_ points: [MapPoint]) throws -> Double {
      Double(try LiveClusters(points: points).byteCount) / Double(points.count)
    }
    #expect(try bytesAPin(PinShape.uniform.points(50_000, seed: 1)) < 64)
    #expect(try bytesAPin(PinShape.clumped.points(50_000, seed: 1)) < 64)
    #expect(try bytesAPin(PinShape.identical.points(50_000, seed: 1)) < 64)
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
    // Away, all to one place, and back, in batches too small for all cells to be made anew.
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
    // With nearly all pins gone all is made anew, but for the places of indexes that were used.
    try clusters.remove(Array(100..<4000))
    #expect(clusters.byteCount < full / 2)
    #expect(clusters.count == 100)
  }
}
