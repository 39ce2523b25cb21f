import Simulation

/// Tasks of the main thread that each post the next one.
struct TaskChain: EventContest {
  let title = "a main-thread task that posts the next"
  let floorName = "closure that leaves the next"

  func expectedCount(of events: Int) -> Int { events }

  func simulate(_ events: Int) -> EventRun {
    let simulation = Simulation()
    let chain = PostedTasks(count: events, simulation: simulation)
    let duration = CallTimes.nanoseconds {
      chain.postNext()
      simulation.run()
    }
    return EventRun(tally: chain.tally, duration: duration)
  }

  func floor(_ events: Int) -> EventRun {
    let chain = CalledTasks(count: events)
    let duration = CallTimes.nanoseconds {
      chain.leaveNext()
      while let task = chain.next.take() { task() }
    }
    return EventRun(tally: chain.tally, duration: duration)
  }
}

private final class PostedTasks {
  private let count: Int
  private let main: MainThread
  private(set) var tally = EventTally()

  init(count: Int, simulation: Simulation) {
    self.count = count
    main = MainThread(simulation: simulation, hangThreshold: 250_000_000, watchdogLimit: .max)
  }

  func postNext() {
    guard tally.count < count else { return }
    main.async {
      self.tally.add(UInt64(self.tally.count))
      self.postNext()
    }
  }
}

private final class CalledTasks {
  private let count: Int
  private(set) var tally = EventTally()
  var next: (() -> Void)?

  init(count: Int) {
    self.count = count
  }

  func leaveNext() {
    guard tally.count < count else { return }
    next = {
      self.tally.add(UInt64(self.tally.count))
      self.leaveNext()
    }
  }
}
