import Clustering
import Synchronization
import TestSupport
import Testing

/// `HierarchicalClusters.build`: progress, cancellation, and that its result is the initializer's.
@Suite struct HierarchicalBuildTests {
  /// The progress that a build reports, from any thread.
  private final class Reports: Sendable {
    private let shares = Mutex<[Double]>([])

    func add(_ share: Double) -> Int {
      shares.withLock {
        $0.append(share)
        return $0.count
      }
    }

    var all: [Double] { shares.withLock { $0 } }
  }

  private static let points = PinShape.clumped.points(1500, seed: 161)

  @Test(arguments: [(0, 16), (3, 12), (5, 5), (0, 0), (24, 24)], [1, 3])
  func progressGoesFromNoneToAllByZoomLevels(_ zooms: (Int, Int), threads: Int) async throws {
    let reports = Reports()
    _ = try await HierarchicalClusters.build(
      points: Self.points, options: .init(minZoom: zooms.0, maxZoom: zooms.1), threads: threads
    ) { _ = reports.add($0) }
    let count = zooms.1 - zooms.0 + 1
    #expect(reports.all == (0...count).map { Double($0) / Double(count) })
  }

  @Test func emptyBuildReportsToo() async throws {
    let reports = Reports()
    let clusters = try await HierarchicalClusters.build(points: []) { _ = reports.add($0) }
    #expect(clusters.answer(zoom: 0).isEmpty)
    #expect(reports.all.first == 0 && reports.all.last == 1)
  }

  @Test(arguments: [2, 4])
  func resultIsThatOfTheInitializer(minPoints: Int) async throws {
    let options = HierarchicalClusters.Options(radius: 60, minZoom: 1, minPoints: minPoints)
    let expected = try HierarchicalClusters(points: Self.points, options: options)
    for threads in [1, 4] {
      let built = try await HierarchicalClusters.build(
        points: Self.points, options: options, threads: threads)
      #expect(built.points == expected.points && built.options == expected.options)
      #expect(HierarchicalResults(built) == HierarchicalResults(expected))
    }
  }

  /// The 18th report is the last one of 17 zoom levels: even then, a cancelled build returns no
  /// index.
  @Test(arguments: [1, 2, 9, 17, 18], [1, 3])
  func cancellationEndsABuildAtTheNextZoomLevel(after reportCount: Int, threads: Int) async throws {
    let reports = Reports()
    let task = Task {
      try await HierarchicalClusters.build(points: Self.points, threads: threads) { share in
        if reports.add(share) == reportCount { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: ClusteringError.cancelled) { try await task.value }
    #expect(reports.all.count == reportCount)
  }

  @Test func cancelledTaskDoesNotStart() async {
    let reports = Reports()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await HierarchicalClusters.build(points: Self.points) { _ = reports.add($0) }
    }
    await #expect(throws: ClusteringError.cancelled) { try await task.value }
    #expect(reports.all == [0])
  }

  @Test func initializerKnowsNoCancellation() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try HierarchicalClusters(points: Self.points)
    }
    #expect(try await task.value.points.count == 1500)
  }

  @Test func whatTheInitializerRefusesIsRefused() async {
    await #expect(throws: ClusteringError.pinOffTheWorld(index: 1, point: .invalid)) {
      _ = try await HierarchicalClusters.build(points: [MapPoint(x: 1, y: 1), .invalid])
    }
    await #expect(throws: ClusteringError.self) {
      _ = try await HierarchicalClusters.build(points: [], options: .init(minPoints: 1))
    }
    let reports = Reports()
    await #expect(throws: ClusteringError.self) {
      _ = try await HierarchicalClusters.build(points: [], threads: 0) { _ = reports.add($0) }
    }
    #expect(reports.all.isEmpty)
  }

  /// Concurrent queries of several tasks return the same as queries one by one.
  private struct Answers: Equatable {
    let results: HierarchicalResults
    var items: [[ClusterItem]] = []
    let held: [ClusterItem?]

    init(_ clusters: HierarchicalClusters, _ filtered: FilteredClusters) {
      results = HierarchicalResults(clusters)
      let third = MapSize.world.width / 3
      let rect = MapRect(x: -third, y: third, width: 2 * third, height: third)
      for zoom in clusters.zoomRange {
        items.append(clusters.answer(in: rect, zoom: zoom))
        items.append(filtered.answer(zoom: zoom))
        items.append(clusters.answer(zoom: zoom) { $0 % 5 == 0 })
      }
      held = results.levels[0].map { clusters.item(holding: $0.id, atZoom: 0) }
    }
  }

  @Test func manyTasksQueryAtTheSameTime() async throws {
    let clusters = try HierarchicalClusters(points: Self.points)
    let filtered = clusters.filtered { $0 % 3 == 0 }
    let expected = Answers(clusters, filtered)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { Answers(clusters, filtered) == expected } }
      for await isSame in group { #expect(isSame) }
    }
  }
}

/// The result does not depend on the number of threads. Only levels of 16,384 items and more are
/// shared among threads.
@Suite struct HierarchicalThreadsTests {
  struct World: Sendable {
    let shape: PinShape
    var options = HierarchicalClusters.Options()
    /// The minimum number of levels that are large enough to be shared.
    let sharedLevels: Int
  }

  static let worlds = [
    World(shape: .uniform, options: .init(minZoom: 2, maxZoom: 7), sharedLevels: 3),
    World(shape: .uniform, options: .init(minZoom: 5, maxZoom: 8, minPoints: 4), sharedLevels: 3),
    World(shape: .clumped, options: .init(radius: 2, minZoom: 8, maxZoom: 20), sharedLevels: 3),
    World(shape: .denseTown, options: .init(radius: 3, minZoom: 12, maxZoom: 22), sharedLevels: 3),
    World(shape: .verticalLine, options: .init(minZoom: 10, maxZoom: 16), sharedLevels: 3),
    World(shape: .sortedLine, options: .init(minZoom: 6, maxZoom: 12), sharedLevels: 1),
    World(shape: .halfSpotHalfUniform, options: .init(minZoom: 3, maxZoom: 6), sharedLevels: 1),
    World(shape: .identical, options: .init(minZoom: 15), sharedLevels: 1),
    World(shape: .duplicates, options: .init(maxZoom: 8, minPoints: 3), sharedLevels: 1),
  ]

  @Test(arguments: TestTier.sample(Array(worlds.indices), 3))
  func resultIsTheSameOnAnyNumberOfThreads(_ world: Int) throws {
    let world = Self.worlds[world]
    let points = world.shape.points(17_500, seed: 131)
    let one = try HierarchicalClusters(points: points, options: world.options)
    let expected = HierarchicalResults(one)
    #expect(expected.levels.count { $0.count >= 16_384 } >= world.sharedLevels)
    for threads in [2, 7] {
      let other = try HierarchicalClusters(points: points, options: world.options, threads: threads)
      // Without the macro's record of both values, which are long.
      let isSame = HierarchicalResults(other) == expected
      #expect(isSame, "\(threads) threads")
    }
  }
}

/// The counted cost of a build: pairs of items that it compares, bytes that it keeps.
@Suite struct HierarchicalCostTests {
  private func candidatesPerPin(
    _ shape: PinShape, _ pinCount: Int, _ options: HierarchicalClusters.Options
  ) throws -> Double {
    let points = shape.points(pinCount, seed: 141)
    let clusters = try HierarchicalClusters(points: points, options: options)
    return Double(clusters.candidateCount) / Double(pinCount)
  }

  /// No shape of data makes the work grow faster than the pins, nor is any far from the others.
  private func expectLinearWork(
    _ shape: PinShape, upTo pinCount: Int, _ options: HierarchicalClusters.Options
  ) throws {
    let perPin = try [pinCount / 4, pinCount / 2, pinCount].map {
      try candidatesPerPin(shape, $0, options)
    }
    #expect(perPin[1] <= perPin[0] * 1.15 && perPin[2] <= perPin[1] * 1.15, "\(perPin)")
    #expect(perPin.allSatisfy { $0 > 0.4 && $0 < 45 }, "\(perPin)")
  }

  @Test(
    arguments: TestTier.sample(
      [PinShape.identical, .clumped, .verticalLine, .sortedLine, .denseTown, .meridian180], 2))
  func workGrowsWithThePins(_ shape: PinShape) throws {
    try expectLinearWork(shape, upTo: 80_000, .init())
  }

  @Test(arguments: [PinShape.denseTown, .identical, .sortedLine, .clumped])
  func workGrowsWithThePinsWhereMoreThanTwoAreAskedFor(_ shape: PinShape) throws {
    try expectLinearWork(shape, upTo: 14_000, .init(minPoints: 4))
  }

  @Test(arguments: [
    (PinShape.uniform, 20_000, 80), (.clumped, 20_000, 52), (.denseTown, 10_000, 32),
    (.identical, 10_000, 20), (.sortedLine, 10_000, 68), (.verticalLine, 10_000, 80),
    // The fewer pins are spread evenly, the more levels have nearly all of them.
    (.uniform, 10_000, 86),
  ])
  func bytesPerPinAreFew(_ shape: PinShape, _ pinCount: Int, _ most: Int) throws {
    let clusters = try HierarchicalClusters(points: shape.points(pinCount, seed: 142))
    #expect(clusters.byteCount <= most * pinCount, "\(clusters.byteCount)")
    // Two numbers for a pin, six for a cluster, and a place and a number for each at least once.
    let clusterCount = clusters.allClusters().count
    #expect(clusters.byteCount >= pinCount * 8 + clusterCount * 24 + (pinCount + clusterCount) * 8)
  }

  @Test func emptyIndexIsSmall() throws {
    let clusters = try HierarchicalClusters(points: [])
    #expect(clusters.byteCount > 0 && clusters.byteCount < 1000)
    #expect(clusters.candidateCount == 0)
  }
}
