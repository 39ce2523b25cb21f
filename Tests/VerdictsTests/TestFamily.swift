import Measurement
import PlatformProfiles
import ScenarioModel
import YAMLReading

/// A family whose trials answer whatever a test wants: nothing of it is ever run.
struct TestFamily: ScenarioFamily {
  let description = FamilyDescription(
    name: "test",
    strategies: [
      StrategyDescription(name: "naive", summary: "Does it the obvious way."),
      StrategyDescription(name: "fixed", summary: "Does it well."),
      StrategyDescription(name: "other", summary: "Does it in yet another way."),
    ],
    metrics: [
      Metric("load", .count, .counted, .lowerIsBetter, "Work that was done."),
      Metric("kept", .fraction, .counted, .higherIsBetter, "The share that was kept."),
      Metric("delay", .nanoseconds, .modelled, .lowerIsBetter, "Time until it is there."),
    ],
    headlines: ["load", "kept", "delay"], columns: ["load", "kept", "delay"], sizeLabel: "steps",
    frameLabel: "one step")
  let keys = ["variants"]

  func workload(_ mapping: YAMLMapping, file: String) throws(InputError) -> any Workload {
    var variants: [String] = []
    for element in try mapping["variants"]?.elements() ?? [] {
      variants.append(try element.text())
    }
    return TestWorkload(variants: variants.isEmpty ? [""] : variants)
  }
}

struct TestWorkload: Workload {
  struct NeverRun: Error {}

  let variants: [String]
  let maxSize = 1_000_000
  let seeds: [(name: String, seed: UInt64)] = []
  let facts: [(name: String, value: String)] = []
  let profile: PlatformProfile? = nil
  let profileGroups: [ProfileParameter.Group] = []
  let refresh: Double? = nil
  let inputFiles: [String] = []

  func defaultSize() throws(InputError) -> Int { 10 }
  func check(sizes: [Int]) throws {}
  func reseeded(_ seed: UInt64) -> any Workload { self }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    throw NeverRun()
  }
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    throw NeverRun()
  }
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection { throw NeverRun() }
}
