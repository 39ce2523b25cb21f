import Harness
import ScenarioModel
import Testing

@Suite(.serialized)
struct ResidentMemoryTests {
  // Linux batches its page counts on each processor.
  private let slack = 2 << 20

  @Test func theReadingIsOfAWholeProcess() throws {
    let memory = try ResidentMemory.read()
    #expect(memory.current > 1 << 20)
    #expect(memory.peak >= memory.current - slack)
  }

  #if os(Linux)
    @Test func touchedMemoryShowsInThePeakUntilItIsReset() throws {
      let touched = 64 << 20
      let readings = try ProbeProcess.residentMemory(["resident", "\(touched)"])
      try #require(readings.count == 4)
      let (before, during, released, afterReset) =
        (readings[0], readings[1], readings[2], readings[3])
      #expect(during.current - before.current > touched - slack)
      #expect(during.current - before.current < touched + slack)
      #expect(during.peak >= before.current + touched - slack)
      #expect(released.current < before.current + slack)
      #expect(released.peak >= before.current + touched - slack)
      #expect(afterReset.peak < before.current + slack)
    }

    @Test func aReasonSaysWhatToDo() {
      let refused = ResidentMemory.refused("/proc/self/clear_refs", code: 13)
      #expect(refused.description.hasPrefix("/proc/self/clear_refs cannot be used (error 13); "))
    }
  #endif
}
