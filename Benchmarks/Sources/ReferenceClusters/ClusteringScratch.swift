/// Memory that the levels of one build use one after the other.
struct ClusteringScratch {
  /// The numbers that a search found, with space for all items and one more.
  let neighbors: UnsafeMutableBufferPointer<UInt32>
  /// The items of the level below in the order of their merging, with space for all items.
  let merged: UnsafeMutableBufferPointer<KDTreeItem>

  /// Calls `body` with scratch memory for a number of items.
  static func withScratch<Result>(
    forItems count: Int, _ body: (ClusteringScratch) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count + 1) { neighbors in
      withUnsafeTemporaryAllocation(of: KDTreeItem.self, capacity: count) { merged in
        body(ClusteringScratch(neighbors: neighbors, merged: merged))
      }
    }
  }
}
