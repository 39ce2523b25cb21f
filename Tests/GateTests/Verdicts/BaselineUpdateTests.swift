import Gate
import ScenarioModel
import Testing

/// What becomes of a baseline when some or all of its cases are measured again.
@Suite struct BaselineUpdateTests {
  private typealias Fixture = ComparisonSides

  private func result(_ strategy: String, _ views: Double, size: Int = 10, scenario: String = "s")
    -> CaseResult
  {
    Fixture.result(
      strategy, size: size, scenario: scenario, [Fixture.exact(Fixture.views, views)])
  }

  private func views(_ document: RunResults) -> [String] {
    document.cases.map { result in
      guard case .number(let value)? = result[metric: "views-created"]?.value else { return "" }
      return "\(result.scenarioCase.scenario) \(result.scenarioCase.strategy) \(Int(value))"
    }
  }

  /// The changed cases, by status, and the metrics that got better or worse.
  private func changes(_ update: BaselineUpdate) -> [String] {
    update.changes.flatMap { comparison in
      let words =
        comparison.status == .compared
        ? comparison.metrics.map(\.outcome.identifier) : [comparison.status.identifier]
      return words.map { "\(comparison.scenarioCase.strategy) \($0)" }
    }
  }

  @Test func aWholeUpdateReplacesTheFile() throws {
    let old = try Fixture.run([result("naive", 5), result("old", 5)]).baseline()
    let update = try BaselineUpdate(
      of: old, with: Fixture.run([result("naive", 4), result("new", 6)]),
      selection: CaseSelection())
    #expect(views(update.document) == ["s naive 4", "s new 6"])
    #expect(changes(update) == ["naive improvement", "new new", "old removed"])
    #expect(update.keptCases == 0)
  }

  @Test func aPartialUpdateKeepsTheRest() throws {
    let old = try Fixture.run([
      result("naive", 5), result("one", 6), result("two", 7), result("naive", 8, scenario: "t"),
    ]).baseline()
    let update = try BaselineUpdate(
      of: old,
      with: Fixture.run([result("naive", 5), result("two", 9), result("three", 1)]),
      selection: CaseSelection(scenarios: ["s"], strategies: ["two", "three"]))
    #expect(
      views(update.document) == ["s naive 5", "s one 6", "s two 9", "s three 1", "t naive 8"])
    #expect(changes(update) == ["naive passed", "two regression", "three new"])
    #expect(update.keptCases == 2)
  }

  @Test func aScenarioThatIsRenewedAsAWholeLosesItsOldCases() throws {
    let old = try Fixture.run([
      result("naive", 5), result("gone", 6), result("naive", 8, scenario: "t"),
    ]).baseline()
    let update = try BaselineUpdate(
      of: old, with: Fixture.run([result("naive", 5)]),
      selection: CaseSelection(scenarios: ["s"]))
    #expect(views(update.document) == ["s naive 5", "t naive 8"])
    #expect(changes(update) == ["naive passed", "gone removed"])
  }

  @Test func whatDoesNotGoTogetherIsNotMixed() throws {
    let old = try Fixture.run([
      Fixture.result("naive", [Fixture.exact(.allocations, 5)]),
      Fixture.result("one", [Fixture.exact(.allocations, 5)]),
    ]).baseline()
    let selection = CaseSelection(strategies: ["two"])
    let cases = [result("naive", 5), result("two", 5)]
    let host = #expect(throws: BaselineError.self) {
      try BaselineUpdate(
        of: old, with: Fixture.run(cases, provenance: Fixture.provenance(swift: "6.4")),
        selection: selection)
    }
    #expect(host?.exitCode == .notComparable)
    let environment = #expect(throws: BaselineError.self) {
      try BaselineUpdate(
        of: old, with: Fixture.run(cases, environment: "other"), selection: selection)
    }
    #expect(environment?.exitCode == .notComparable)
    #expect(environment?.description.hasPrefix("s: its environment, its seeds or") == true)
    // All of it may be renewed anywhere.
    _ = try BaselineUpdate(
      of: old,
      with: Fixture.run(cases, environment: "other", provenance: Fixture.provenance(swift: "6.4")),
      selection: CaseSelection())
  }

  @Test func theFirstBaselineIsNewAltogether() throws {
    let update = try BaselineUpdate(
      of: nil, with: Fixture.run([result("naive", 5)]),
      selection: CaseSelection(strategies: ["naive"]))
    #expect(update.changes.isEmpty)
    #expect(views(update.document) == ["s naive 5"])
  }

  @Test func whatWasAskedFor() {
    let all = CaseSelection()
    #expect(all.isEverything)
    let some = CaseSelection(scenarios: ["s"], strategies: ["one"], sizes: [10])
    #expect(!some.isEverything)
    #expect(some.includes(Fixture.scenarioCase("one"), naive: "naive"))
    // The naive strategy always runs.
    #expect(some.includes(Fixture.scenarioCase("naive"), naive: "naive"))
    #expect(!some.includes(Fixture.scenarioCase("two"), naive: "naive"))
    #expect(!some.includes(Fixture.scenarioCase("one", size: 20), naive: "naive"))
    #expect(!some.includes(Fixture.scenarioCase("one", scenario: "t"), naive: "naive"))
  }
}
