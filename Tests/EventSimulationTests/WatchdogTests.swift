import EventSimulation
import Testing

@Suite struct WatchdogTests {
  let simulation = Simulation()
  let main: MainThread

  init() {
    main = MainThread(simulation: simulation, hangThreshold: 250, watchdogLimit: 10_000)
  }

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
    #expect(simulation.now == 12_000, "the world goes on")
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

  @Test func aPumpThatGoesOnForLongIsNoHang() {
    main.async {
      main.work(for: 9_000)
      main.runLoop(for: 30_000)
      main.work(for: 9_000)
    }
    simulation.run()
    #expect(!main.isTerminated)
    #expect(
      main.hangs == [Hang(start: 0, duration: 9_000), Hang(start: 39_000, duration: 9_000)])
  }

  @Test func aHangIsAtMostTheLimitEvenWhereTheWorldOverrunsIt() {
    main.async { main.work(for: 20_000) }
    simulation.schedule(after: 5_000) { simulation.run(until: 30_000) }
    simulation.run()
    #expect(main.terminationTime == 10_000)
    #expect(main.hangs == [Hang(start: 0, duration: 10_000)])
    #expect(simulation.now == 30_000)
  }
}
