/// A simple binary heap of times in an array: the minimum work of a queue of timers.
struct BinaryHeap {
  struct Entry {
    let time: Int64
    let sequence: UInt64

    static func < (left: Entry, right: Entry) -> Bool {
      left.time != right.time ? left.time < right.time : left.sequence < right.sequence
    }
  }

  private var entries: [Entry] = []

  var first: Entry? { entries.first }

  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    // One check for unique ownership instead of one for each level.
    entries.withUnsafeMutableBufferPointer { entries in
      var position = entries.count - 1
      while position > 0, entry < entries[(position - 1) / 2] {
        entries[position] = entries[(position - 1) / 2]
        position = (position - 1) / 2
      }
      entries[position] = entry
    }
  }

  mutating func popFirst() -> Entry? {
    guard let last = entries.popLast() else { return nil }
    guard let first = entries.first else { return last }
    entries.withUnsafeMutableBufferPointer { entries in
      var position = 0
      while 2 * position + 1 < entries.count {
        var child = 2 * position + 1
        if child + 1 < entries.count, entries[child + 1] < entries[child] { child += 1 }
        guard entries[child] < last else { break }
        entries[position] = entries[child]
        position = child
      }
      entries[position] = last
    }
    return first
  }
}
