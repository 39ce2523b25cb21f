import Foundation
import ScenarioModel
import Support
import Testing

@Suite struct ClockTests {
  @Test func theMonotonicClockNeverRunsBackwardsAndAdvances() {
    let start = MonotonicClock.now()
    var last = start
    var readings = 0
    repeat {
      let now = MonotonicClock.now()
      #expect(now >= last)
      last = now
      readings += 1
    } while readings < 1000 || last == start
    #expect(last > start)
  }

  @Test func theMonotonicClockIsTheSystemsUptimeInNanoseconds() {
    // `SuspendingClock` reads the same clock through the standard library.
    let clock = SuspendingClock()
    let (earlier, before) = (clock.now, MonotonicClock.now())
    var work = 0
    for value in 0..<100_000 { work ^= value }
    let (after, later) = (MonotonicClock.now(), clock.now)
    #expect(work >= 0)
    #expect(.nanoseconds(after - before) <= later - earlier)
  }

  @Test func threadTimeAdvancesWithWorkAndIsWithinProcessTime() {
    let processBefore = ProcessorTime.process()
    let threadBefore = ProcessorTime.thread()
    var last = threadBefore
    var seed: UInt64 = 1
    while last - threadBefore < 1_000_000 {
      for _ in 0..<1000 { seed = seed &* 6_364_136_223_846_793_005 &+ 1 }
      let now = ProcessorTime.thread()
      #expect(now >= last)
      last = now
    }
    #expect(seed != 1)
    #expect(ProcessorTime.process() - processBefore >= last - threadBefore)
  }

  @Test func aThreadCannotRunLongerThanTheTimeThatWentBy() {
    // The two clocks are read one around the other, so that no delay between them matters.
    let wallBefore = MonotonicClock.now()
    let threadBefore = ProcessorTime.thread()
    var seed: UInt64 = 1
    while ProcessorTime.thread() - threadBefore < 2_000_000 {
      for _ in 0..<1000 { seed = seed &* 6_364_136_223_846_793_005 &+ 1 }
    }
    let thread = ProcessorTime.thread() - threadBefore
    let wall = MonotonicClock.now() - wallBefore
    #expect(seed != 1)
    // The kernel scales processor time by its own clock; they may drift by parts in a thousand.
    #expect(Double(thread) <= Double(wall) * 1.01)
  }

  @Test func aThreadThatSleepsDoesNotRun() {
    let wallBefore = MonotonicClock.now()
    let threadBefore = ProcessorTime.thread()
    Thread.sleep(forTimeInterval: 0.05)
    let thread = ProcessorTime.thread() - threadBefore
    let wall = MonotonicClock.now() - wallBefore
    #expect(wall >= 50_000_000)
    #expect(thread <= wall - 49_000_000)
  }

  @Test func processTimeHasTheTimeOfItsOtherThreads() {
    let done = DispatchSemaphore(value: 0)
    let processBefore = ProcessorTime.process()
    let threadBefore = ProcessorTime.thread()
    let thread = Thread {
      let start = ProcessorTime.thread()
      while ProcessorTime.thread() - start < 20_000_000 {}
      done.signal()
    }
    thread.start()
    done.wait()
    let own = ProcessorTime.thread() - threadBefore
    #expect(ProcessorTime.process() - processBefore >= own + 20_000_000)
  }

  @Test func theClocksOfThisMachineMove() {
    for clock in [ClockProperties.ofMonotonicClock(), .ofThreadProcessorTime()] {
      #expect(clock.resolution > 0)
      #expect(clock.smallestStep.map { $0 > 0 } == true)
      #expect(clock.cost > 0)
    }
  }
}
