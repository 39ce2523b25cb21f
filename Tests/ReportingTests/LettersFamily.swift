import Harness
import MapSimulation
import Measurement
import Scenarios
import YAMLReading

/// A family that the report's rooms know nothing of; nothing of it is ever run.
struct LettersFamily: ScenarioFamily {
  var variants = ["calm", "strike"]

  let name = "letters"
  let strategies = [
    StrategyDescription(name: "by-foot", summary: "Walks."),
    StrategyDescription(name: "by-train", summary: "Rides."),
  ]
  let metrics = [
    Metric("stamps", .count, .counted, .neutral, "Stamps."),
    Metric("letters-lost", .count, .counted, .lowerIsBetter, "Letters that did not arrive."),
    Metric("letters-read", .count, .counted, .higherIsBetter, "Letters that were read."),
    Metric("detour", .points, .counted, .lowerIsBetter, "The way that was not needed."),
    Metric("delivery-time-p50", .nanoseconds, .modelled, .lowerIsBetter, "Half arrive by then."),
    Metric("delivery-time-p95", .nanoseconds, .modelled, .lowerIsBetter, "Most do by then."),
  ]
  let keys: [String] = []

  func workload(_ mapping: YAMLMapping, file: String) throws(InputError) -> any Workload {
    LettersWorkload(variants: variants)
  }

  /// The results of a run in which the train loses as many letters as the walker, and has half as
  /// much of everything else.
  func results() throws -> RunResults {
    let scenario = try Scenario(
      yaml: """
        scenario: post
        title: Deliver the post
        family: letters
        baseline: by-foot
        strategies: [by-foot, by-train]
        trials: 4
        """, file: "post.yaml", families: FamilyRegistry([self]))
    let plan = try Plan(scenarios: [scenario], selection: RunSelection())
    let records = plan.trials.map { key in
      let isNaive = key.scenarioCase.strategy == "by-foot"
      let values = metrics.map {
        NamedValue($0.name, .number(isNaive || $0.name == "letters-lost" ? 8 : 4))
      }
      return TrialRecord(
        key: key, status: .completed, values: key.kind == .inspection ? [] : values)
    }
    return RunResults(
      plan: plan, records: records, provenance: .current(commit: "none"), command: "run post")
  }
}

private struct LettersWorkload: Workload {
  struct NeverRun: Error {}

  let variants: [String]
  let greatestSize = 1_000
  let seeds: [(name: String, seed: UInt64)] = []
  let facts: [(name: String, value: String)] = [("country", "flat")]
  let profile: PlatformProfile? = nil
  let refresh: Double? = nil
  let inputFiles: [String] = []

  func defaultSize() throws(InputError) -> Int { 12 }
  func check(sizes: [Int]) throws {}
  func reseeded(_ seed: UInt64) -> any Workload { self }
  func prepare(_: Case, workspace: String) throws -> any Replay { throw NeverRun() }
  func prepareWarmUp(_: Case, workspace: String) throws -> any Replay { throw NeverRun() }
  func inspect(_: Case, workspace: String, pictures: String) throws -> Inspection {
    throw NeverRun()
  }
}
