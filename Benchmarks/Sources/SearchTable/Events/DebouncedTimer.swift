import Simulation

/// A timer of 300 ms that each keystroke cancels and sets again; it fires after each hundredth
/// keystroke.
struct DebouncedTimer: EventContest {
  private static let delay: Int64 = 300_000_000
  private static let keystrokesUntilPause = 100

  let title = "a debounced timer, cancelled and set anew"
  let floorName = "binary heap, the cancelled dropped"

  func expectedCount(of events: Int) -> Int {
    (events + Self.keystrokesUntilPause - 1) / Self.keystrokesUntilPause
  }

  /// The nanoseconds from one keystroke to the next.
  private func pause(after keystroke: Int) -> Int64 {
    (keystroke + 1).isMultiple(of: Self.keystrokesUntilPause) ? 400_000_000 : 100_000_000
  }

  func simulate(_ events: Int) -> EventRun {
    let simulation = Simulation()
    let field = DebouncedField(simulation: simulation)
    let duration = CallTimes.nanoseconds {
      for keystroke in 0..<events {
        field.restart(UInt64(keystroke), delay: Self.delay)
        simulation.run(until: simulation.now + pause(after: keystroke))
      }
      simulation.run()
    }
    return EventRun(tally: field.tally, duration: duration)
  }

  func floor(_ events: Int) -> EventRun {
    var heap = BinaryHeap()
    var tally = EventTally()
    var now: Int64 = 0
    func fire(until limit: Int64, _ latest: UInt64) {
      while let first = heap.first, first.time <= limit {
        if first.sequence == latest { tally.add(latest) }
        _ = heap.popFirst()
      }
    }
    let duration = CallTimes.nanoseconds {
      for keystroke in 0..<events {
        heap.insert(.init(time: now + Self.delay, sequence: UInt64(keystroke)))
        now += pause(after: keystroke)
        fire(until: now, UInt64(keystroke))
      }
      fire(until: .max, UInt64(events - 1))
    }
    return EventRun(tally: tally, duration: duration)
  }
}

private final class DebouncedField {
  private let main: MainThread
  private var event: ScheduledEvent?
  private(set) var tally = EventTally()

  init(simulation: Simulation) {
    main = MainThread(simulation: simulation, hangThreshold: 250_000_000, watchdogLimit: .max)
  }

  func restart(_ keystroke: UInt64, delay: Int64) {
    if let event { main.simulation.cancel(event) }
    event = main.async(after: delay) { self.tally.add(keystroke) }
  }
}
