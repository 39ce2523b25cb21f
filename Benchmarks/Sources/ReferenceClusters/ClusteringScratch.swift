/// Memory that the levels of one build use one after the other.
struct ClusteringScratch {
  /// What a search found: room for all items and one more.
  let neighbors: UnsafeMutableBufferPointer<UInt32>
  /// The items of the level below, as they come: room for all items.
  let merged: UnsafeMutableBufferPointer<KDTreeItem>

  /// Calls `body` with room for a number of items.
  static func withRoom<Result>(
    forItems count: Int, _ body: (ClusteringScratch) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count + 1) { neighbors in
      withUnsafeTemporaryAllocation(of: KDTreeItem.self, capacity: count) { merged in
        body(ClusteringScratch(neighbors: neighbors, merged: merged))
      }
    }
  }
}
