import TestSupport
import Testing

@testable import EventSimulation

@Suite struct EventQueueTests {
  /// The names of the dead lie in the queue's order until they are due or most are dead.
  @Test(arguments: [0, 300] as [Int64])
  func theOrderDoesNotKeepTheCancelled(delay: Int64) {
    var queue = EventQueue()
    let kept = (0..<10).map { _ in queue.insert(after: 1000, receiver: nil) {} }
    var greatest = 0
    for _ in 0..<10_000 {
      let event = queue.insert(after: delay, receiver: nil) {}
      _ = queue.remove(event)
      queue.compactWhereMostIsCancelled()
      greatest = max(greatest, queue.entryCount)
    }
    #expect(queue.count == kept.count)
    #expect(greatest <= 2 * (kept.count + 1) + 65)
  }

  @Test func aHeapGivesItsEntriesBackInOrder() {
    var generator = SeededGenerator(seed: 3)
    for size in [0, 1, 2, 4, 5, 6, 17, 100, 1000] {
      let entries = (0..<size).map { number in
        QueueEntry(
          time: Int64.random(in: 0...20, using: &generator), sequence: UInt64(number), slot: number)
      }
      var heap = EntryHeap()
      for entry in entries { heap.insert(entry) }
      heap.removeAll { $0.slot % 3 == 1 }
      var slots: [Int] = []
      while let first = heap.first {
        slots.append(first.slot)
        heap.removeFirst()
      }
      let expected = entries.filter { $0.slot % 3 != 1 }
        .sorted { ($0.time, $0.sequence) < ($1.time, $1.sequence) }.map(\.slot)
      #expect(slots == expected)
    }
  }
}
