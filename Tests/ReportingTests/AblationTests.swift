import Harness
import Measurement
import PlatformProfiles
import Reporting
import ScenarioModel
import Testing
import Verdicts

/// What a report says of settings that were tried one by one.
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
    family.value = { metric, strategy, _ in
      (metric == LettersFamily.lettersLost ? lost : read)[strategy] ?? 0
    }
    family.ablation = Ablation(
      base: "by-foot", full: "by-train",
      settings: [
        .init(name: "stamps", alone: "stamped", leftOut: "unstamped"),
        .init(name: "addresses", alone: "addressed", leftOut: "unaddressed"),
      ], metrics: [LettersFamily.lettersRead, LettersFamily.lettersLost])
    return family
  }

  private static func text(
    _ family: LettersFamily, _ selection: RunSelection = RunSelection()
  ) throws -> String {
    let results = try family.results(selection)
    return MarkdownReport.text(results, verdict: RunVerdict(results))
  }

  private static func table(_ text: String) throws -> MarkdownReader.Table? {
    try MarkdownReader(text).tables.first { $0.heading == "#### What each setting buys" }
  }

  /// The sentence among the findings, which is the only one that begins like this.
  private static func finding(_ text: String) -> String? {
    text.split(separator: "\n").map(String.init).first {
      $0.hasPrefix("- By `letters-read` (counted)") && $0.contains("setting")
    }
  }

  @Test func everySettingStandsAloneAndLeftOut() throws {
    let table = try #require(try Self.table(Self.text(Self.family())))
    #expect(
      table.header
        == ["Setting", "Strategy", "letters-read (counted)", "letters-lost (counted)"])
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
    #expect(try !Self.text(family).contains(" " + remark + "\n\n"))
    family.ablation = Ablation(
      base: "by-foot", full: "by-train", settings: [.init(name: "stamps", alone: "stamped")],
      metrics: [LettersFamily.deliveryTimeP95])
    let text = try Self.text(family)
    #expect(text.contains(" " + remark + "\n\n"))
    #expect(try Self.table(text)?.header.last == "delivery-time-p95 (modelled)")
  }

  @Test func aFindingNamesTheSettingThatBuysMost() throws {
    #expect(
      try Self.finding(Self.text(Self.family()))
        == "- By `letters-read` (counted) the setting “stamps” buys most alone: 40 against 10 of "
        + "`by-foot` (4.00 x); left out of `by-train`, “stamps” costs most: 30 against 100 "
        + "(0.30 x).")
  }

  @Test func theDirectionOfTheMetricDecides() throws {
    var family = Self.family()
    let ablation = try #require(family.ablation)
    family.ablation = Ablation(
      base: ablation.base, full: ablation.full, settings: ablation.settings,
      metrics: [LettersFamily.lettersLost])
    let text = try Self.text(family)
    #expect(
      text.contains(
        "\n- By `letters-lost` (counted) no setting alone is better than `by-foot` (at best 0 "
          + "against 0); left out of `by-train`, “stamps” costs most: 8 against 2 (4.00 x).\n"))
  }

  @Test func settingsThatBuyTheSameAreNamedTogether() throws {
    var family = Self.family()
    family.value = { _, strategy, _ in
      ["by-foot": 10, "stamped": 40, "addressed": 40][strategy] ?? 100
    }
    #expect(
      try Self.finding(Self.text(family))
        == "- By `letters-read` (counted) the setting “stamps” buys most alone: 40 against 10 of "
        + "`by-foot` (4.00 x), as “addresses” does; no setting left out of `by-train` makes it "
        + "worse.")
  }

  /// A measured difference of few trials, or within the noise, is not certain.
  @Test func aMeasuredSettingMustBeBetterBeyondTheNoise() throws {
    let waiting = Metric("waiting", .nanoseconds, .measured, .lowerIsBetter, "The wait.")
    var family = Self.family()
    family.metrics.append(waiting)
    family.ablation = Ablation(
      base: "by-foot", full: "by-train", settings: [.init(name: "stamps", alone: "stamped")],
      metrics: [waiting])
    family.value = { metric, strategy, trial in
      metric == waiting ? Double((strategy == "stamped" ? 100 : 200) + trial) : 1
    }
    #expect(
      try Self.text(family).contains(
        "- By `waiting` (measured) the setting “stamps” buys most alone: 103 ns against 203 ns of "
          + "`by-foot` (0.51 x)."))
    family.trials = 2
    #expect(
      try Self.text(family).contains(
        "- By `waiting` (measured) the setting “stamps” has the best median alone: 102 ns against "
          + "202 ns of `by-foot` (0.50 x)."))
    family.trials = 4
    family.value = { metric, strategy, trial in
      metric == waiting ? Double((strategy == "stamped" ? 199 : 200) + trial) : 1
    }
    #expect(
      try Self.text(family).contains(
        "- By `waiting` (measured) no setting alone is better than `by-foot` (at best "))
  }

  // MARK: - What was not run

  @Test func whatTheSelectionLeftOutIsNotInTheTable() throws {
    let text = try Self.text(
      Self.family(), RunSelection(strategies: ["addressed", "unstamped"]))
    let table = try #require(try Self.table(text))
    #expect(
      table.rows == [
        ["none", "`by-foot`", "10", "0"],
        ["stamps left out", "`unstamped`", "30", "8"],
        ["addresses alone", "`addressed`", "20 (2.00 x)", "5 (+5)"],
      ])
    #expect(
      Self.finding(text)
        == "- By `letters-read` (counted) the setting “addresses” buys most alone: 20 against 10 "
        + "of `by-foot` (2.00 x).")
  }

  @Test func whatTheScenarioDoesNotNameIsNotAvailable() throws {
    var family = Self.family()
    family.scenarioStrategies = ["by-foot", "stamped", "by-train"]
    let table = try #require(try Self.table(Self.text(family)))
    try #require(table.rows.count == 6)
    let missing = "not available: the scenario does not name it"
    #expect(table.rows[2] == ["stamps left out", "`unstamped`", missing, missing])
    #expect(table.rows[5] == ["all", "`by-train`", "100", "2"])
  }

  @Test func whatBrokeHasItsReason() throws {
    var family = Self.family()
    family.status = { $0.strategy == "stamped" ? .timedOut(seconds: 30) : .completed }
    let text = try Self.text(family)
    let table = try #require(try Self.table(text))
    #expect(table.rows[1][1] == "`stamped` (**timed-out**)")
    #expect(table.rows[1][2].hasPrefix("not available"))
    #expect(
      Self.finding(text)?.hasPrefix(
        "- By `letters-read` (counted) the setting “addresses” buys most alone: 20 against 10")
        ?? false)
  }

  @Test func withoutTheBaseThereIsNoBasisToCompareWith() throws {
    var family = Self.family()
    let ablation = try #require(family.ablation)
    // The base of the scenario always runs, but need not be that of the ablation.
    family.ablation = Ablation(
      base: "addressed", full: ablation.full, settings: ablation.settings,
      metrics: ablation.metrics)
    let text = try Self.text(family, RunSelection(strategies: ["stamped"]))
    #expect(try Self.table(text) == nil)
    #expect(Self.finding(text) == nil)
  }

  @Test func withoutAnySettingThereIsNoTable() throws {
    let text = try Self.text(Self.family(), RunSelection(strategies: ["by-train"]))
    #expect(try Self.table(text) == nil)
    var family = Self.family()
    family.ablation = nil
    #expect(try Self.table(Self.text(family)) == nil)
  }

  @Test func aSettingsNameIsNotMarkup() throws {
    var family = Self.family()
    family.ablation = Ablation(
      base: "by-foot", full: "by-train", settings: [.init(name: "a|b <c>", alone: "stamped")],
      metrics: [LettersFamily.lettersRead])
    let text = try Self.text(family)
    #expect(try #require(try Self.table(text)).rows[1][0] == "a\\|b &lt;c&gt; alone")
    #expect(Self.finding(text)?.contains("“a\\|b &lt;c&gt;”") ?? false)
  }
}
