import Simulation
import Testing

@Suite struct SimulationTests {
  let simulation = Simulation()

  // MARK: - Order

  @Test func actionsRunInTheOrderOfTheirTimesAndThenOfTheirScheduling() {
    var order: [String] = []
    simulation.schedule(after: 20) { order.append("c") }
    simulation.schedule(after: 10) { order.append("a") }
    simulation.schedule(after: 10) { order.append("b") }
    simulation.run()
    #expect(order == ["a", "b", "c"])
    #expect(simulation.now == 20)
  }

  @Test func anActionWithoutADelayRunsBehindWhatIsAlreadyDue() {
    var order: [String] = []
    simulation.schedule(after: 10) {
      order.append("a")
      simulation.schedule(after: 0) { order.append("d") }
    }
    simulation.schedule(after: 10) { order.append("b") }
    simulation.schedule(after: 10) {
      order.append("c")
      simulation.schedule(after: 0) { order.append("e") }
    }
    simulation.run()
    #expect(order == ["a", "b", "c", "d", "e"])
    #expect(simulation.now == 10)
  }

  @Test func manySimultaneousActionsKeepTheirOrder() {
    var order: [Int] = []
    for index in 0..<1000 { simulation.schedule(after: 7) { order.append(index) } }
    simulation.run()
    #expect(order == Array(0..<1000))
  }

  @Test func aNestedRunDoesWhatIsDueMeanwhileInOrder() {
    var order: [String] = []
    simulation.schedule(after: 10) {
      order.append("begin")
      simulation.schedule(after: 5) { order.append("inside 15") }
      simulation.schedule(after: 0) { order.append("inside 10") }
      simulation.run(until: 20)
      #expect(simulation.now == 20)
      simulation.schedule(after: 0) { order.append("after 20") }
      order.append("end")
    }
    simulation.schedule(after: 10) { order.append("outside 10") }
    simulation.schedule(after: 20) { order.append("outside 20") }
    simulation.schedule(after: 21) { order.append("outside 21") }
    simulation.run()
    #expect(
      order == [
        "begin", "outside 10", "inside 10", "inside 15", "outside 20", "end", "after 20",
        "outside 21",
      ])
  }

  @Test func anInnerRunThatGoesOnLongerDelaysTheOuterOne() {
    var times: [Int64] = []
    simulation.schedule(after: 10) {
      simulation.run(until: 20)
      times.append(simulation.now)
    }
    simulation.schedule(after: 15) {
      simulation.run(until: 50)
      times.append(simulation.now)
    }
    simulation.schedule(after: 40) { times.append(simulation.now) }
    simulation.run(until: 30)
    #expect(times == [40, 50, 50])
    #expect(simulation.now == 50)
  }

  // MARK: - Time

  @Test func aRunIncludesItsLastTimeAndEndsThere() {
    var times: [Int64] = []
    for delay: Int64 in [9, 10, 11] {
      simulation.schedule(after: delay) { times.append(simulation.now) }
    }
    simulation.run(until: 10)
    #expect(times == [9, 10])
    #expect(simulation.now == 10)
    #expect(simulation.nextTime == 11)
    #expect(simulation.waitingCount == 1)
    simulation.run(until: 5)
    #expect(simulation.now == 10, "no clock goes backwards")
  }

  @Test func runNextRunsOneActionAndOnlyOneThatIsDue() {
    var count = 0
    simulation.schedule(after: 10) { count += 1 }
    simulation.schedule(after: 10) { count += 1 }
    #expect(!simulation.runNext(until: 9))
    #expect(simulation.now == 0)
    #expect(simulation.runNext(until: 10))
    #expect(count == 1)
    #expect(simulation.now == 10)
    #expect(simulation.runNext())
    #expect(!simulation.runNext())
    #expect(simulation.nextTime == nil)
    #expect(simulation.actionCount == 2)
  }

  @Test func whatIsDueAtTheEndOfTheClockOrLaterNeverComes() {
    var times: [Int64] = []
    simulation.schedule(after: .max) { times.append(simulation.now) }
    simulation.schedule(after: .max - 1) {
      times.append(simulation.now)
      simulation.schedule(after: 1) { times.append(simulation.now) }
      simulation.schedule(after: .max) { times.append(simulation.now) }
    }
    simulation.run()
    #expect(times == [.max - 1])
    #expect(simulation.now == .max - 1)
    #expect(simulation.nextTime == nil)
    #expect(simulation.waitingCount == 3)
  }

  @Test func anActionThatNeverComesCanBeCancelled() {
    let event = simulation.schedule(after: .max) {}
    #expect(simulation.cancel(event))
    #expect(!simulation.cancel(event))
    #expect(simulation.waitingCount == 0)
  }

  @Test func aRunUntilTheEndOfTheClockEnds() {
    var count = 0
    func next() {
      count += 1
      simulation.schedule(after: .max / 4, next)
    }
    next()
    simulation.run(until: .max)
    #expect(count == 5)
    #expect(simulation.now == .max)
    simulation.schedule(after: 0) { count += 1 }
    simulation.run(until: .max)
    #expect(count == 5)
  }

  // MARK: - A limited run

  @Test func aLimitEndsActionsThatScheduleThemselvesForEver() {
    func next() { simulation.schedule(after: 0, next) }
    simulation.schedule(after: 10, next)
    #expect(!simulation.run(until: 20, limit: 1000))
    #expect(simulation.actionCount == 1000)
    #expect(simulation.now == 10)
    #expect(simulation.waitingCount == 1)
    #expect(!simulation.run(until: 20, limit: 0))
    #expect(!simulation.run(limit: 5))
    #expect(simulation.actionCount == 1005)
  }

  @Test func aLimitThatSufficesChangesNothing() {
    simulation.schedule(after: 10) {}
    simulation.schedule(after: 20) {}
    simulation.schedule(after: 30) {}
    #expect(simulation.run(until: 25, limit: 2))
    #expect(simulation.now == 25)
    #expect(simulation.run(limit: .max))
    #expect(simulation.now == 30)
    #expect(simulation.run(until: 40, limit: 0))
    #expect(simulation.now == 40)
  }

  @Test func aLimitCountsTheActionsOfNestedRuns() {
    var order: [String] = []
    func next() { simulation.schedule(after: 0, next) }
    simulation.schedule(after: 10) {
      next()
      simulation.run(until: 15)
      order.append("after the nested run at \(simulation.now)")
    }
    simulation.schedule(after: 12) { order.append("12") }
    #expect(!simulation.run(until: 20, limit: 100))
    #expect(order == ["after the nested run at 15"])
    #expect(simulation.actionCount == 100)
    #expect(simulation.now == 15)
    // What was left undone is overdue, and still comes in its order.
    #expect(simulation.nextTime == 10)
    #expect(!simulation.run(until: 20, limit: 100))
    #expect(simulation.now == 15)
  }

  @Test func anInnerLimitDoesNotLiftTheOuterOne() {
    var inner: Bool?
    func next() { simulation.schedule(after: 0, next) }
    simulation.schedule(after: 0) {
      next()
      inner = simulation.run(until: 5, limit: 5_000)
    }
    #expect(!simulation.run(until: 10, limit: 50))
    #expect(inner == false)
    #expect(simulation.actionCount == 50)
    // Nor does it outlive its run.
    #expect(simulation.runNext())
  }
}
