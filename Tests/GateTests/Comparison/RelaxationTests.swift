import Answers
import Foundation
import Gate
import ScenarioModel
import TestSupport
import Testing

/// Checks that are less strict in a head than in its base: they do not count, and are reported.
@Suite struct RelaxationTests {

  private static let name = "made-by-hand"

  private static func description(
    _ body: String, trials: Int? = nil
  ) throws -> ScenarioDescription {
    ScenarioDescription(try RunFixture.scenario(body), selection: RunSelection(trials: trials))
  }

  private static func terms(
    _ base: String?, _ head: String, in kind: ComparisonResults.Kind = .programs,
    given: [Tolerance] = []
  ) throws -> ComparisonTerms {
    ComparisonTerms(
      kind, base: try base.map { [try description($0)] }, head: [try description(head)],
      given: given)
  }

  // MARK: - Tolerances

  @Test(
    arguments: [
      ("", "", nil), ("load: 5 %", "load: 5 %", nil), ("load: 5 %", "load: 4 %", nil),
      ("load: 5 %", "", nil),
      ("", "load: 5 %", .tolerance(scenario: name, metric: "load", base: nil, head: 0.05)),
      (
        "load: 5 %", "load: 6 %", .tolerance(scenario: name, metric: "load", base: 0.05, head: 0.06)
      ),
      // Its own method lets 1 % pass.
      ("", "delay: 1 %", nil),
      ("delay: 0 %", "", .tolerance(scenario: name, metric: "delay", base: 0, head: nil)),
    ] as [(String, String, Relaxation?)])
  func theBasesToleranceCounts(base: String, head: String, relaxation: Relaxation?) throws {
    func body(_ text: String) -> String { text.isEmpty ? "" : "tolerances: { \(text) }" }
    let terms = try Self.terms(body(base), body(head))
    #expect(terms.relaxations == [relaxation].compactMap(\.self))
    #expect(try terms.tolerances(of: Self.name) == Self.description(body(base)).tolerances)
  }

  @Test func theCommandLinesToleranceIsNoRelaxation() throws {
    let given = [Tolerance(metric: "load", share: 0.05)]
    let terms = try Self.terms("", "tolerances: { load: 50 % }", given: given)
    #expect(terms.relaxations.isEmpty)
    #expect(terms.tolerances(of: Self.name) == given)
  }

  @Test func withoutABaseOnlyStricterTolerancesCount() throws {
    let terms = try Self.terms(nil, "tolerances: { load: 5 %, delay: 0.5 % }")
    #expect(
      terms.relaxations == [.unknownTolerance(scenario: Self.name, metric: "load", head: 0.05)])
    #expect(terms.tolerances(of: Self.name) == [Tolerance(metric: "delay", share: 0.005)])
  }

  /// A scenario of another name does not bring tolerances of its own.
  @Test func aNewScenarioHasNoTolerances() throws {
    let head = try Self.description("tolerances: { load: 5 % }")
    for (kind, count) in [(ComparisonResults.Kind.programs, 1), (.runs, 0), (.baseline, 0)] {
      let terms = ComparisonTerms(kind, base: [], head: [head], given: [])
      #expect(terms.relaxations.count == count)
      #expect(terms.tolerances(of: Self.name).isEmpty)
    }
  }

  // MARK: - Metrics that must not change

  private static func outcomes(
    _ load: Double, _ terms: ComparisonTerms
  ) throws -> Set<MetricVerdict.Outcome> {
    let runs = try [5, load].map { load in
      try RunFixture.results("") { _ in .values(["load": load]) }
    }
    let cases = CaseComparison.comparisons(of: runs[0], with: runs[1], terms: terms)
    return Set(cases.flatMap(\.metrics).filter { $0.metric.name == "load" }.map(\.outcome))
  }

  /// A change for the better fails too. The base's file counts, whatever it tolerates.
  @Test func whatMustNotChangeIsTheBases() throws {
    let none = "tolerances: { load: 50 % }"
    let list = none + "\nmust-not-change: [load]"
    for (base, head, counts, told) in [
      (list, list, true, nil), (none, none, false, nil),
      (
        list, none, true,
        "made-by-hand: must-not-change has load in the base's file alone, which counts"
      ),
      (
        none, list, false,
        "made-by-hand: must-not-change has load in the head's file alone; it counts once it is in "
          + "the base"
      ),
    ] as [(String, String, Bool, String?)] {
      let terms = try Self.terms(base, head)
      #expect(terms.relaxations.map(\.description) == [told].compactMap(\.self))
      #expect(try Self.outcomes(5, terms) == [.pass])
      #expect(try Self.outcomes(6, terms) == [counts ? .regression : .pass])
      #expect(try Self.outcomes(4, terms) == [counts ? .regression : .improvement])
    }
  }

  @Test func whatMustNotChangeMayByTheCommandLineOrIsTheHeadsWithoutABase() throws {
    let list = "must-not-change: [load]"
    let given = [Tolerance(metric: "load", share: 0.5)]
    #expect(try Self.outcomes(6, Self.terms(list, list, given: given)) == [.pass])
    let unknown = try Self.terms(nil, list)
    #expect(unknown.relaxations.isEmpty)
    #expect(try Self.outcomes(4, unknown) == [.regression])
  }

  // MARK: - Thresholds and trials

  @Test(arguments: [
    ("load <= 5", "load <= 5", true), ("load <= 5", "load <= 4", true),
    ("load <= 5", "load <= 6", false), ("load <= 5", "load < 5", true),
    ("load < 5", "load <= 5", false), ("load < 5", "load <= 4", true),
    ("load >= 5", "load == 6", true), ("load >= 5", "load >= 4", false),
    ("load > 5", "load >= 5", false), ("load > 5", "load > 5", true),
    ("load < 5", "load < 5", true),
    ("load == 5", "load <= 5", false), ("load == 5", "load == 5", true),
    ("load <= 5", "load >= 5", false), ("load <= 5", "growth(load) <= 1", false),
    ("load <= 2 x naive", "load <= 1 x naive", true),
    ("load <= 2 x naive", "load <= 3 x naive", false),
    ("load <= 2 x naive", "load <= 2 x other", false), ("load <= 2 x naive", "load <= 2", false),
    ("delay <= 1 ms", "delay <= 2 ms", false),
  ]) func aLoosenedThresholdIsReported(base: String, head: String, isKept: Bool) throws {
    func body(_ text: String) -> String {
      "sizes: [10, 20]\nthresholds: { fixed: [\"\(text)\"] }"
    }
    let relaxations = try Self.terms(body(base), body(head)).relaxations
    #expect(relaxations.isEmpty == isKept, "\(relaxations)")
    let text = relaxations.first?.description ?? ""
    #expect(text.contains("threshold '\(base)' of fixed") == !isKept)
  }

  @Test func aDroppedOrRestrictedThresholdIsReported() throws {
    let all = "sizes: [10, 20]\nthresholds: { fixed: [\"load <= 5\"] }"
    let some = "sizes: [10, 20]\nthresholds: { fixed: [{ bound: \"load <= 5\", size: 20 }] }"
    let none = "sizes: [10, 20]"
    #expect(try Self.terms(all, none).relaxations.count == 1)
    #expect(try Self.terms(all, some).relaxations.count == 1)
    #expect(try Self.terms(some, all).relaxations.isEmpty)
    #expect(try Self.terms(none, all).relaxations.isEmpty)
    let text = try Self.terms(all, some).relaxations.first?.description
    #expect(text?.hasSuffix("of fixed, but has 'load <= 5' (size 20)") == true)
  }

  @Test func whatLooksAtLessIsReported() throws {
    #expect(
      try Self.terms("", "min-seen: 0").relaxations
        == [.minSeen(scenario: Self.name, base: 0.1, head: 0)])
    #expect(try Self.terms("min-seen: 0", "").relaxations.isEmpty)
    let terms = ComparisonTerms(
      .programs, base: [try Self.description("")], head: [try Self.description("", trials: 0)],
      given: [])
    #expect(terms.relaxations == [.noTrials(scenario: Self.name)])
  }

  // MARK: - Verdicts

  @Test func aRelaxedComparisonIsInconclusiveAtBest() {
    func code(_ cases: [CaseComparison]) -> ToolExitCode {
      ComparisonVerdict(.made(cases, relaxations: [.unchosenCases(1)])).exitCode
    }
    func code(_ base: Double, _ head: Double) -> ToolExitCode {
      let runs = [base, head].map {
        RunResults.made([.made("naive", [.exact(.viewsCreated, $0)])])
      }
      return code(CaseComparison.comparisons(of: runs[0], with: runs[1]))
    }
    #expect(code(5, 5) == .inconclusive)
    #expect(code(5, 6) == .failed)
    #expect(code([]) == .notComparable)
  }

  // MARK: - Baselines

  private static let conditions = """
    tolerances: { load: 5 % }
    min-seen: 0.2
    thresholds: { fixed: ["load <= 5"] }
    """

  @Test func aBaselineHoldsTheConditions() throws {
    let run = try RunFixture.results(Self.conditions) { _ in .values(["load": 1]) }
    let text = try run.baseline().baselineText()
    let kept = try RunResults(baseline: Data(text.utf8), path: "b.json").scenarios[0].scenario
    let own = run.scenarios[0].scenario
    #expect(kept.tolerances == own.tolerances)
    #expect(kept.thresholds == own.thresholds)
    #expect(kept.minSeen == 0.2)
    #expect(ComparisonTerms(.baseline, base: [kept], head: [own], given: []).relaxations.isEmpty)
  }
}
