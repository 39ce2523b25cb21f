import ScenarioModel
import Simulation
import TestSupport
import Testing

/// The computation of a strategy in a frame, on trials whose times each test gives.
@Suite struct OwnWorkTests {
  /// A scenario that is measured, on a screen of 60 Hz where the device says nothing else.
  private static func scenario(
    device: String? = nil, _ changes: [String: String?] = [:]
  ) throws -> ScenarioDescription {
    var changes = changes
    if let device { changes["device"] = "device: { viewport: [200, 400], \(device) }" }
    return ScenarioDescription(try Scenario(text: ScenarioText.replacing(changes)))
  }

  /// The factor and the limit of each bound, by its metric.
  private static func bounds(_ scenario: ScenarioDescription, of variant: String = "") -> [String] {
    scenario.ownWork(of: variant).map {
      "\($0.metric.name) x \($0.factor) <= \(Int($0.limit.rounded()))"
    }
  }

  @Test func aFrameABuildAndTheGrowthHaveBounds() throws {
    #expect(
      try Self.bounds(Self.scenario()) == [
        "frame-time-p99 x 1.0 <= 16666667", "build-time x 1.0 <= 250000000",
        "memory-growth x 1.0 <= 65536",
      ])
    #expect(
      try Self.bounds(Self.scenario(device: "refresh: 120, profile: slow-device")) == [
        "frame-time-p99 x 2.35 <= 8333333", "build-time x 2.35 <= 250000000",
        "memory-growth x 1.0 <= 65536",
      ])
  }

  @Test func eachVariantHasItsOwn() throws {
    let scenario = try Self.scenario(
      device: "refresh: [60, 120], profile: [iphone-simulator, slow-device]",
      ["camera": "camera: { trace: pan-and-zoom, seconds: 1, seed: 7 }"])
    let bounds = Self.bounds(scenario, of: "120 Hz, slow-device")
    #expect(bounds.first == "frame-time-p99 x 2.35 <= 8333333")
    #expect(Self.bounds(scenario, of: "60 Hz, iphone-simulator").first != bounds.first)
  }

  @Test func whereNothingIsMeasuredThereIsNoBound() throws {
    #expect(try Self.bounds(Self.scenario(["trials": "trials: 0"])) == [])
    let file = try Scenario(text: ScenarioText.replacing([:]))
    #expect(Self.bounds(ScenarioDescription(file, selection: RunSelection(trials: 0))) == [])
    // As in results of an earlier version, whose profiles do not have the factor.
    let scenario = ScenarioDescription(file)
    let old = ScenarioDescription(
      name: scenario.name, naive: scenario.naive, fingerprint: nil, seeds: [],
      metrics: scenario.metrics, family: scenario.family, trials: 3, refresh: 60,
      profile: scenario.profile?.keeping([.app]))
    #expect(Self.bounds(old) == [])
  }

  /// A strategy must reach what is asked for, the criteria, and the bounds of its own work in numbers of
  /// this machine.
  @Test func theDemandsAreAllThatIsWanted() throws {
    let scenario = try Self.scenario(device: "refresh: 60, profile: slow-device")
    let demands = scenario.demands(of: "")
    #expect(demands.first?.metric.name == "pin-coverage" && demands.first?.bound == 1)
    #expect(
      demands.suffix(3).map(\.metric.name) == ["frame-time-p99", "build-time", "memory-growth"])
    #expect(abs((demands.dropLast().last?.bound ?? 0) - 250_000_000 / 2.35) < 1)
    #expect(demands.count == 4 + (scenario.family?.criteria.count ?? 0))
  }

  /// One trial speaks for a strategy, and it takes three against it.
  @Test(
    arguments: [
      ([21.5, 21.5, 21.5], nil, "beyond by 21.5"), ([30, 17, 25], nil, "beyond by 17.0"),
      ([18, 15], nil, "within"), ([18, 20, 15], nil, "within"), ([1], nil, "within"),
      ([], nil, "open"), ([21.5, 18], nil, "open"),
      ([8, 9, 9], "profile: slow-device", "beyond by 18.8"),
      ([7, 9], "profile: slow-device", "within"),
    ] as [([Double], String?, String)])
  func theSmallestTrialDecides(trials: [Double], device: String?, expected: String) throws {
    let scenario = try Self.scenario(device: device)
    let found = Self.ownWork(
      trials.map { [NamedValue(Metric.frameTimeP99, $0 * 1e6)] }, in: scenario)
    #expect(found == expected)
  }

  /// Of two bounds the one that is exceeded decides, and of two of these the one by more.
  @Test(arguments: [
    (0.4, 900.0, "beyond by 2350.0"), (0.01, 900, "within"), (0.4, 70_000, "beyond by 2350.0"),
    (0.01, 70_000, "beyond by 0.1"),
  ]) func theWorstBoundDecides(build: Double, growth: Double, expected: String) throws {
    let scenario = try Self.scenario(device: "profile: slow-device")
    let trial = [
      NamedValue(Metric.frameTimeP99, 1e6), NamedValue(Metric.buildTime, build * 1e9 * 2.5),
      NamedValue(Metric.memoryGrowth, growth),
    ]
    let found = Self.ownWork(Array(repeating: trial, count: 3), in: scenario, isWhole: true)
    #expect(found == expected)
  }

  /// In milliseconds, of a growth in millions of bytes.
  private static func ownWork(
    _ trials: [[NamedValue]], in scenario: ScenarioDescription, isWhole: Bool = false
  ) -> String {
    let scenarioCase = Case(
      scenario: scenario.name, variant: "", size: 100, strategy: "grid-clusters")
    let records = trials.enumerated().map { index, values in
      TrialRecord(
        key: TrialKey(scenarioCase: scenarioCase, kind: .measurement(index + 1)),
        status: .completed, values: values)
    }
    let bounds = scenario.ownWork(of: "").prefix(isWhole ? 3 : 1)
    let result = CaseResult(scenarioCase, records: records, metrics: bounds.map(\.metric))
    switch OwnWork(result, bounds: Array(bounds)) {
    case .within: return "within"
    case .open: return "open"
    case .beyond(_, let lowest): return "beyond by \((lowest / 1e5).rounded() / 10)"
    case nil: return "no bound"
    }
  }
}
