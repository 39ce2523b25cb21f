import Simulation
import Testing

@Suite struct MainTimerTests {
  let main = MainThread.test()
  var simulation: Simulation { main.simulation }

  /// When a timer of 10 ns fires until an end, at which it is invalidated.
  private func fireTimes(until end: Int64, action: @escaping () -> Void = {}) -> [Int64] {
    var times: [Int64] = []
    let timer = MainTimer(on: main, interval: 10, repeats: true) {
      times.append(simulation.now)
      action()
    }
    simulation.run(until: end)
    #expect(timer.isValid)
    timer.invalidate()
    return times
  }

  @Test(arguments: [0, 30] as [Int64])
  func aOneShotTimerFiresOnceAndIsNotValidAnyMore(interval: Int64) {
    var times: [Int64] = []
    let timer = MainTimer(on: main, interval: interval, repeats: false) {
      times.append(simulation.now)
    }
    #expect(timer.isValid)
    simulation.run()
    #expect(times == [interval])
    #expect(!timer.isValid)
    timer.invalidate()
  }

  @Test func aRepeatingTimerKeepsItsRhythm() {
    simulation.run(until: 5)
    #expect(fireTimes(until: 45) == [15, 25, 35, 45])
    simulation.run()
    #expect(simulation.now == 45)
  }

  @Test(
    arguments: [
      // The work ends between two fire times, at one, and just before one.
      (34, [10, 34, 40, 50]), (40, [10, 40, 50]), (39, [10, 39, 40, 50]),
    ] as [(Int64, [Int64])])
  func fireTimesThatABusyMainThreadLetPassAreLeftOut(end: Int64, expected: [Int64]) {
    main.async(after: 15) { main.work(for: end - 15) }
    #expect(fireTimes(until: 55) == expected)
  }

  @Test func fireTimesDuringItsOwnActionAreLeftOut() {
    #expect(fireTimes(until: 100) { main.work(for: 25) } == [10, 40, 70, 100])
  }

  @Test func aTimerDoesNotFireInsideItsOwnAction() {
    var depth = 0
    let times = fireTimes(until: 80) {
      depth += 1
      #expect(depth == 1)
      main.runLoop(for: 25)
      depth -= 1
    }
    #expect(times == [10, 40, 70])
  }

  @Test func invalidationFromInsideTheActionIsTheLastFire() {
    var timer: MainTimer?
    var count = 0
    timer = MainTimer(on: main, interval: 10, repeats: true) {
      count += 1
      if count == 3 { timer?.invalidate() }
    }
    simulation.run()
    #expect(count == 3)
    #expect(simulation.now == 30)
    #expect(timer?.isValid == false)
  }

  @Test func aTimerThatIsDueAlreadyDoesNotFireWhenInvalidated() {
    var count = 0
    let timer = MainTimer(on: main, interval: 10, repeats: false) { count += 1 }
    main.async {
      main.work(for: 100)
      timer.invalidate()
      #expect(!timer.isValid)
    }
    simulation.run()
    #expect(count == 0)
    #expect(simulation.waitingCount == 0)
  }

  @Test func theRunLoopKeepsAValidTimerAliveAndNoOther() {
    var count = 0
    weak var released: MainTimer?
    do {
      let timer = MainTimer(on: main, interval: 10, repeats: false) { count += 1 }
      released = timer
    }
    #expect(released != nil)
    simulation.run()
    #expect(count == 1)
    #expect(released == nil)
  }

  @Test func invalidationReleasesWhatTheActionHolds() {
    var timer: MainTimer?
    var held: Held? = Held { timer?.invalidate() }
    weak let released = held
    timer = MainTimer(on: main, interval: 10, repeats: true) { [held] in _ = held }
    held = nil
    timer?.invalidate()
    #expect(released == nil)
    #expect(simulation.waitingCount == 0)
  }

  @Test func theTimersOfATerminatedAppFireNoMore() {
    var times: [Int64] = []
    let timer = MainTimer(on: main, interval: 4_000, repeats: true) { times.append(simulation.now) }
    main.async(after: 5_000) { main.work(for: 10_000) }
    simulation.run()
    #expect(times == [4_000])
    #expect(!timer.isValid)
    let late = MainTimer(on: main, interval: 10, repeats: true) { times.append(simulation.now) }
    #expect(!late.isValid)
    simulation.run()
    #expect(times == [4_000])
    #expect(simulation.waitingCount == 0)
  }

  @Test func aTimerWhoseActionEndsTheAppFiresNoMore() {
    var count = 0
    _ = MainTimer(on: main, interval: 10, repeats: true) {
      count += 1
      main.work(for: .max)
    }
    simulation.run()
    #expect(count == 1)
    #expect(simulation.now == 10_010)
    #expect(simulation.waitingCount == 0)
  }

  @Test(arguments: [.max, .max - 1, .max / 2] as [Int64])
  func aTimerAtTheEndOfTheClockDoesNotOverflow(interval: Int64) {
    var count = 0
    simulation.run(until: 1)
    let timer = MainTimer(on: main, interval: interval, repeats: true) { count += 1 }
    simulation.run()
    #expect(count == (interval == .max / 2 ? 1 : 0))
    #expect(timer.isValid)
  }
}
