import Clustering
import MapGeometry
import TestSupport
import Testing

/// The result does not depend on the number of threads. Only levels of 16,384 items and more are
/// shared among threads.
@Suite struct HierarchicalThreadsTests {
  struct World: Sendable {
    let shape: PinShape
    var options = HierarchicalClusters.Options()
    /// How many levels have to be large enough to be shared.
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

  /// What an index answers: all levels, and how the clusters of the lowest open.
  private struct Answers: Equatable {
    let levels: [[ClusterItem]]
    let children: [[ClusterItem]]
    let pins: [[Int]]

    init(_ clusters: HierarchicalClusters) {
      levels = clusters.zoomRange.map { clusters.answer(zoom: $0) }
      children = levels[levels.count / 2].map { clusters.children(of: $0.id) }
      pins = levels[0].map { clusters.pins(of: $0.id) }
    }
  }

  @Test(arguments: worlds.indices)
  func resultIsTheSameOnAnyNumberOfThreads(_ world: Int) throws {
    let world = Self.worlds[world]
    let points = world.shape.points(17_500, seed: 131)
    let one = try HierarchicalClusters(points: points, options: world.options)
    let expected = Answers(one)
    #expect(expected.levels.count { $0.count >= 16_384 } >= world.sharedLevels)
    for threads in [2, 7] {
      let other = try HierarchicalClusters(
        points: points, options: world.options, threads: threads)
      // Without the macro's record of both values, which are long.
      let isSame = Answers(other) == expected
      #expect(isSame, "\(threads) threads")
    }
  }
}
