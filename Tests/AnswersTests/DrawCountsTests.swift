import Answers
import Platform
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// The summary of all draws, from answers that each test gives.
@Suite struct DrawCountsTests {
  private static let freeze = Metric(
    "freeze", .nanoseconds, .modelled, .lowerIsBetter, "The freeze.")

  /// Results where strategies freeze for some time; without a number if it is `nil`.
  private static func results(_ simple: Double?, _ complex: Double?) -> ScenarioResults {
    let values = [("naive", 900), ("simple", simple), ("complex", complex)]
    return ScenarioResults(
      [freeze], of: values.map { ($0, [[simple == nil ? nil : $1]]) },
      missing: "the map never moved",
      criteria: [Criterion(freeze, .atMost(250), source: "a guide")])
  }

  private func answer(_ simple: Double?, _ complex: Double?) -> Recommendation? {
    Recommendation(Self.results(simple, complex), size: 10)
  }

  private let profile = PlatformProfile.sample()

  /// Draws of eight people with four phones each, two batches of them.
  private func counts(
    _ answer: (_ person: Int, _ cost: Double) -> Recommendation?
  ) throws -> DrawCounts {
    try countsByPhone { person, cost, _ in answer(person, cost) }
  }

  /// On every other phone native clustering is built in the other way.
  private func countsByPhone(
    _ answer: (_ person: Int, _ cost: Double, _ phone: Int) -> Recommendation?
  ) throws -> DrawCounts {
    let names: [ProfileParameter.Name] = [.createMarkerView, .reuseMarkerView, .clustersAtRest]
    let spans = names.compactMap { name in
      profile.parameters.first { $0.name == name }.map { ParameterSpan(parameter: $0) }
    }
    try #require(spans.count == 3)
    var counts = DrawCounts(
      try #require(self.answer(10, 10)), of: Self.results(10, 10).scenario, spans: spans)
    for person in 0..<16 {
      for phone in 0..<4 {
        let place = Double((person * 4 + phone) * 37 % 64) / 64
        counts.add(
          answer(person, place, phone),
          at: ParameterPoint([
            .createMarkerView: spans[0].low + place * (spans[0].high - spans[0].low),
            .reuseMarkerView: Double(phone), .clustersAtRest: Double(phone % 2),
          ]), person: person)
      }
    }
    return counts
  }

  @Test func drawsAreCountedByStrategyAndByPerson() throws {
    let drawn = try counts { person, _ in answer(person < 14 ? 10 : 300, 10) }.criteria
    let step = try #require(drawn.steps.first)
    #expect(step.draws == DrawTally(count: 64, reached: ["simple": 56, "complex": 64]))
    #expect(step.people == DrawTally(count: 16, reached: ["simple": 14, "complex": 16]))
    #expect(step.none == 0)
    #expect(step.shortfalls["simple"]?.median == 300 && step.shortfalls["simple"]?.draws == 8)
    #expect(drawn.reach(of: "simple")?.slowness == 1 && drawn.split == nil)
  }

  /// If no strategy reaches all criteria, those within 5 % of the best are the nearest.
  @Test func theNearestAreCountedWhereNoneReachesAll() throws {
    let drawn = try counts { person, _ in answer(person < 4 ? 10 : person < 14 ? 300 : 400, 310) }
      .criteria
    let step = try #require(drawn.steps.first)
    #expect(step.none == 48 && step.draws.reached == ["simple": 16])
    #expect(step.draws.nearest == ["simple": 56, "complex": 48])
    #expect(step.people.nearest == ["simple": 14, "complex": 12])
    #expect(step.isNearest("simple") && !step.isNearest("complex") && !step.isEnough("simple"))
  }

  /// A map that is not moved has no number for movements.
  @Test func drawsWithoutANumberAreNotCounted() throws {
    let drawn = try counts { person, _ in answer(person < 4 ? nil : 10, 10) }.criteria
    #expect(drawn.draws.count == 48 && drawn.steps.first?.people.count == 12)
    #expect(drawn.draws.reached["simple"] == 48)
  }

  @Test func theDecisiveParameterIsFound() throws {
    let drawn = try counts { _, cost in answer(cost < 0.5 ? 10 : 300, 300) }.criteria
    let split = try #require(drawn.split)
    #expect(split.parameter == .createMarkerView)
    #expect(split.below == "simple" && split.above == nil)
    let span = try #require(profile.parameters.first { $0.name == .createMarkerView })
    let middle = (span.low + span.high) / 2
    #expect(abs(split.value - middle) < (span.high - span.low) / 20)
    #expect(drawn.noneShare == 0.5)
  }

  /// A strategy to take is good enough in either way in which the platform may be built.
  @Test func anUnknownChoiceOutweighsTheShare() throws {
    let drawn = try countsByPhone { person, _, phone in
      answer(phone == 1 && person < 12 ? 300 : 10, 10)
    }.criteria
    let step = try #require(drawn.steps.first)
    #expect(step.draws.reached == ["simple": 52, "complex": 64])
    #expect(step.people.reached["simple"] == 16)
    #expect(step.choices.map(\.draws.count) == [32, 32])
    #expect(step.choices.map(\.isOn) == [false, true])
    #expect(step.choices.map { $0.draws.reached["simple"] } == [32, 20])
    #expect(!step.isEnough("simple") && step.isEnough("complex"))
    let condition = try #require(step.condition(for: "simple"))
    #expect(condition == (.clustersAtRest, false) && step.condition(for: "complex") == nil)
  }

  /// Even where a quantity decides more draws.
  @Test func aDecisiveChoiceComesFirst() throws {
    let drawn = try countsByPhone { _, cost, phone in
      phone % 2 == 1 ? answer(cost < 0.9 ? 10 : 300, 300) : answer(300, cost < 0.95 ? 10 : 300)
    }.criteria
    let split = try #require(drawn.split)
    #expect(split.parameter == .clustersAtRest && split.value == 0.5)
    #expect(split.below == "complex" && split.above == "simple" && split.isBelow)
  }

  /// A strategy that is good enough on the other side too is not split.
  @Test func aStrategyJustBelowTheLineDependsOnNothing() throws {
    let drawn = try counts { person, cost in
      answer(person % 5 == 0 && cost >= 0.5 ? 300 : 10, person % 5 == 1 && cost < 0.5 ? 300 : 10)
    }.criteria
    #expect(drawn.split == nil)
  }

  /// Of many parameters some separate eight people by chance, but not eight others.
  @Test func whatIsDecisiveInOneHalfOnlyIsNoParameter() throws {
    let drawn = try counts { person, cost in
      answer(person < 8 ? (cost < 0.5 ? 10 : 300) : cost < 0.5 ? 300 : 10, 300)
    }.criteria
    #expect(drawn.split == nil && drawn.draws.reached == ["simple": 32])
  }

  /// Draws continue for a strategy that reaches the criteria once, is the nearest once, or does
  /// either with the profile's values.
  @Test func onlyWhatIsNeverNearIsOutOfReach() throws {
    #expect(try counts { _, _ in answer(10, 10) }.outOfReach == ["naive"])
    let never = try counts { _, _ in answer(300, 400) }
    #expect(never.outOfReach == ["naive"], "with the profile's values both do")
    let once = try counts { person, _ in person == 3 ? answer(950, 960) : answer(10, 10) }
    #expect(once.outOfReach == [], "the naive one is the nearest of one person")
  }

  /// Also what the others are compared with: of pins that are found, within 5 % of the best.
  @Test func whatOthersAreComparedWithIsNotOutOfReach() throws {
    let found = Metric("found", .fraction, .modelled, .higherIsBetter, "The part that is found.")
    let results = ScenarioResults(
      [found, Self.freeze],
      of: [("naive", [[0.5, 10]]), ("simple", [[0.98, 10]]), ("frozen", [[1, 900]])],
      criteria: [
        Criterion(found, .nearBest(0.05), source: "a test"),
        Criterion(Self.freeze, .atMost(250), source: "a guide"),
      ])
    let answer = try #require(Recommendation(results, size: 10))
    var counts = DrawCounts(answer, of: results.scenario, spans: [])
    counts.add(answer, at: ParameterPoint(), person: nil)
    #expect(answer.strategy == "simple" && counts.outOfReach == ["naive"])
  }

  /// One that is open has more people, so that a parameter could be found.
  @Test func answersThatOthersMightChangeAreNotSettled() throws {
    #expect(try counts { _, _ in answer(10, 10) }.isSettled(after: 1))
    #expect(try !counts { person, _ in answer(person < 14 ? 10 : 300, 300) }.isSettled(after: 2))
    let open = try counts { person, _ in person < 8 ? answer(10, 900) : answer(900, 10) }
    #expect(!open.isSettled(after: 1) && open.isSettled(after: 2))
  }
}
