import Simulation
import Testing

@Suite struct MainThreadTests {
  let main = MainThread.test()
  var simulation: Simulation { main.simulation }

  // MARK: - Turns

  @Test func tasksRunInTheirOrder() {
    var order: [Int] = []
    for index in 0..<5 { main.async { order.append(index) } }
    #expect(order.isEmpty, "a task does not run where it is added")
    simulation.run()
    #expect(order == [0, 1, 2, 3, 4])
    #expect(simulation.now == 0)
    #expect(main.hangs.isEmpty)
  }

  @Test func tasksThatATaskAddsWaitForTheNextTurnBehindWhatIsDue() {
    var order: [String] = []
    main.async {
      order.append("a")
      main.async { order.append("next turn") }
      simulation.schedule(after: 0) { order.append("event") }
    }
    main.async { order.append("b") }
    simulation.run()
    #expect(order == ["a", "b", "event", "next turn"])
  }

  @Test func aTurnIsOneActionOfTheSimulation() {
    for _ in 0..<100 { main.async {} }
    simulation.run()
    #expect(simulation.actionCount == 1)
    main.async { main.async {} }
    simulation.run()
    #expect(simulation.actionCount == 3)
  }

  @Test func anEndlessUpdateLoopIsEndedByTheNumberOfActions() {
    var updates = 0
    func update() {
      updates += 1
      main.async(update)
    }
    main.async(update)
    #expect(!simulation.run(until: 1000, limit: 500))
    #expect(updates == 500)
    #expect(main.hangs.isEmpty)
  }

  // MARK: - Delayed tasks

  @Test func aDelayedTaskRunsAtItsTime() {
    var times: [Int64] = []
    main.async(after: 30) { times.append(simulation.now) }
    main.async(after: 0) { times.append(simulation.now) }
    main.async(after: .max) { times.append(simulation.now) }
    simulation.run()
    #expect(times == [0, 30])
  }

  @Test func delayedTasksQueueBehindThoseThatWait() {
    var order: [String] = []
    main.async { main.work(for: 100) }
    simulation.schedule(after: 10) { main.async { order.append("10") } }
    main.async(after: 20) { order.append("20") }
    simulation.schedule(after: 30) { main.async { order.append("30") } }
    simulation.run()
    #expect(order == ["10", "20", "30"])
  }

  @Test func aDelayedTaskCanBeCancelledUntilItBegins() {
    var order: [String] = []
    var held: Held? = Held {}
    weak let released = held
    let due = main.async(after: 50) { [held] in
      _ = held
      order.append("cancelled")
    }
    held = nil
    let early = main.async(after: 60) { order.append("cancelled early") }
    main.async(after: 10) { order.append("kept") }
    #expect(simulation.cancel(early))
    main.async {
      main.work(for: 100)
      // It is due for 50 ns already, but the main thread did not get round to it.
      #expect(simulation.cancel(due))
      #expect(released == nil)
      #expect(!simulation.cancel(due))
    }
    simulation.run()
    #expect(order == ["kept"])
    #expect(simulation.waitingCount == 0)
  }

  @Test func theSimulationKeepsAThreadWithWaitingTasksAliveAndNoLonger() {
    weak var released: MainThread?
    var count = 0
    do {
      let thread = MainThread(simulation: simulation, hangThreshold: 1, watchdogLimit: 2)
      released = thread
      thread.async { count += 1 }
      thread.async(after: 10) { count += 1 }
    }
    simulation.run()
    #expect(count == 2)
    #expect(released == nil)
  }

  // MARK: - Work

  @Test(arguments: [0, 1, 249, 250, 251, 9_999] as [Int64])
  func workThatIsLongerThanTheThresholdIsAHangOfItsLength(duration: Int64) {
    main.async(after: 40) { main.work(for: duration) }
    simulation.run()
    #expect(simulation.now == 40 + duration)
    #expect(main.hangs == (duration > 250 ? [Hang(start: 40, duration: duration)] : []))
    #expect(!main.isTerminated)
  }

  @Test func piecesOfWorkInOneTurnAreOneHangAndInSeveralNone() {
    for _ in 0..<3 { main.async { main.work(for: 100) } }
    simulation.run()
    #expect(main.hangs == [Hang(start: 0, duration: 300)])
    func work(_ left: Int) {
      guard left > 0 else { return }
      main.work(for: 200)
      main.async { work(left - 1) }
    }
    main.async { work(200) }
    simulation.run()
    #expect(simulation.now == 40_300)
    #expect(main.hangs.count == 1)
    #expect(!main.isTerminated, "the watchdog looks at one turn")
  }

  @Test func eventsRunDuringWorkAndNoOtherTask() {
    var order: [String] = []
    main.async {
      order.append("begin")
      main.work(for: 100)
      order.append("end at \(simulation.now)")
    }
    for delay: Int64 in [50, 100, 101] {
      simulation.schedule(after: delay) {
        order.append("event \(simulation.now)")
        main.async { order.append("task of \(delay) at \(simulation.now)") }
      }
    }
    simulation.run()
    #expect(
      order == [
        "begin", "event 50", "event 100", "end at 100", "task of 50 at 100", "task of 100 at 100",
        "event 101", "task of 101 at 101",
      ])
  }

  @Test func hugeWorkEndsWithTheClock() {
    let thread = MainThread(simulation: simulation, hangThreshold: 0, watchdogLimit: .max)
    simulation.run(until: 100)
    thread.async { thread.work(for: .max) }
    simulation.run()
    #expect(simulation.now == .max)
    #expect(thread.hangs == [Hang(start: 100, duration: .max - 100)])
    #expect(thread.isTerminated)
  }

  // MARK: - Pumping the run loop

  @Test func tasksAndTimersRunWhileATaskPumps() {
    var order: [String] = []
    let timer = MainTimer(on: main, interval: 400, repeats: true) {
      order.append("timer \(simulation.now)")
    }
    main.async {
      main.async { order.append("own task \(simulation.now)") }
      main.runLoop(for: 1000)
      order.append("end \(simulation.now)")
      main.work(for: 200)
    }
    main.async { order.append("other task \(simulation.now)") }
    main.async(after: 500) { order.append("delayed \(simulation.now)") }
    simulation.run(until: 1300)
    timer.invalidate()
    #expect(
      order == [
        "other task 0", "own task 0", "timer 400", "delayed 500", "timer 800", "end 1000",
        "timer 1200",
      ])
    #expect(main.hangs.isEmpty)
  }

  @Test func onlyTheStretchesOutsideThePumpCountAsHangs() {
    main.async {
      main.work(for: 300)
      main.runLoop(for: 1000)
      main.work(for: 400)
    }
    simulation.schedule(after: 500) { main.async { main.work(for: 260) } }
    simulation.run()
    #expect(
      main.hangs == [
        Hang(start: 0, duration: 300), Hang(start: 500, duration: 260),
        Hang(start: 1300, duration: 400),
      ])
  }

  @Test func aTaskThatOutlastsThePumpDelaysItsEnd() {
    var end: Int64?
    main.async {
      main.runLoop(for: 100)
      end = simulation.now
    }
    main.async(after: 90) { main.work(for: 50) }
    simulation.run()
    #expect(end == 140)
  }

  @Test func pumpsNest() {
    var order: [String] = []
    func note(_ text: String) { order.append("\(text) \(simulation.now)") }
    main.async {
      main.runLoop(for: 100)
      note("outer end")
    }
    main.async(after: 10) {
      note("inner begin")
      main.runLoop(for: 50)
      note("inner end")
      main.work(for: 5)
    }
    main.async(after: 20) { note("innermost task") }
    main.async(after: 62) { note("waits for the work") }
    simulation.run()
    #expect(
      order == [
        "inner begin 10", "innermost task 20", "inner end 60", "waits for the work 65",
        "outer end 100",
      ])
    #expect(main.hangs.isEmpty)
  }

  @Test func aTurnThatWasPumpedDoesNoTasksOfTheNext() {
    var order: [String] = []
    main.async {
      main.runLoop(for: 10)
      order.append("pumped")
      simulation.schedule(after: 0) { order.append("event") }
      main.async { order.append("next turn") }
    }
    // The turn of the first task began with these two, and the pump did them.
    main.async { order.append("same turn") }
    main.async { order.append("same turn") }
    simulation.run()
    #expect(order == ["same turn", "same turn", "pumped", "event", "next turn"])
  }

  @Test func aHugePumpEndsWithTheClock() {
    simulation.run(until: 10)
    main.async { main.runLoop(for: .max) }
    simulation.run()
    #expect(simulation.now == .max)
    #expect(!main.isTerminated)
  }

  // MARK: - Misuse

  @Test func onlyATaskOfTheMainThreadCanBeBusy() async {
    await #expect(processExitsWith: .failure) { MainThread.test().work(for: 1) }
    await #expect(processExitsWith: .failure) {
      let main = MainThread.test()
      main.async { main.work(for: 50) }
      // An event of the rest of the world, while a task works.
      main.simulation.schedule(after: 10) { main.work(for: 1) }
      main.simulation.run()
    }
  }
}

extension MainThread {
  /// The main thread of a simulation of its own.
  static func test() -> MainThread {
    MainThread(simulation: Simulation(), hangThreshold: 250, watchdogLimit: 10_000)
  }
}
