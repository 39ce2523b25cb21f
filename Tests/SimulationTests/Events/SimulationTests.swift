import Simulation
import Testing

@Suite struct SimulationTests {
  let simulation = Simulation()

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
