import Simulation
import TestSupport
import Testing

/// One update follows all changes, behind what the main queue holds already.
@Suite struct ViewGraphTests {
  private let simulation = Simulation()
  private let main: MainThread
  private let graph: ViewGraph
  private let log = Log()

  init() {
    main = MainThread(simulation: simulation, hangThreshold: .max, watchdogLimit: .max)
    graph = ViewGraph(main: main, updateDuration: 0)
    graph.update = { [log] in log.entries.append("update") }
  }

  private final class Log {
    var entries: [String] = []
  }

  /// A turn of the main thread, and all that follows.
  private func run(_ task: @escaping () -> Void) {
    main.async(task)
    simulation.run()
  }

  // MARK: - When

  @Test func changesOfOneTurnShareAnUpdate() {
    let (first, second) = (ViewState(0, in: graph), ViewState(0, in: graph))
    run {
      first.value = 1
      second.value = 1
      first.value = 2
      #expect(graph.needsUpdate)
      #expect(graph.updateCount == 0)
    }
    #expect(graph.updateCount == 1)
    #expect(!graph.needsUpdate)
  }

  @Test func changesOfLaterTurnsHaveUpdatesOfTheirOwn() {
    let state = ViewState(0, in: graph)
    for time: Int64 in 1...5 { main.async(after: time) { state.value += 1 } }
    simulation.run()
    #expect(graph.updateCount == 5)
  }

  @Test func anUpdateComesBehindTheTasksThatWait() {
    let state = ViewState(0, in: graph)
    main.async { [log, main] in
      main.async { log.entries.append("before") }
      state.value = 1
      main.async { log.entries.append("after") }
    }
    main.async { [log] in log.entries.append("same turn") }
    simulation.run()
    #expect(log.entries == ["same turn", "before", "update", "after"])
  }

  @Test func aChangeInATaskBeforeTheUpdateIsPartOfIt() {
    let state = ViewState(0, in: graph)
    graph.update = { [log] in log.entries.append("update of \(state.value)") }
    run { [main] in
      main.async { state.value = 2 }
      state.value = 1
    }
    #expect(log.entries == ["update of 2"])
    #expect(graph.modificationsDuringUpdate == 0)
  }

  @Test func anEqualValueChangesNothing() {
    let state = ViewState("a", in: graph)
    state.didChange = { [log] in log.entries.append("\($0) to \($1)") }
    run { state.value = "a" }
    #expect(graph.updateCount == 0)
    run {
      state.value = "b"
      state.value = "b"
      // Back to what the view shows: the view was marked all the same.
      state.value = "a"
    }
    #expect(graph.updateCount == 1)
    #expect(log.entries == ["a to b", "b to a", "update"])
  }

  // MARK: - State that an update changes

  @Test func aChangeDuringAnUpdateIsCountedAndWaitsForTheNextTurn() {
    let state = ViewState(0, in: graph)
    graph.update = { [graph, log, main] in
      log.entries.append("update of \(state.value)")
      #expect(graph.isUpdating)
      guard state.value < 3 else { return }
      main.async { log.entries.append("task") }
      state.value += 1
      state.value += 1
      #expect(graph.needsUpdate)
    }
    run { state.value = 1 }
    #expect(log.entries == ["update of 1", "task", "update of 3"])
    #expect(graph.modificationsDuringUpdate == 2)
    #expect(!graph.isUpdating)
  }

  @Test func aChangeInATaskThatAnUpdateAddsIsNotDuringIt() {
    let state = ViewState(0, in: graph)
    graph.update = { [main] in
      if state.value < 5 { main.async { state.value += 1 } }
    }
    run { state.value = 1 }
    #expect(graph.updateCount == 5)
    #expect(graph.modificationsDuringUpdate == 0)
  }

  @Test func anUpdateDoesNotBeginInsideAnother() {
    let state = ViewState(0, in: graph)
    graph.update = { [log, main] in
      let value = state.value
      log.entries.append("begin \(value)")
      if value == 1 {
        state.value = 2
        main.runLoop(for: 10)
      }
      log.entries.append("end \(value)")
    }
    run { state.value = 1 }
    #expect(log.entries == ["begin 1", "end 1", "begin 2", "end 2"])
    #expect(graph.updateCount == 2)
    #expect(!graph.needsUpdate)
    #expect(!graph.isUpdating)
  }

  @Test func anUpdateThatWaitedForAnotherCanBeCancelled() {
    let state = ViewState(0, in: graph)
    graph.update = { [graph, main] in
      state.value += 1
      main.runLoop(for: 10)
      graph.cancelUpdate()
    }
    run { state.value = 1 }
    #expect(graph.updateCount == 1)
    #expect(!graph.needsUpdate)
  }

  // MARK: - Cancelling

  @Test func aCancelledUpdateIsNotMade() {
    let state = ViewState(0, in: graph)
    run { [graph] in
      state.value = 1
      graph.cancelUpdate()
      #expect(!graph.needsUpdate)
    }
    #expect(graph.updateCount == 0)
    #expect(state.value == 1)
  }

  @Test func aChangeAfterACancelledUpdateMarksTheViewBehindWhatCameInBetween() {
    let state = ViewState(0, in: graph)
    run { [graph, log, main] in
      state.value = 1
      graph.cancelUpdate()
      main.async { log.entries.append("task") }
      state.value = 2
    }
    #expect(log.entries == ["task", "update"])
  }

  @Test func cancellingEndsALoopThatNeverRests() {
    let state = ViewState(0, in: graph)
    graph.update = { [graph] in
      state.value += 1
      if graph.updateCount == 20 { graph.cancelUpdate() }
    }
    main.async { state.value = 1 }
    #expect(simulation.run(limit: 1_000))
    #expect(graph.updateCount == 20)
    #expect(graph.modificationsDuringUpdate == 20)
  }

  // MARK: - Cost

  @Test(arguments: [0, 1, 500_000] as [Int64])
  func anUpdateKeepsTheMainThreadForItsTime(duration: Int64) {
    let graph = ViewGraph(main: main, updateDuration: duration)
    let state = ViewState(0, in: graph)
    var times: [Int64] = []
    graph.update = { [simulation] in times.append(simulation.now) }
    for time: Int64 in [10, 20_000_000] { main.async(after: time) { state.value += 1 } }
    main.async(after: 11) { [simulation, log] in log.entries.append("\(simulation.now)") }
    simulation.run()
    // The work comes before the values are handed over.
    #expect(times == [10 + duration, 20_000_000 + duration])
    #expect(log.entries == ["\(max(11, 10 + duration))"])
  }

  @Test func updatesInALoopHangTheAppOnlyTogether() {
    let main = MainThread(simulation: simulation, hangThreshold: 900_000, watchdogLimit: .max)
    let graph = ViewGraph(main: main, updateDuration: 500_000)
    let state = ViewState(0, in: graph)
    graph.update = { if state.value < 10 { state.value += 1 } }
    main.async { state.value = 1 }
    simulation.run()
    // Each update is a turn of its own.
    #expect(main.hangs.isEmpty)
    #expect(simulation.now == 10 * 500_000)
  }

  @Test func nothingIsHandedOverToAnAppThatTheWatchdogEnded() {
    let main = MainThread(simulation: simulation, hangThreshold: 1, watchdogLimit: 1_000)
    let graph = ViewGraph(main: main, updateDuration: 2_000)
    graph.update = { [log] in log.entries.append("update") }
    let state = ViewState(0, in: graph)
    main.async { state.value = 1 }
    simulation.run()
    #expect(main.terminationTime == 1_000)
    #expect(log.entries.isEmpty)
    #expect(!graph.isUpdating)
  }

  // MARK: - Any order of things

  /// The expected behaviour, implemented in another way: a queue of writes.
  private struct Naive {
    var queue: [Int?] = []
    var isMarked = false
    var updates: [Int] = []
    var value = 0

    /// A task writes a value; `nil` in the queue stands for the update.
    mutating func run(_ tasks: [Int]) {
      queue = tasks
      while !queue.isEmpty {
        let task = queue.removeFirst()
        if let task {
          guard task != value else { continue }
          value = task
          if !isMarked { queue.append(nil) }
          isMarked = true
        } else {
          isMarked = false
          updates.append(value)
        }
      }
    }
  }

  @Test func randomWritesGiveTheUpdatesOfANaiveTwin() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let writes = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        Int.random(in: 0...2, using: &generator)
      }
      let graph = ViewGraph(main: main, updateDuration: 0)
      let state = ViewState(0, in: graph)
      var updates: [Int] = []
      graph.update = { updates.append(state.value) }
      for write in writes { main.async { state.value = write } }
      simulation.run()
      var naive = Naive()
      naive.run(writes)
      #expect(updates == naive.updates, "\(writes)")
    }
  }
}
