import Answers
import ScenarioModel
import TestSupport
import Testing

/// The largest size up to which a strategy keeps a limit.
@Suite struct LimitReachTests {
  private static let body = """
    variants: [calm, busy]
    sizes: [300, 10, 100, 1_000]
    limits: [{ bound: "load <= 10", source: a test }]
    """

  /// The reach of `fixed` where its load is a function of the size; `nil` breaks the trials.
  private static func reach(
    _ body: String = body, variant: String = "calm", load: (Int) -> Double?
  ) throws -> LimitReach {
    let results = try RunFixture.results(body) { scenarioCase in
      guard scenarioCase.strategy == "fixed", scenarioCase.variant == variant else {
        return .values(["load": 5])
      }
      return load(scenarioCase.size).map { .values(["load": $0]) }
        ?? .ended(.timedOut(seconds: 1))
    }
    let verdict = RunVerdict(results)
    #expect(verdict.thresholds.isEmpty)
    let reaches = try #require(verdict.scenarios.first).reaches
    #expect(reaches.count == 6, "three strategies in two variants")
    for other in reaches where other.strategy != "fixed" || other.variant != variant {
      #expect(other.largest == .init(size: 1_000, value: 5))
      #expect(other.end == .none)
    }
    return try #require(reaches.first { $0.strategy == "fixed" && $0.variant == variant })
  }

  @Test func everySizeKeepsIt() throws {
    let reach = try Self.reach { Double($0) / 100 }
    #expect(reach.largest == .init(size: 1_000, value: 10), "the bound itself is within")
    #expect(reach.end == .none)
  }

  @Test func theSizesAreTakenInAscendingOrder() throws {
    let reach = try Self.reach(variant: "busy") { Double($0) / 20 }
    #expect(reach.largest == .init(size: 100, value: 5))
    #expect(reach.end == .exceeded(.init(size: 300, value: 15), keptAgain: []))
  }

  @Test func theSmallestSizeExceedsIt() throws {
    let reach = try Self.reach { Double($0) + 1 }
    #expect(reach.largest == nil)
    #expect(reach.end == .exceeded(.init(size: 10, value: 11), keptAgain: []))
  }

  /// A reach ends at the first size that exceeds the limit, whatever comes after it.
  @Test func largerSizesThatKeepItAgainAreNamed() throws {
    let reach = try Self.reach { $0 == 100 ? 99 : 1 }
    #expect(reach.largest == .init(size: 10, value: 1))
    #expect(reach.end == .exceeded(.init(size: 100, value: 99), keptAgain: [300, 1_000]))
  }

  @Test func aMissingValueNeverKeepsIt() throws {
    let reach = try Self.reach { $0 == 100 ? nil : 1 }
    #expect(reach.largest == .init(size: 10, value: 1))
    let isUnknown =
      if case .unknown(100, let reason) = reach.end { reason.hasPrefix("fixed: ") } else { false }
    #expect(isUnknown, "\(reach.end)")
  }

  @Test func aLimitMayBeALowerBound() throws {
    let body = Self.body.replacing("load <= 10", with: "load >= 4")
    let reach = try Self.reach(body) { 400 / Double($0) }
    #expect(reach.largest == .init(size: 100, value: 4))
    #expect(reach.end == .exceeded(.init(size: 300, value: 400.0 / 300), keptAgain: []))
  }

  /// A limit that no strategy keeps fails nothing; a threshold with the same bound does.
  @Test func aLimitNeverDecides() throws {
    let exceeded = try RunFixture.results(Self.body) { _ in .values(["load": 11]) }
    #expect(RunVerdict(exceeded).exitCode == .pass)
    let results = try RunFixture.results(
      Self.body + "\nthresholds: { fixed: [\"load <= 10\"] }"
    ) { _ in .values(["load": 11]) }
    #expect(RunVerdict(results).exitCode == .failed)
  }
}
