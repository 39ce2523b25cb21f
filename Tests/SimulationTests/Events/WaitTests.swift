import Simulation
import Testing

@Suite struct WaitTests {
  let main = MainThread.test()
  let semaphore = Semaphore()
  var simulation: Simulation { main.simulation }

  /// Waits in a task of the main thread that begins at 100.
  private func wait(timeout: Int64? = nil) -> (result: MainThread.WaitResult?, end: Int64) {
    var result: MainThread.WaitResult?
    var end: Int64 = -1
    main.async(after: 100) {
      result = main.wait(for: semaphore, timeout: timeout)
      end = simulation.now
    }
    simulation.run()
    return (result, end)
  }

  @Test func aSignalGivenBeforeIsTakenAtOnce() {
    semaphore.signal()
    #expect(wait(timeout: 0) == (.signaled, 100))
    #expect(main.hangs.isEmpty)
  }

  @Test func aValueIsThatManySignals() {
    var results: [MainThread.WaitResult] = []
    let semaphore = Semaphore(value: 2)
    main.async {
      for _ in 0..<3 { results.append(main.wait(for: semaphore, timeout: 5)) }
    }
    simulation.run()
    #expect(results == [.signaled, .signaled, .timedOut])
    #expect(simulation.now == 5)
  }

  @Test func anAnswerFromTheNetworkEndsTheWait() {
    simulation.schedule(after: 900) { semaphore.signal() }
    #expect(wait() == (.signaled, 900))
    #expect(main.hangs == [Hang(start: 100, duration: 800)])
  }

  @Test func theMainThreadContinuesAtOnceWhenSignalled() {
    var order: [String] = []
    main.async {
      _ = main.wait(for: semaphore)
      order.append("waited")
    }
    simulation.schedule(after: 50) {
      semaphore.signal()
      order.append("signal")
    }
    simulation.schedule(after: 50) { order.append("behind") }
    simulation.run()
    #expect(order == ["signal", "waited", "behind"])
  }

  @Test(
    arguments: [
      // A signal counts up to the timeout, and before the watchdog.
      (1_099, 1_000, .signaled, 1_099), (1_100, 1_000, .signaled, 1_100),
      (1_101, 1_000, .timedOut, 1_100), (10_099, nil, .signaled, 10_099),
      (10_100, nil, .terminated, 10_100), (10_101, nil, .terminated, 10_100),
      // Without time a wait only looks.
      (nil, -5, .timedOut, 100), (nil, 0, .timedOut, 100), (nil, .min, .timedOut, 100),
      // The watchdog goes before a later timeout.
      (nil, 10_000, .terminated, 10_100), (nil, 10_001, .terminated, 10_100),
      (nil, .max, .terminated, 10_100),
    ] as [(Int64?, Int64?, MainThread.WaitResult, Int64)])
  func whateverComesFirstEndsTheWait(
    signal: Int64?, timeout: Int64?, result: MainThread.WaitResult, end: Int64
  ) {
    if let signal { simulation.schedule(after: signal) { semaphore.signal() } }
    #expect(wait(timeout: timeout) == (result, end))
    #expect(main.isTerminated == (result == .terminated))
  }

  @Test func aDeadlockEndsWithTheTimeout() {
    main.async(after: 150) { semaphore.signal() }
    #expect(wait(timeout: 2000) == (.timedOut, 2100))
    #expect(main.hangs == [Hang(start: 100, duration: 2000)])
    #expect(!main.isTerminated)
  }

  @Test func aDeadlockWithoutATimeoutEndsWithTheWatchdogsLimit() {
    main.async(after: 150) { semaphore.signal() }
    #expect(wait() == (.terminated, 10_100))
    #expect(main.terminationTime == 10_100)
    #expect(main.hangs == [Hang(start: 100, duration: 10_000)])
  }

  @Test func waitsOfOneTurnAddUp() {
    var results: [MainThread.WaitResult] = []
    for _ in 0..<4 {
      main.async { results.append(main.wait(for: semaphore, timeout: 3_000)) }
    }
    simulation.run()
    #expect(results == [.timedOut, .timedOut, .timedOut, .terminated])
    #expect(main.hangs == [Hang(start: 0, duration: 10_000)])
  }

  @Test func severalWaitsInOneTaskTakeTheirSignalsInTurn() {
    var ends: [Int64] = []
    main.async {
      for _ in 0..<3 {
        #expect(main.wait(for: semaphore) == .signaled)
        ends.append(simulation.now)
      }
    }
    for delay: Int64 in [100, 100, 300] { simulation.schedule(after: delay, semaphore.signal) }
    simulation.run()
    #expect(ends == [100, 100, 300])
    #expect(main.hangs == [Hang(start: 0, duration: 300)])
  }

  @Test func aWaitWithoutAnyEndTakesTheWholeClock() {
    let thread = MainThread(simulation: simulation, hangThreshold: 0, watchdogLimit: .max)
    var result: MainThread.WaitResult?
    simulation.run(until: 10)
    thread.async { result = thread.wait(for: semaphore, timeout: .max) }
    simulation.run()
    #expect(result == .terminated)
    #expect(simulation.now == .max)
  }

  @Test func tasksWaitDuringAWait() {
    var order: [String] = []
    main.async {
      _ = main.wait(for: semaphore)
      order.append("waited")
    }
    simulation.schedule(after: 10) { main.async { order.append("task at \(simulation.now)") } }
    simulation.schedule(after: 70) { semaphore.signal() }
    simulation.run()
    #expect(order == ["waited", "task at 70"])
  }
}

@Suite struct WatchdogTests {
  let main = MainThread.test()
  var simulation: Simulation { main.simulation }

  @Test(arguments: [10_000, 10_001, 1_000_000, .max] as [Int64])
  func workOfTheLimitOrLongerEndsTheAppAtTheLimit(duration: Int64) {
    var after = false
    main.async(after: 70) {
      main.work(for: duration)
      after = true
    }
    simulation.run()
    #expect(main.terminationTime == 10_070)
    #expect(main.isTerminated)
    #expect(main.hangs == [Hang(start: 70, duration: 10_000)])
    #expect(simulation.now == 10_070)
    #expect(after, "the rest of the task runs, to no effect")
  }

  @Test func workInPiecesOfOneTurnAddsUp() {
    var done = 0
    for _ in 0..<4 {
      main.async {
        main.work(for: 3_000)
        done += 1
      }
    }
    main.async { done += 100 }
    simulation.run()
    #expect(done == 4)
    #expect(main.terminationTime == 10_000)
    #expect(main.hangs == [Hang(start: 0, duration: 10_000)])
  }

  @Test func waitingTasksAreDroppedAndReleasedAndLaterOnesIgnored() {
    var ran: [String] = []
    var held: Held? = Held { [main] in main.async { ran.append("from a deinit") } }
    weak let released = held
    main.async {
      main.work(for: 20_000)
      main.async { ran.append("of the dead task") }
    }
    main.async { [held] in
      _ = held
      ran.append("same turn")
    }
    held = nil
    main.async(after: 100) { ran.append("due before") }
    main.async(after: 10_500) { ran.append("due after") }
    let timer = MainTimer(on: main, interval: 300, repeats: true) { ran.append("timer") }
    simulation.schedule(after: 11_000) {
      #expect(!timer.isValid)
      main.async { ran.append("later") }
      main.async(after: 1) { ran.append("later still") }
    }
    simulation.schedule(after: 12_000) {}
    simulation.run(until: 10_000)
    #expect(released == nil)
    simulation.run()
    #expect(ran.isEmpty)
    #expect(simulation.now == 12_000, "the simulation continues")
    #expect(simulation.waitingCount == 0)
    #expect(main.hangs.count == 1)
  }

  @Test func theDeadTaskTakesNoTime() {
    var result: MainThread.WaitResult?
    let semaphore = Semaphore(value: 1)
    main.async {
      main.work(for: 10_000)
      main.work(for: 500)
      result = main.wait(for: semaphore)
      main.runLoop(for: 500)
      main.work(for: 500)
    }
    simulation.run()
    #expect(result == .terminated)
    #expect(simulation.now == 10_000)
    #expect(main.hangs == [Hang(start: 0, duration: 10_000)])
  }

  @Test func terminationInsideAPumpEndsThePump() {
    var end: Int64?
    main.async {
      main.runLoop(for: 50_000)
      end = simulation.now
      main.work(for: 1_000)
    }
    main.async(after: 1_000) { main.runLoop(for: 40_000) }
    main.async(after: 2_000) { main.work(for: 15_000) }
    simulation.schedule(after: 60_000) {}
    simulation.run()
    #expect(end == 12_000)
    #expect(main.terminationTime == 12_000)
    #expect(main.hangs == [Hang(start: 2_000, duration: 10_000)])
    #expect(simulation.now == 60_000)
  }

  @Test func aLongPumpIsNoHang() {
    main.async {
      main.work(for: 9_000)
      main.runLoop(for: 30_000)
      main.work(for: 9_000)
    }
    simulation.run()
    #expect(!main.isTerminated)
    #expect(main.hangs == [Hang(start: 0, duration: 9_000), Hang(start: 39_000, duration: 9_000)])
  }

  @Test func aHangIsAtMostTheLimitEvenWhereTheWorldOverrunsIt() {
    main.async { main.work(for: 20_000) }
    simulation.schedule(after: 5_000) { simulation.run(until: 30_000) }
    simulation.run()
    #expect(main.terminationTime == 10_000)
    #expect(main.hangs == [Hang(start: 0, duration: 10_000)])
    #expect(simulation.now == 30_000)
  }

  /// An exception ends the app: what waits is dropped, and nothing that is added runs.
  @Test func anExceptionEndsTheApp() {
    var order: [String] = []
    main.async {
      order.append("first")
      main.crash()
      main.async { order.append("after") }
      main.work(for: 50)
    }
    main.async { order.append("waiting") }
    main.async(after: 10) { order.append("later") }
    simulation.run()
    #expect(order == ["first"])
    #expect(main.hasCrashed)
    #expect(main.terminationTime == 0)
    main.crash()
    #expect(main.terminationTime == 0)
  }
}
