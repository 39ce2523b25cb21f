import ScenarioModel
import SearchFamilies
import TestSupport
import Testing

/// Places that a scenario of the family of Look Around cannot have.
@Suite struct LookAroundMistakeTests {
  @Test func placesWithoutAnAddressAreRefused() throws {
    let trial = try FamilyTrial(
      Family.lookAround,
      """
      places: { file: places.csv }
      list: { rows: 10, people: 2, seed: 5 }
      platform: { profile: iphone-simulator, seed: 3 }
      """, files: ["places.csv": "name,category,latitude,longitude\nA Park,park,1,2\n"])
    #expect(throws: WorkloadError.noAddresses) {
      try trial.scenario.workload.check(sizes: [10])
    }
  }
}
