import Foundation
import Measurement
import Testing

/// What holds for every fact, whatever the machine.
@Suite struct ConditionFactTests {
  private static let names = [
    "processors", "load-average", "frequency-governor", "turbo", "hypervisor", "processor-quota",
    "address-randomisation", "transparent-huge-pages", "memory-limit", "swap", "allocator",
    "wall-clock", "thread-clock",
  ]

  @Test func aMachineWithoutAnyFileStillHasAllFacts() {
    let facts = ConditionFixture().facts
    #expect(facts.map(\.name) == Self.names)
    for fact in facts where fact.effect == .unknown {
      #expect(fact.reason?.hasPrefix("there is n") == true, "\(fact.name)")
    }
    #expect(facts.count { $0.effect == .unknown } == 9)
  }

  @Test func thisMachineHasThemToo() {
    let facts = MachineCondition.current().facts
    #expect(facts.map(\.name) == Self.names)
    #expect(facts.allSatisfy { !$0.meaning.isEmpty && $0.meaning.hasSuffix(".") })
    for fact in facts where fact.effect == .unknown { #expect(fact.text == nil) }
  }

  @Test func aFactSurvivesJSON() throws {
    let facts = ConditionFixture(files: ["/proc/loadavg": "9 9 9 1/2 3"]).facts
    let data = try JSONEncoder().encode(facts)
    #expect(try JSONDecoder().decode([MachineFact].self, from: data) == facts)
  }

  #if os(Linux)
    @Test func theTimesOfThisMachineGoOn() throws {
      let first = try ProcessorTimes.current()
      let second = try ProcessorTimes.current()
      #expect(first.total > 0)
      #expect(second.total >= first.total)
    }
  #endif
}
