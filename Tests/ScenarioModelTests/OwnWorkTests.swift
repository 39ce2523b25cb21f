import ScenarioModel
import Simulation
import TestSupport
import Testing

/// What a strategy computes in a frame, on trials whose times each test gives.
@Suite struct OwnWorkTests {
  /// A scenario that is measured, on a screen of 60 Hz where the device says nothing else.
  private static func scenario(
    device: String? = nil, _ changes: [String: String?] = [:]
  ) throws -> ScenarioDescription {
    var changes = changes
    if let device { changes["device"] = "device: { viewport: [200, 400], \(device) }" }
    return ScenarioDescription(try Scenario(text: ScenarioText.replacing(changes)))
  }

  @Test func theBoundIsARefreshOfTheScreen() throws {
    let bound = try #require(Self.scenario().ownWork)
    #expect(bound.metric == .frameTimeP99)
    #expect(bound.factor == 1 && abs(bound.limit - 16_666_666.7) < 0.1)
    let slow = try #require(Self.scenario(device: "refresh: 120, profile: slow-device").ownWork)
    #expect(slow.factor == 2.35 && abs(slow.limit - 8_333_333.3) < 0.1)
  }

  @Test func eachVariantHasItsOwn() throws {
    let scenario = try Self.scenario(
      device: "refresh: [60, 120], profile: [iphone-simulator, slow-device]",
      ["camera": "camera: { trace: pan-and-zoom, seconds: 1, seed: 7 }"])
    #expect(scenario.ownWork == scenario.ownWork(of: "60 Hz, iphone-simulator"))
    let last = try #require(scenario.ownWork(of: "120 Hz, slow-device"))
    #expect(last.factor == 2.35 && abs(last.limit - 8_333_333.3) < 0.1)
  }

  @Test func whereNothingIsMeasuredThereIsNoBound() throws {
    #expect(try Self.scenario(["trials": "trials: 0"]).ownWork == nil)
    let file = try Scenario(text: ScenarioText.replacing([:]))
    #expect(ScenarioDescription(file, selection: RunSelection(trials: 0)).ownWork == nil)
    // As in results of an earlier version, whose profiles do not have the factor.
    let scenario = ScenarioDescription(file)
    let old = ScenarioDescription(
      name: scenario.name, naive: scenario.naive, fingerprint: nil, seeds: [],
      metrics: scenario.metrics, family: scenario.family, trials: 3, refresh: 60,
      profile: scenario.profile?.keeping([.app]))
    #expect(old.ownWork == nil)
  }

  /// One trial speaks for a strategy, and it takes three against it.
  @Test(
    arguments: [
      ([21.5, 21.5, 21.5], nil, .beyond(lowest: 21_500_000)),
      ([30, 17, 25], nil, .beyond(lowest: 17_000_000)), ([18, 15], nil, .within),
      ([18, 20, 15], nil, .within), ([1], nil, .within), ([], nil, .open(why: "no measured trial")),
      ([21.5, 18], nil, .open(why: "longer than a refresh in 2 of 3 measured trials")),
      ([8, 9, 9], "profile: slow-device", .beyond(lowest: 8 * 1e6 * 2.35)),
      ([7, 9], "profile: slow-device", .within),
    ] as [([Double], String?, OwnWork)])
  func theSmallestTrialDecides(trials: [Double], device: String?, expected: OwnWork) throws {
    let scenario = try Self.scenario(device: device)
    let scenarioCase = Case(
      scenario: scenario.name, variant: "", size: 100, strategy: "grid-clusters")
    // The 99th percentile of the times of frames in each trial, in ms.
    let records = trials.enumerated().map { index, time in
      TrialRecord(
        key: TrialKey(scenarioCase: scenarioCase, kind: .measurement(index + 1)),
        status: .completed, values: [NamedValue(Metric.frameTimeP99, time * 1e6)])
    }
    let ownWork = OwnWork(
      CaseResult(scenarioCase, records: records, metrics: [.frameTimeP99]),
      bound: try #require(scenario.ownWork))
    #expect(ownWork == expected)
  }
}
