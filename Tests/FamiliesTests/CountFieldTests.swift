import Families
import Testing

/// What the sums of these counts rest on.
@Suite struct CountFieldTests {
  @Test func allPropertiesOfComputationsAreIntegers() {
    let properties = Mirror(reflecting: ComputationCounts()).children
    #expect(!properties.isEmpty && properties.allSatisfy { $0.value is Int })
  }
}
