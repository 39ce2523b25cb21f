import Simulation
import Testing

@Suite struct BackgroundQueueTests {
  let simulation = Simulation()

  @Test func aSerialQueueDoesOneAfterTheOther() {
    let queue = BackgroundQueue(simulation: simulation)
    var ends: [Int64] = []
    for duration: Int64 in [30, 0, 20] {
      queue.async(for: duration) { ends.append(simulation.now) }
    }
    #expect(queue.runningCount == 1)
    #expect(queue.waitingCount == 2)
    simulation.run()
    #expect(ends == [30, 30, 50])
    #expect(queue.runningCount == 0)
  }

  @Test func aConcurrentQueueDoesAsManyAsItHasThreads() {
    let queue = BackgroundQueue(simulation: simulation, width: 2)
    var ends: [String] = []
    for (name, duration) in [("a", 30), ("b", 10), ("c", 10), ("d", 20), ("e", 5)] as [(_, Int64)] {
      queue.async(for: duration) { ends.append("\(name) \(simulation.now)") }
    }
    simulation.run()
    #expect(ends == ["b 10", "c 20", "a 30", "e 35", "d 40"])
  }

  @Test func workThatACompletionAddsWaitsBehindTheOther() {
    let queue = BackgroundQueue(simulation: simulation)
    var order: [String] = []
    queue.async(for: 10) {
      order.append("a")
      queue.async(for: 10) { order.append("c \(simulation.now)") }
    }
    queue.async(for: 10) { order.append("b \(simulation.now)") }
    simulation.run()
    #expect(order == ["a", "b 20", "c 30"])
  }

  @Test func itsWorkContinuesWhileTheMainThreadIsBusyAndEndsItsWait() {
    let main = MainThread(simulation: simulation, hangThreshold: 250, watchdogLimit: 10_000)
    let queue = BackgroundQueue(simulation: simulation)
    let semaphore = Semaphore()
    var shown: Int64?
    main.async {
      queue.async(for: 400) { main.async { shown = simulation.now } }
      queue.async(for: 200, semaphore.signal)
      main.work(for: 500)
      #expect(main.wait(for: semaphore) == .signaled)
      #expect(simulation.now == 600)
    }
    simulation.run()
    #expect(shown == 600, "the main thread got round to it then")
    #expect(main.hangs == [Hang(start: 0, duration: 600)])
  }

  @Test func waitingWorkCanBeCancelledAndRunningWorkContinues() {
    let queue = BackgroundQueue(simulation: simulation)
    var order: [String] = []
    var held: Held? = Held { [simulation] in
      simulation.schedule(after: 0) { order.append("let go") }
    }
    let running = queue.async(for: 10) { order.append("a") }
    let waiting = queue.async(for: 10) { [held] in
      _ = held
      order.append("b")
    }
    queue.async(for: 10) { order.append("c \(simulation.now)") }
    held = nil
    #expect(!queue.cancel(running))
    #expect(queue.cancel(waiting))
    #expect(!queue.cancel(waiting))
    simulation.run()
    #expect(order == ["let go", "a", "c 20"])
  }

  @Test func endlessWorkNeverEnds() {
    let queue = BackgroundQueue(simulation: simulation)
    var count = 0
    simulation.run(until: 5)
    queue.async(for: .max) { count += 1 }
    queue.async(for: 1) { count += 1 }
    simulation.run()
    #expect(count == 0)
    #expect(simulation.now == 5)
    #expect(queue.runningCount == 1)
  }
}
