import Clustering
import MapGeometry
import TestSupport
import Testing

@Suite struct CellItemSortTests {
  /// Distinct items as a query gathers them: cells with a count, pins with the complement of it.
  private func items(_ count: Int, seed: UInt64) -> [ClusterItem] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { pin in
      ClusterItem(
        id: AnnotationID(rawValue: UInt64(random.int(in: 0...(count / 2)))),
        point: MapPoint(x: 0, y: 0), count: ~pin)
    }.shuffled(using: &random)
  }

  /// Few partitions leave the rest to the heap sort; none is all heap sort.
  @Test(arguments: [nil, 0, 1, 3], [0, 1, 2, 3, 23, 24, 25, 26, 100, 5000])
  func sortsByIdentityThenPin(partitionLimit: Int?, count: Int) {
    for seed in 0..<5 {
      var items = items(count, seed: UInt64(seed))
      let expected = items.sorted { ($0.id, ~$0.count) < ($1.id, ~$1.count) }
      items.withUnsafeMutableBufferPointer {
        CellItemSort.sort($0, partitionLimit: partitionLimit)
      }
      #expect(items == expected)
      // Sorted, and backwards.
      items.withUnsafeMutableBufferPointer { CellItemSort.sort($0, partitionLimit: partitionLimit) }
      #expect(items == expected)
      items.reverse()
      items.withUnsafeMutableBufferPointer { CellItemSort.sort($0, partitionLimit: partitionLimit) }
      #expect(items == expected)
    }
  }
}
