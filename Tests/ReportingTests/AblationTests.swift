import Answers
import Documents
import Harness
import Platform
import Reporting
import ScenarioModel
import Simulation
import Testing

/// The part of a report on settings that were tried one by one.
@Suite struct AblationTests {
  private static let all = [
    "by-foot", "stamped", "addressed", "unstamped", "unaddressed", "by-train",
  ]

  /// A family in which stamps help more than addresses, alone and left out.
  private static func family() -> LettersFamily {
    let read: [String: Double] = [
      "by-foot": 10, "stamped": 40, "addressed": 20, "unstamped": 30, "unaddressed": 80,
      "by-train": 100,
    ]
    let lost: [String: Double] = [
      "by-foot": 0, "stamped": 0, "addressed": 5, "unstamped": 8, "unaddressed": 4, "by-train": 2,
    ]
    var family = LettersFamily(variants: ["calm"])
    family.scenarioStrategies = all
    family.value = { metric, strategy, _ in (metric == .lettersLost ? lost : read)[strategy] ?? 0 }
    family.ablation = ablation([.lettersRead, .lettersLost])
    return family
  }

  private static func ablation(
    _ metrics: [Metric], base: String = "by-foot",
    settings: [Ablation.Setting] = [
      .init(name: "stamps", alone: "stamped", leftOut: "unstamped"),
      .init(name: "addresses", alone: "addressed", leftOut: "unaddressed"),
    ]
  ) -> Ablation { Ablation(base: base, full: "by-train", settings: settings, metrics: metrics) }

  private static func table(_ text: String) throws -> MarkdownReader.Table? {
    try MarkdownReader(text).tables.first { $0.heading == "### Ablation" }
  }

  /// The effects of settings alone and left out.
  private static func effects(
    _ family: LettersFamily, _ selection: RunSelection = RunSelection()
  ) throws -> [AblationEffect] {
    let (scenario, configuration) = try family.firstConfiguration(selection)
    let ablation = AblationResults(scenario, in: configuration, selection: selection)
    return ablation?.effects(terminated: try family.candidates().terminated) ?? []
  }

  @Test func everySettingIsAloneAndLeftOut() throws {
    let table = try #require(try Self.table(Self.family().report()))
    #expect(
      table.header == ["Setting", "Strategy", "letters-read (counted)", "letters-lost (counted)"])
    #expect(
      table.rows == [
        ["none", "`by-foot`", "10", "0"],
        ["stamps alone", "`stamped`", "40 (4.00 x)", "0 (the same)"],
        ["stamps left out", "`unstamped`", "30 (0.30 x)", "8 (4.00 x)"],
        ["addresses alone", "`addressed`", "20 (2.00 x)", "5 (+5)"],
        ["addresses left out", "`unaddressed`", "80 (0.80 x)", "4 (2.00 x)"],
        ["all", "`by-train`", "100", "2"],
      ])
  }

  /// The three kinds of number are never mixed: where they meet, each says what it is.
  @Test func aModelledNumberNamesItsProfile() throws {
    var family = Self.family()
    let remark = "Modelled with `iphone-simulator`: not a device measurement."
    family.profile = try PlatformProfile.builtIn("iphone-simulator")
    #expect(try !family.report().contains("\n\n" + remark + "\n\n"))
    family.ablation = Self.ablation([.deliveryTimeP95])
    let text = try family.report()
    #expect(text.contains("\n\n" + remark + "\n\n"))
    #expect(try Self.table(text)?.header.last == "delivery-time-p95 (modelled)")
  }

  @Test func theEffectsAreThoseOfTheFirstMetric() throws {
    let effects = try Self.effects(Self.family())
    #expect(effects.map(\.isLeftOut) == [false, true])
    #expect(effects.map(\.metric) == [.lettersRead, .lettersRead])
    #expect(effects.map(\.settings) == [["stamps"], ["stamps"]])
    #expect(effects.map(\.value) == [40, 30])
    #expect(
      effects.map(\.reference) == [StrategyValue("by-foot", 10), StrategyValue("by-train", 100)])
    #expect(effects.map(\.certainty) == [.certain, .certain])
  }

  @Test func theDirectionOfTheMetricDecides() throws {
    var family = Self.family()
    family.ablation = Self.ablation([.lettersLost])
    let effects = try Self.effects(family)
    #expect(effects.map(\.certainty) == [.none, .certain])
    #expect(effects.last?.settings == ["stamps"])
    #expect(effects.last?.value == 8)
  }

  @Test func settingsWithTheSameEffectAreTies() throws {
    var family = Self.family()
    family.value = { _, strategy, _ in
      ["by-foot": 10, "stamped": 40, "addressed": 40][strategy] ?? 100
    }
    let effects = try Self.effects(family)
    #expect(effects.first?.settings == ["stamps", "addresses"])
    #expect(effects.map(\.certainty) == [.certain, .none])
  }

  /// A measured difference of few trials, or within the noise, is not certain.
  @Test(arguments: [
    (4, 100, AblationEffect.Certainty.certain), (2, 100, .undecided), (4, 199, .none),
  ]) func aMeasuredSettingMustBeBetterBeyondTheNoise(
    trials: Int, stamped: Int, certainty: AblationEffect.Certainty
  ) throws {
    let waiting = Metric("waiting", .nanoseconds, .measured, .lowerIsBetter, "The wait.")
    var family = Self.family()
    family.metrics.append(waiting)
    family.ablation = Self.ablation([waiting], settings: [.init(name: "stamps", alone: "stamped")])
    family.value = { metric, strategy, trial in
      metric == waiting ? Double((strategy == "stamped" ? stamped : 200) + trial) : 1
    }
    family.trials = trials
    #expect(try Self.effects(family).map(\.certainty) == [certainty])
  }

  // MARK: - What was not run

  @Test func whatTheSelectionLeftOutIsNotInTheTable() throws {
    let text = try Self.family().report(RunSelection(strategies: ["addressed", "unstamped"]))
    let table = try #require(try Self.table(text))
    #expect(
      table.rows == [
        ["none", "`by-foot`", "10", "0"],
        ["stamps left out", "`unstamped`", "30", "8"],
        ["addresses alone", "`addressed`", "20 (2.00 x)", "5 (+5)"],
      ])
    let effects = try Self.effects(
      Self.family(), RunSelection(strategies: ["addressed", "unstamped"]))
    #expect(effects.map(\.settings) == [["addresses"]])
  }

  @Test func whatTheScenarioDoesNotNameIsNotAvailable() throws {
    var family = Self.family()
    family.scenarioStrategies = ["by-foot", "stamped", "by-train"]
    let table = try #require(try Self.table(family.report()))
    try #require(table.rows.count == 6)
    let missing = "not available: the scenario does not name this strategy"
    #expect(table.rows[2] == ["stamps left out", "`unstamped`", missing, missing])
    #expect(table.rows[5] == ["all", "`by-train`", "100", "2"])
  }

  @Test func whatBrokeHasItsReason() throws {
    var family = Self.family()
    family.status = { $0.strategy == "stamped" ? .timedOut(seconds: 30) : .completed }
    let text = try family.report()
    let table = try #require(try Self.table(text))
    #expect(table.rows[1][1] == "`stamped` (**timed-out**)")
    #expect(table.rows[1][2].hasPrefix("not available"))
    #expect(try Self.effects(family).first?.settings == ["addresses"])
  }

  @Test func withoutTheBaseThereIsNoBasisToCompareWith() throws {
    var family = Self.family()
    // The base of the scenario always runs, but need not be that of the ablation.
    family.ablation = Self.ablation([.lettersRead], base: "addressed")
    let selection = RunSelection(strategies: ["stamped"])
    #expect(try Self.table(family.report(selection)) == nil)
    #expect(try Self.effects(family, selection).isEmpty)
  }

  @Test func withoutAnySettingThereIsNoTable() throws {
    let text = try Self.family().report(RunSelection(strategies: ["by-train"]))
    #expect(try Self.table(text) == nil)
    var family = Self.family()
    family.ablation = nil
    #expect(try Self.table(family.report()) == nil)
  }

  @Test func aSettingsNameIsNotMarkup() throws {
    var family = Self.family()
    family.ablation = Self.ablation(
      [.lettersRead], settings: [.init(name: "a|b <c>", alone: "stamped")])
    let text = try family.report()
    #expect(try #require(try Self.table(text)).rows[1][0] == "a\\|b &lt;c&gt; alone")
    #expect(text.contains("“a\\|b &lt;c&gt;”"))
  }
}
