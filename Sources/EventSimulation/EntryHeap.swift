/// A heap of entries in which each has up to four children: half as many levels to move through as
/// with two, and the children lie next to each other in memory.
struct EntryHeap {
  private var entries: [QueueEntry] = []

  var count: Int { entries.count }

  /// The entry before all others. O(1).
  var first: QueueEntry? { entries.first }

  /// O(log n).
  mutating func insert(_ entry: QueueEntry) {
    entries.append(entry)
    siftUp(from: entries.count - 1)
  }

  /// Takes out the entry before all others. O(log n).
  mutating func removeFirst() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    entries[0] = last
    siftDown(from: 0)
  }

  /// O(n).
  mutating func removeAll(where isRemoved: (QueueEntry) -> Bool) {
    entries.removeAll(where: isRemoved)
    guard entries.count > 1 else { return }
    for position in (0...(entries.count - 2) / 4).reversed() { siftDown(from: position) }
  }

  private mutating func siftUp(from start: Int) {
    // One check for sole ownership instead of one a level.
    entries.withUnsafeMutableBufferPointer { entries in
      var position = start
      let entry = entries[position]
      while position > 0 {
        let parent = (position - 1) / 4
        guard entry < entries[parent] else { break }
        entries[position] = entries[parent]
        position = parent
      }
      entries[position] = entry
    }
  }

  private mutating func siftDown(from start: Int) {
    entries.withUnsafeMutableBufferPointer { entries in
      var position = start
      let entry = entries[position]
      while 4 * position + 1 < entries.count {
        var least = 4 * position + 1
        let end = min(least + 4, entries.count)
        var child = least + 1
        while child < end {
          if entries[child] < entries[least] { least = child }
          child += 1
        }
        guard entries[least] < entry else { break }
        entries[position] = entries[least]
        position = least
      }
      entries[position] = entry
    }
  }
}
