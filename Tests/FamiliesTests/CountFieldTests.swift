import Families
import Testing

/// The condition on which the sums of these counts rest.
@Suite struct CountFieldTests {
  @Test func allPropertiesOfComputationsAreIntegers() {
    let properties = Mirror(reflecting: ComputationCounts()).children
    #expect(!properties.isEmpty && properties.allSatisfy { $0.value is Int })
  }
}
