import CJemalloc
import Foundation
import Harness
import ScenarioModel
import Testing

struct MachineDescriptionTests {
  @Test func theAllocatorIsNamedWithItsVersion() throws {
    let allocator = AllocatorDescription.current()
    #expect(allocator.name == "jemalloc")
    // The version in the header that was compiled against is the one that was found at run time.
    #expect(allocator.version == JEMALLOC_VERSION)
  }

  @Test func theMachineIsTheOneThatFoundationSees() {
    let machine = MachineDescription.current()
    #expect(machine.memory == Int(ProcessInfo.processInfo.physicalMemory))
    #expect(machine.logicalProcessors >= ProcessInfo.processInfo.activeProcessorCount)
    #expect(!machine.processor.isEmpty)
    #expect(machine.swiftVersion.hasPrefix("6."))
    #if arch(x86_64)
      #expect(machine.architecture == "x86_64")
    #endif
    #if os(Linux)
      #expect(machine.kernel.hasPrefix("Linux "))
      let release = try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
      #expect(machine.kernel == "Linux " + (release ?? "").trimmingCharacters(in: .newlines))
    #endif
  }

  @Test func descriptionsAreTheSameEachTimeAndSurviveJSON() throws {
    let machine = MachineDescription.current()
    #expect(MachineDescription.current() == machine)
    let data = try JSONEncoder().encode(machine)
    #expect(try JSONDecoder().decode(MachineDescription.self, from: data) == machine)
    let allocator = AllocatorDescription.current()
    let encoded = try JSONEncoder().encode(allocator)
    #expect(try JSONDecoder().decode(AllocatorDescription.self, from: encoded) == allocator)
  }

  @Test func everyReasonForAMissingMeterIsItsOwn() {
    let reasons: [MeterUnavailable] = [
      .differentAllocator(expectedBytes: 3072, foundBytes: 0), .statisticsNotCompiledIn,
      .controlRefused(name: "thread.peak.read", code: 2), .anotherThread,
    ]
    #expect(Set(reasons.map(\.description)).count == reasons.count)
    #expect(reasons[2].description.hasPrefix("jemalloc refused \"thread.peak.read\" with error 2"))
  }
}
