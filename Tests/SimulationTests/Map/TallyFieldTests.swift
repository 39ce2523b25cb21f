import Simulation
import Testing

/// The condition on which the sums of these records rest.
@Suite struct TallyFieldTests {
  @Test(arguments: [
    OperationCounts() as any Sendable, OverlayCounts(), RequestCounts(), ViewCounts(),
  ]) func allPropertiesOfCountsAreIntegers(counts: any Sendable) {
    let properties = Mirror(reflecting: counts).children
    #expect(!properties.isEmpty)
    #expect(properties.allSatisfy { $0.value is Int || $0.value is ViewCounts })
  }

  @Test func allPropertiesOfWorkAreNumbers() {
    let properties = Mirror(reflecting: FrameWork()).children
    #expect(properties.count == 6 && properties.allSatisfy { $0.value is Double })
  }
}
