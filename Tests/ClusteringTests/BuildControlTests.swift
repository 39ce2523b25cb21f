import Clustering
import MapGeometry
import Synchronization
import Testing

/// `HierarchicalClusters.build`: progress, cancellation, and that its result is the initializer's.
@Suite struct BuildControlTests {
  /// What a build reports, from whichever thread it runs on.
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
      for zoom in expected.zoomRange {
        #expect(built.answer(zoom: zoom) == expected.answer(zoom: zoom))
      }
      for cluster in expected.allClusters() {
        #expect(built.children(of: cluster.id) == expected.children(of: cluster.id))
        #expect(built.pins(of: cluster.id) == expected.pins(of: cluster.id))
      }
    }
  }

  /// The 18th report is the last one of 17 zoom levels: even then, who cancelled gets no index.
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

  /// All that tasks ask at the same time is answered as when they ask one by one.
  private struct Answers: Equatable {
    var items: [[ClusterItem]] = []
    var pins: [[Int]] = []
    var children: [[ClusterItem]] = []
    var held: [ClusterItem?] = []

    init(_ clusters: HierarchicalClusters, _ filtered: FilteredClusters) {
      let third = MapSize.world.width / 3
      let rect = MapRect(x: -third, y: third, width: 2 * third, height: third)
      for zoom in clusters.zoomRange {
        items.append(clusters.answer(zoom: zoom))
        items.append(clusters.answer(in: rect, zoom: zoom))
        items.append(filtered.answer(zoom: zoom))
        items.append(clusters.answer(zoom: zoom) { $0 % 5 == 0 })
      }
      for item in items[0] {
        pins.append(clusters.pins(of: item.id))
        children.append(clusters.children(of: item.id))
        held.append(clusters.item(holding: item.id, atZoom: 0))
      }
    }
  }

  @Test func manyTasksQueryAtTheSameTime() async throws {
    let clusters = try HierarchicalClusters(points: Self.points)
    let filtered = clusters.filtered { $0 % 3 == 0 }
    let expected = Answers(clusters, filtered)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { Answers(clusters, filtered) == expected }
      }
      for await isSame in group { #expect(isSame) }
    }
  }
}
