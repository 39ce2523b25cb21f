import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing

/// What a strategy computes in a frame, on trials whose times each test gives.
@Suite struct OwnWorkTests {
  /// A scenario that is measured, on a screen of 60 Hz.
  private static func scenario(
    _ changes: [String: String?] = [:]
  ) throws -> ScenarioDescription {
    ScenarioDescription(try Scenario(text: ScenarioText.replacing(changes)))
  }

  private static func device(_ properties: String) -> [String: String?] {
    ["device": "device: { viewport: [200, 400], \(properties) }"]
  }

  /// - Parameter trials: the 99th percentile of the times of frames in each trial, in ms.
  private static func ownWork(
    _ trials: [Double], in scenario: ScenarioDescription
  ) throws -> OwnWork {
    let scenarioCase = Case(
      scenario: scenario.name, variant: "", size: 100, strategy: "grid-clusters")
    let records = trials.enumerated().map { index, time in
      TrialRecord(
        key: TrialKey(scenarioCase: scenarioCase, kind: .measurement(index + 1)),
        status: .completed, values: [NamedValue(Metric.frameTimeP99, time * 1e6)])
    }
    return OwnWork(
      CaseResult(scenarioCase, records: records, metrics: [.frameTimeP99]),
      bound: try #require(scenario.ownWork))
  }

  @Test func theBoundIsARefreshOfTheScreen() throws {
    let bound = try #require(Self.scenario().ownWork)
    #expect(bound.metric == .frameTimeP99)
    #expect(bound.factor == 1)
    #expect(abs(bound.limit - 16_666_666.7) < 0.1)
    let slow = try #require(
      Self.scenario(Self.device("refresh: 120, profile: slow-device")).ownWork)
    #expect(slow.factor == 2.35)
    #expect(abs(slow.limit - 8_333_333.3) < 0.1)
  }

  @Test func eachVariantHasItsOwn() throws {
    var changes = Self.device("refresh: [60, 120], profile: [iphone-simulator, slow-device]")
    changes["camera"] = "camera: { trace: pan-and-zoom, seconds: 1, seed: 7 }"
    let scenario = try Self.scenario(changes)
    #expect(scenario.ownWork == scenario.ownWork(of: "60 Hz, iphone-simulator"))
    let last = try #require(scenario.ownWork(of: "120 Hz, slow-device"))
    #expect(last.factor == 2.35)
    #expect(abs(last.limit - 8_333_333.3) < 0.1)
  }

  @Test func whereNothingIsMeasuredThereIsNoBound() throws {
    #expect(try Self.scenario(["trials": "trials: 0"]).ownWork == nil)
    let text = ScenarioText.replacing([:])
    let unmeasured = ScenarioDescription(
      try Scenario(text: text), selection: RunSelection(trials: 0))
    #expect(unmeasured.ownWork == nil)
  }

  /// As in results of an earlier version.
  @Test func aProfileWithoutTheFactorHasNoBound() throws {
    let scenario = try Self.scenario()
    let old = ScenarioDescription(
      name: scenario.name, naive: scenario.naive, fingerprint: nil, seeds: [],
      metrics: scenario.metrics, family: scenario.family, trials: 3, refresh: 60,
      profile: scenario.profile?.keeping([.app]))
    #expect(old.ownWork == nil)
  }

  @Test func onlyTheSmallestTrialSpeaksAgainstAStrategy() throws {
    let scenario = try Self.scenario()
    #expect(try Self.ownWork([21.5, 21.5], in: scenario) == .beyond(lowest: 21_500_000))
    #expect(try Self.ownWork([30, 17, 25], in: scenario) == .beyond(lowest: 17_000_000))
    #expect(try Self.ownWork([15, 18], in: scenario) == .within)
    #expect(try Self.ownWork([1, 2, 3], in: scenario) == .within)
  }

  @Test func theFactorCounts() throws {
    let slow = try Self.scenario(Self.device("profile: slow-device"))
    #expect(try Self.ownWork([8, 9], in: slow) == .beyond(lowest: 8 * 1e6 * 2.35))
    #expect(try Self.ownWork([7, 9], in: slow) == .within)
  }

  @Test(arguments: [[], [21.5]] as [[Double]])
  func tooFewTrialsLeaveItOpen(trials: [Double]) throws {
    guard case .open(let why) = try Self.ownWork(trials, in: Self.scenario()) else {
      Issue.record("expected an open question")
      return
    }
    #expect(why == "\(trials.count) of 2 measured trials")
  }
}
