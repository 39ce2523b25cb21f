import Simulation
import Support

/// Timers that each schedule another one when they fire, so that the number of waiting timers is
/// constant.
struct WaitingTimers: EventContest {
  private static let waitingCount = 10_000

  let title = "a scheduled event, \(Self.waitingCount) timers waiting"
  let floorName = "binary heap of times"
  private let delays = Delays()

  func expectedCount(of events: Int) -> Int { events }

  func simulate(_ events: Int) -> EventRun {
    let timers = SimulatedTimers(delays)
    for _ in 0..<Self.waitingCount { timers.scheduleNext() }
    let duration = CallTimes.nanoseconds { timers.simulation.run(limit: events) }
    // The waiting actions hold the timers.
    timers.simulation.cancelAll()
    return EventRun(tally: timers.tally, duration: duration)
  }

  func floor(_ events: Int) -> EventRun {
    var heap = BinaryHeap()
    var tally = EventTally()
    var next: UInt64 = 0
    for _ in 0..<Self.waitingCount {
      heap.insert(.init(time: delays[next], sequence: next))
      next += 1
    }
    let duration = CallTimes.nanoseconds {
      for _ in 0..<events {
        guard let entry = heap.popFirst() else { break }
        tally.add(entry.sequence)
        heap.insert(.init(time: entry.time + delays[next], sequence: next))
        next += 1
      }
    }
    return EventRun(tally: tally, duration: duration)
  }
}

private final class SimulatedTimers {
  let simulation = Simulation()
  private let delays: Delays
  private(set) var tally = EventTally()
  private var next: UInt64 = 0

  init(_ delays: Delays) {
    self.delays = delays
  }

  func scheduleNext() {
    let number = next
    next += 1
    simulation.schedule(after: delays[number]) {
      self.tally.add(number)
      self.scheduleNext()
    }
  }
}

/// Delays up to ten seconds in whole milliseconds, so that some timers are due at the same time.
private struct Delays {
  private static let count = 1 << 16
  private let nanoseconds: [Int64]

  init() {
    var random = SplitMix64(seed: 1)
    nanoseconds = (0..<Self.count).map { _ in Int64(1 + random.unit() * 10_000) * 1_000_000 }
  }

  subscript(number: UInt64) -> Int64 { nanoseconds[Int(number) & (Self.count - 1)] }
}
