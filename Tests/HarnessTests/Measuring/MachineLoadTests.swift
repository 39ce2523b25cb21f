import Foundation
import Harness
import ScenarioModel
import Support
import Testing

@Suite struct MachineLoadTests {
  @Test func aTwentiethOfTheTimeMakesItBusy() {
    for (stolen, waiting, isBusy) in [
      (0.0, 0.0, false), (0.05, 0.05, false), (0.051, 0, true), (0, 0.051, true), (nil, 0.3, true),
      (0.3, nil, true), (nil, nil, false),
    ] as [(Double?, Double?, Bool)] {
      #expect(MachineLoad(average: 50, stolen: stolen, waiting: waiting).isBusy == isBusy)
    }
  }

  @Test func theMedianLeavesOutWhatIsNotKnown() {
    let loads = [
      MachineLoad(average: 1, stolen: nil, waiting: 0.1),
      MachineLoad(average: 3, stolen: nil, waiting: 0.3),
      MachineLoad(average: 2, stolen: nil, waiting: nil),
    ]
    #expect(MachineLoad.median(of: loads) == MachineLoad(average: 2, stolen: nil, waiting: 0.2))
    #expect(MachineLoad.median(of: []) == nil)
  }

  @Test func stolenTimeIsTheEighthNumberOfTheFirstLine() throws {
    let text = """
      cpu  5686117 75695 505876 3146391 36176 0 4976 15655 0 0
      cpu0 2715038 40646 231227 1729220 10133 0 501 7532 0 0
      intr 1 2 3

      """
    let times = try ProcessorTimes(procStat: text)
    #expect(times == ProcessorTimes(total: 9_470_886, stolen: 15_655))
    let later = ProcessorTimes(total: 9_470_886 + 400, stolen: 15_655 + 10)
    #expect(later.stolenFraction(since: times) == 0.025)
    #expect(times.stolenFraction(since: times) == nil)
    #expect(times.stolenFraction(since: later) == nil)
  }

  @Test(arguments: ["", "cpu 1 2 3\n", "cpu0 1 2 3 4 5 6 7 8\n", "cpu  a b c d e f g h\n"])
  func aStatWithoutEightTimesIsRefused(_ text: String) {
    #expect(throws: SystemFileUnavailable.self) { try ProcessorTimes(procStat: text) }
  }

  #if os(Linux)
    @Test func theTimesOfThisMachineGrow() throws {
      let first = try ProcessorTimes.current()
      let second = try ProcessorTimes.current()
      #expect(first.total > 0)
      #expect(second.total >= first.total)
    }

    @Test func aThreadThatIsReadyAmongManyWaits() throws {
      let startTime = MonotonicClock.now()
      let start = try #require(ProcessorWait.thread())
      let end = startTime + 300_000_000
      let threads = (0..<(4 * ProcessInfo.processInfo.activeProcessorCount)).map { _ in
        Thread { while MonotonicClock.now() < end {} }
      }
      for thread in threads { thread.start() }
      var last = start
      while MonotonicClock.now() < end {
        let wait = try #require(ProcessorWait.thread())
        #expect(wait >= last)
        last = wait
      }
      // With four others on each processor it runs a fifth of the time.
      #expect(last - start > 10_000_000)
      #expect(last - start <= MonotonicClock.now() - startTime)
    }

    @Test func aThreadThatSleepsDoesNotWaitForAProcessor() throws {
      let startTime = MonotonicClock.now()
      let start = try #require(ProcessorWait.thread())
      let processor = ProcessorTime.thread()
      usleep(200_000)
      // After the sleep it may wait for its turn, however long: that time is not asleep.
      let waited = try #require(ProcessorWait.thread()) - start
      let ran = ProcessorTime.thread() - processor
      let awake = MonotonicClock.now() - startTime - 200_000_000
      // The kernel scales processor time by its own clock; they may drift by parts in a thousand.
      #expect(waited + ran <= awake + 2_000_000)
    }
  #endif
}
