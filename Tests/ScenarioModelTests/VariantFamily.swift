import Measurement
import PlatformProfiles
import ScenarioModel
import YAMLReading

/// A family whose environment has three variants; nothing of it is ever run.
struct VariantFamily: ScenarioFamily {
  let description = FamilyDescription(
    name: "variants",
    strategies: ["naive", "fixed"].map { StrategyDescription(name: $0, summary: "Does it.") },
    metrics: [], isMeasured: true, headlines: [], columns: [], sizeLabel: "steps",
    frameLabel: "one step")
  let keys: [ScenarioKey] = []

  func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    VariantWorkload()
  }
}

private struct VariantWorkload: Workload {
  struct NeverRun: Error {}

  let variants = ["calm", "busy", "at night"]
  let maxSize = 1_000_000
  let seeds: [(name: String, seed: UInt64)] = []
  let facts: [(name: String, value: String)] = []
  let profile: PlatformProfile? = nil
  let profileGroups: [ProfileParameter.Group] = []
  let inputFiles: [String] = []

  func defaultSize() throws(InputError) -> Int { 10 }
  func check(sizes: [Int]) throws {}
  func reseeded(_ seed: UInt64) -> Self { self }
  func session(_ request: ReplayRequest) throws -> ReplaySession { throw NeverRun() }
}
