import Platform
import Simulation
import TestSupport
import Testing

struct ParameterOverridesTests {
  private let profile = PlatformProfile.sample()

  @Test func onlyTheNamedParametersChange() {
    let changed = profile.overriding(ParameterOverrides([.createMarkerView: 7]))
    #expect(changed[.createMarkerView] == 7)
    for parameter in profile.parameters where parameter.name != .createMarkerView {
      #expect(changed[parameter.name] == profile[parameter.name])
    }
  }

  @Test func aPercentileIsNeverBelowItsMedian() {
    let median = profile[.searchLatencyP95] * 2
    let changed = profile.overriding(ParameterOverrides([.searchLatencyMedian: median]))
    #expect(changed[.searchLatencyMedian] == median)
    #expect(changed[.searchLatencyP95] == median)
  }

  /// The factor of the machine that measures has a span of its own.
  @Test func aSlowerPhoneHasTheTimesOfASlowerProfile() throws {
    let expected = try #require(try PlatformProfile.builtIn("slow-device"))
    let slower = PlatformProfile.simulator.overriding(ParameterOverrides([:], slowness: 4))
    for name in ProfileParameter.Name.allCases where name != .machineFactor {
      #expect(slower[name] == expected[name], "\(name)")
    }
    let moved = profile.overriding(
      ParameterOverrides([.createMarkerView: 7, .searchLatencyMedian: 9], slowness: 2))
    #expect(moved[.createMarkerView] == 14)
    #expect(moved[.searchLatencyMedian] == 9)
  }

  @Test func copiesNoteWhatIsRead() {
    let reads = ParameterReads()
    let noting = profile.overriding(ParameterOverrides([:], notingReadsIn: reads))
    #expect(noting == profile)
    #expect(reads.names.isEmpty)
    let copy = noting
    _ = copy[.examinePin] + copy[.addAnnotation]
    // What nothing has costs nothing, and its price is not read.
    #expect(copy.cost(of: 0, .readRow) == 0)
    #expect(copy.cost(of: 2, .storeRow) == 2 * profile[.storeRow])
    #expect(reads.names == [.examinePin, .addAnnotation, .storeRow])
  }
}
