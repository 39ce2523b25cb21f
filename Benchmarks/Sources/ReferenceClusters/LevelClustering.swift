/// The passage from one zoom level to the one below.
///
/// Invariant: the scratch memory is for as many items or more; the search is over the same items.
struct LevelClustering {
  let items: UnsafeMutableBufferPointer<KDTreeItem>
  let scratch: ClusteringScratch
  let search: KDTreeSearch
  let radius: Double
  let zoom: Int32
  let minPoints: Int
  let pinCount: Int
  private(set) var mergedCount = 0

  /// Makes an item that is still free the beginning of a cluster, or carries it over.
  mutating func visit(_ index: Int) {
    guard items[index].zoom > zoom else { return }
    items[index].zoom = zoom
    let origin = items[index]
    let found = UnsafeBufferPointer(rebasing: scratch.neighbors[..<neighborCount(of: origin)])
    var count = Int(origin.count)
    for neighbor in found where items[Int(neighbor)].zoom > zoom {
      count += Int(items[Int(neighbor)].count)
    }
    if count > Int(origin.count), count >= minPoints {
      merge(found, into: index, count: count)
    } else {
      append(origin)
      // A cluster of the level above that is too small here is carried with its surroundings.
      if count > 1 { carry(found) }
    }
  }

  private func neighborCount(of item: KDTreeItem) -> Int {
    guard let start = scratch.neighbors.baseAddress else { return 0 }
    return search.within(radius, ofX: item.x, y: item.y, into: start)
  }

  private mutating func merge(_ found: UnsafeBufferPointer<UInt32>, into index: Int, count: Int) {
    let origin = items[index]
    // The zoom in the low bits, as supercluster has it.
    let id = UInt32((index << 5) + Int(zoom) + 1 + pinCount)
    var x = origin.x * Double(origin.count)
    var y = origin.y * Double(origin.count)
    for neighbor in found where items[Int(neighbor)].zoom > zoom {
      let item = items[Int(neighbor)]
      x += item.x * Double(item.count)
      y += item.y * Double(item.count)
      items[Int(neighbor)].zoom = zoom
      items[Int(neighbor)].parent = id
    }
    items[index].parent = id
    append(
      KDTreeItem(
        x: x / Double(count), y: y / Double(count), zoom: KDTreeItem.unvisited, id: id,
        parent: KDTreeItem.noParent, count: UInt32(count)))
  }

  private mutating func carry(_ found: UnsafeBufferPointer<UInt32>) {
    for neighbor in found where items[Int(neighbor)].zoom > zoom {
      items[Int(neighbor)].zoom = zoom
      append(items[Int(neighbor)])
    }
  }

  private mutating func append(_ item: KDTreeItem) {
    scratch.merged.initializeElement(at: mergedCount, to: item)
    mergedCount += 1
  }
}
