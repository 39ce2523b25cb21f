import Gate
import ScenarioModel
import TestSupport
import Testing

/// Updates of a baseline after some or all of its cases are measured again.
@Suite struct BaselineUpdateTests {

  private func result(_ strategy: String, _ views: Double, size: Int = 10, scenario: String = "s")
    -> CaseResult
  {
    CaseResult.made(strategy, size: size, scenario: scenario, [.exact(.viewsCreated, views)])
  }

  private func update(
    _ old: [CaseResult], with new: [CaseResult], _ selection: CaseSelection = CaseSelection()
  ) throws -> BaselineUpdate {
    try BaselineUpdate(of: RunResults.made(old).baseline(), with: .made(new), selection: selection)
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
    let update = try update(
      [result("naive", 5), result("old", 5)], with: [result("naive", 4), result("new", 6)])
    #expect(views(update.document) == ["s naive 4", "s new 6"])
    #expect(changes(update) == ["naive improvement", "new new", "old removed"])
    #expect(update.keptCases == 0)
  }

  @Test func aPartialUpdateKeepsTheRest() throws {
    let update = try update(
      [result("naive", 5), result("one", 6), result("two", 7), result("naive", 8, scenario: "t")],
      with: [result("naive", 5), result("two", 9), result("three", 1)],
      CaseSelection(scenarios: ["s"], strategies: ["two", "three"]))
    #expect(
      views(update.document) == ["s naive 5", "s one 6", "s two 9", "s three 1", "t naive 8"])
    #expect(changes(update) == ["naive passed", "two regression", "three new"])
    #expect(update.keptCases == 2)
  }

  @Test func aScenarioThatIsRenewedAsAWholeLosesItsOldCases() throws {
    let update = try update(
      [result("naive", 5), result("gone", 6), result("naive", 8, scenario: "t")],
      with: [result("naive", 5)], CaseSelection(scenarios: ["s"]))
    #expect(views(update.document) == ["s naive 5", "t naive 8"])
    #expect(changes(update) == ["naive passed", "gone removed"])
  }

  @Test func whatDoesNotGoTogetherIsNotMixed() throws {
    let old = try RunResults.made([
      .made("naive", [.exact(.allocations, 5)]),
      .made("one", [.exact(.allocations, 5)]),
    ]).baseline()
    let selection = CaseSelection(strategies: ["two"])
    let cases = [result("naive", 5), result("two", 5)]
    let host = #expect(throws: BaselineError.self) {
      try BaselineUpdate(
        of: old, with: .made(cases, provenance: .made(swift: "6.4")),
        selection: selection)
    }
    #expect(host?.exitCode == .notComparable)
    let environment = #expect(throws: BaselineError.self) {
      try BaselineUpdate(of: old, with: .made(cases, environment: "other"), selection: selection)
    }
    #expect(environment?.exitCode == .notComparable)
    #expect(environment?.description.hasPrefix("s: its environment, its seeds or") == true)
    // All of it may be renewed anywhere.
    _ = try BaselineUpdate(
      of: old,
      with: .made(cases, environment: "other", provenance: .made(swift: "6.4")),
      selection: CaseSelection())
  }

  @Test func theFirstBaselineIsNewAltogether() throws {
    let update = try BaselineUpdate(
      of: nil, with: .made([result("naive", 5)]),
      selection: CaseSelection(strategies: ["naive"]))
    #expect(update.changes.isEmpty)
    #expect(views(update.document) == ["s naive 5"])
  }

  @Test func theDescriptionOfTheSelection() {
    let all = CaseSelection()
    #expect(all.isEverything)
    let some = CaseSelection(scenarios: ["s"], strategies: ["one"], sizes: [10])
    #expect(!some.isEverything)
    #expect(some.includes(.made("one"), naive: "naive"))
    // The naive strategy always runs.
    #expect(some.includes(.made("naive"), naive: "naive"))
    #expect(!some.includes(.made("two"), naive: "naive"))
    #expect(!some.includes(.made("one", size: 20), naive: "naive"))
    #expect(!some.includes(.made("one", scenario: "t"), naive: "naive"))
  }
}
