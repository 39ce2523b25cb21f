import Harness
import ScenarioModel
import Testing

@Suite struct PlanTests {
  private let wide = SmallScenario(
    name: "wide", strategies: ["plain", "empty", "prints", "allocates"],
    sizes: [10, 20, 30], trials: 6)

  private func plan(
    _ scenarios: [SmallScenario], _ selection: RunSelection = RunSelection()
  ) throws -> Plan {
    try Plan(scenarios: scenarios.map { try $0.scenario() }, selection: selection)
  }

  @Test func inspectsEveryCaseOfAScenarioFirst() throws {
    let plan = try plan([wide])
    #expect(plan.cases == (try wide.scenario().cases))
    #expect(plan.cases.count == 12)
    #expect(
      plan.trials.prefix(12)
        == plan.cases.map { TrialKey(scenarioCase: $0, kind: .inspection) }[...])
  }

  /// Also at a size that the scenario does not list, and without strategies that it no longer has.
  @Test func theCasesOfAnEarlierRunAreThoseOfTheirScenario() throws {
    func scenarioCase(_ size: Int, _ strategy: String) -> Case {
      Case(scenario: "wide", variant: "", size: size, strategy: strategy)
    }
    let earlier = [scenarioCase(15, "plain"), scenarioCase(10, "prints")]
    let scenarios = [try wide.scenario(), try SmallScenario().scenario()]
    let plan = try Plan(
      scenarios: scenarios, selection: RunSelection(trials: 1),
      repeating: earlier + [scenarioCase(20, "gone"), scenarioCase(2_000_000, "plain")])
    #expect(plan.cases == earlier + scenarios[1].cases)
    #expect(plan.trials.count == 2 * plan.cases.count)
  }

  @Test func everyRoundMeasuresEveryCaseOnce() throws {
    let plan = try plan([wide])
    #expect(plan.trials.count == 12 + 6 * 12)
    for round in 1...6 {
      let trials = plan.trials.dropFirst(12 * round).prefix(12)
      #expect(trials.allSatisfy { $0.kind == .measurement(round) })
      #expect(Set(trials.map(\.scenarioCase)) == Set(plan.cases))
    }
  }

  @Test func shufflesEachRoundDifferently() throws {
    let plan = try plan([wide])
    let rounds = (1...6).map { round in
      plan.trials.filter { $0.kind == .measurement(round) }.map(\.scenarioCase)
    }
    #expect(Set(rounds).count == 6)
    #expect(!rounds.contains(plan.cases))
  }

  @Test func ordersTheSameWayEachTimeAndOtherwiseWithAnotherSeed() throws {
    let first = try plan([wide]).trials
    #expect(try plan([wide]).trials == first)
    let seeded = try plan([wide], RunSelection(seed: 5)).trials
    #expect(seeded != first)
    #expect(Set(seeded) == Set(first))
    #expect(try plan([wide], RunSelection(seed: 5)).trials == seeded)
  }

  @Test func runsOneScenarioAfterTheOther() throws {
    let plan = try plan([wide, SmallScenario()])
    let names = plan.trials.map(\.scenarioCase.scenario)
    #expect(names == names.sorted { $0 == "wide" && $1 == "small" })
    #expect(plan.scenario(of: SmallScenario().scenarioCase("empty"))?.name == "small")
    #expect(
      plan.scenario(of: Case(scenario: "none", variant: "", size: 1, strategy: "empty"))?.name
        == nil)
  }

  /// In the scenario's order, and always with the baseline.
  @Test(arguments: [
    (["prints"], ["plain", "prints"]),
    (["prints", "empty", "plain"], ["plain", "empty", "prints"]),
  ]) func selectsStrategies(selected: [String], strategies: [String]) throws {
    let plan = try plan([wide], RunSelection(strategies: selected, sizes: [10]))
    #expect(plan.cases.map(\.strategy) == strategies)
  }

  @Test func aScenarioWithoutASelectedStrategyRunsItsBaseline() throws {
    let plan = try plan([wide, SmallScenario()], RunSelection(strategies: ["allocates"]))
    #expect(plan.cases.filter { $0.scenario == "small" }.map(\.strategy) == ["plain"])
  }

  @Test func selectsSizesAndTrials() throws {
    let plan = try plan([wide], RunSelection(sizes: [7, 1_000], trials: 1))
    #expect(Set(plan.cases.map(\.size)) == [7, 1_000])
    #expect(plan.trials.count == 8 * 2)
    #expect(!plan.trials.contains { $0.kind == .measurement(2) })
  }

  @Test(arguments: [
    RunSelection(), RunSelection(sizes: [30, 30]), RunSelection(strategies: ["empty", "empty"]),
    RunSelection(sizes: [5, 30, 5], trials: 3, seed: 9),
  ]) func hasEveryCaseAndEveryTrialOnce(_ selection: RunSelection) throws {
    let plan = try plan([SmallScenario(), wide], selection)
    #expect(plan.cases.count == Set(plan.cases).count)
    #expect(plan.trials.count == Set(plan.trials).count)
  }

  @Test func refusesToRunNothing() {
    #expect(throws: PlanError.noScenarios) { try plan([]) }
  }

  @Test func refusesTwoScenariosOfOneName() throws {
    let first = try SmallScenario().scenario(file: "a.yaml")
    let second = try SmallScenario(trials: 1).scenario(file: "b.yaml")
    let error = #expect(throws: PlanError.self) {
      try Plan(scenarios: [first, second], selection: RunSelection())
    }
    let words = "two files describe the scenario 'small': a.yaml and b.yaml; "
    #expect(error?.description.hasPrefix(words) == true)
  }

  @Test func refusesAnUnknownStrategyAndNamesTheNearest() throws {
    let error = try #require(throws: PlanError.self) {
      try plan([SmallScenario()], RunSelection(strategies: ["empt"]))
    }
    #expect(error.description.contains("strategy 'empt'; did you mean 'empty'?"))
    #expect(error.description.hasSuffix("(known: plain, empty)"))
  }

  @Test(arguments: [0, -1, Int.max]) func refusesAnImpossibleSize(_ size: Int) throws {
    let error = try #require(throws: PlanError.self) {
      try plan([SmallScenario()], RunSelection(sizes: [30, size]))
    }
    #expect(error.description.contains("small: expected a size from 1 to"))
    #expect(error.description.contains("found \(size)"))
  }

  /// By the scenario's file or by the selection, which adds none to a file without.
  @Test(arguments: [(2, 0), (0, nil), (0, 5), (0, 0)] as [(Int, Int?)])
  func withoutTrialsEachCaseIsInspectedOnce(inFile: Int, selected: Int?) throws {
    let plan = try plan([SmallScenario(trials: inFile)], RunSelection(trials: selected))
    #expect(
      plan.trials.map(\.description)
        == plan.cases.map { TrialKey(scenarioCase: $0, kind: .inspection).description })
    #expect(plan.cases.count == 2)
  }

  @Test func refusesANegativeNumberOfTrials() throws {
    let error = #expect(throws: PlanError.self) {
      try plan([SmallScenario()], RunSelection(trials: -1))
    }
    #expect(error?.description.hasSuffix("or 0 to measure nothing, found -1") == true)
  }
}
