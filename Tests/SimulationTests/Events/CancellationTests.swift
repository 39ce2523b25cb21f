import Simulation
import Testing

@Suite struct CancellationTests {
  /// Entries of cancelled actions stay until they are due, or until most entries are cancelled.
  @Test(arguments: [0, 300] as [Int64])
  func theOrderDoesNotKeepTheCancelled(delay: Int64) {
    let simulation = Simulation()
    for _ in 0..<10 { simulation.schedule(after: 1_000) {} }
    var maxEntryCount = 0
    for _ in 0..<10_000 {
      simulation.cancel(simulation.schedule(after: delay) {})
      maxEntryCount = max(maxEntryCount, simulation.entryCount)
    }
    #expect(simulation.waitingCount == 10)
    #expect(maxEntryCount <= 2 * (10 + 1) + 65)
  }

  let simulation = Simulation()

  @Test func anEmptySimulationHasNothingToCancel() {
    let other = Simulation()
    let event = other.schedule(after: 0) {}
    #expect(!simulation.cancel(event))
  }

  @Test(arguments: [0, 10, .max] as [Int64])
  func aCancelledActionReleasesWhatItHoldsAtOnce(delay: Int64) {
    var held: Held? = Held {}
    weak let released = held
    let event = simulation.schedule(after: delay) { [held] in _ = held }
    held = nil
    #expect(released != nil)
    simulation.cancel(event)
    #expect(released == nil)
  }

  @Test func anActionThatRanIsReleased() {
    var held: Held? = Held {}
    weak let released = held
    simulation.schedule(after: 10) { [held] in _ = held }
    held = nil
    simulation.run()
    #expect(released == nil)
  }

  @Test func whatIsReleasedMayScheduleAndCancel() {
    var ran = false
    let other = simulation.schedule(after: 5) {}
    var held: Held? = Held { [simulation] in
      simulation.cancel(other)
      simulation.schedule(after: 1) { ran = true }
    }
    let event = simulation.schedule(after: 10) { [held] in _ = held }
    held = nil
    simulation.cancel(event)
    #expect(simulation.waitingCount == 1)
    simulation.run()
    #expect(ran)
  }

  @Test func cancellingAllReleasesAll() {
    var ran = false
    weak var released: Held?
    do {
      let held = Held { [simulation] in simulation.schedule(after: 1) { ran = true } }
      released = held
      simulation.schedule(after: 0) { _ = held }
      simulation.schedule(after: 10) { _ = held }
      simulation.schedule(after: .max) { _ = held }
    }
    let event = simulation.schedule(after: 10) {}
    simulation.cancelAll()
    #expect(released == nil)
    #expect(!simulation.cancel(event))
    #expect(simulation.waitingCount == 1, "what the release scheduled")
    simulation.run()
    #expect(ran)
    #expect(simulation.now == 1)
  }

  /// A task that waits for a busy main thread is in no simulation.
  @Test func aMainThreadReleasesItsTasks() {
    let counter = Counter()
    let main = MainThread.test()
    main.async { [object = CountedObject(counter)] in _ = object }
    #expect(counter.value == 1)
    main.cancelAll()
    #expect(counter.value == 0)
    main.simulation.run()
  }

  @Test func aTimerResetAMillionTimesLeavesOneBehind() {
    // What the cancelled ones would hold, if they were kept, is a million objects.
    let alive = Counter()
    var event: ScheduledEvent?
    var greatest = 0
    for _ in 0..<1_000_000 {
      if let event { simulation.cancel(event) }
      let held = CountedObject(alive)
      event = simulation.schedule(after: 300_000_000) { _ = held }
      greatest = max(greatest, alive.value)
    }
    #expect(greatest <= 2)
    #expect(simulation.waitingCount == 1)
    simulation.run()
    #expect(simulation.actionCount == 1)
    #expect(alive.value == 0)
  }
}

/// Reports its release.
final class Held {
  private let onRelease: () -> Void

  init(_ onRelease: @escaping () -> Void) { self.onRelease = onRelease }

  deinit { onRelease() }
}

final class Counter {
  var value = 0
}

/// Counts how many of its kind are alive.
final class CountedObject {
  private let counter: Counter

  init(_ counter: Counter) {
    self.counter = counter
    counter.value += 1
  }

  deinit { counter.value -= 1 }
}
