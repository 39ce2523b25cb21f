import Answers
import Harness
import Platform
import Reporting
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// A report of a family that only these tests know.
@Suite struct OtherFamilyTests {
  @Test func theTerminalShowsTheColumnsThatTheFamilyWants() throws {
    let text = try LettersFamily().results().summary()
    let lines = text.split(separator: "\n")
    #expect(
      lines.prefix(3) == [
        "post [calm, strike], size 12, 4 trials",
        "                                         frame-  delivery-",
        "strategy  letters-read  letters-lost  time-max†  time-p50*",
      ])
    // No trial answered with the time and memory that every trial should have.
    #expect(text.contains("n/a: frame-time-max is not available: no trial returned it"))
  }

  /// Without a screen a frame is not what a reader would think; with one no remark is needed.
  @Test func theTerminalSaysWhatAFrameIs() throws {
    var family = LettersFamily()
    func text() throws -> String { return try family.results().summary() }
    #expect(try text().contains("\nframe: one letter\n"))
    family.terminalColumns = [.lettersRead]
    #expect(try !text().contains("frame"), "no column is of frames")
    let pins = try ReportFixture().results()
    #expect(!SummaryTable.text(pins, verdict: RunVerdict(pins)).contains("frame:"))
  }

  /// A number that the terminal's edge cuts would be another number.
  @Test func columnsWithoutRoomAreNamedInstead() throws {
    var family = LettersFamily(variants: ["calm"])
    let wide = (1...5).map { number in
      Metric("letters_of_a_very_long_name_\(number)", .count, .counted, .lowerIsBetter, "Letters.")
    }
    family.metrics += wide
    family.terminalColumns = wide
    let lines = try family.results().summary(width: 120).split(separator: "\n")
    let header = try #require(lines.first { $0.hasPrefix("strategy") })
    // 8 for the strategy, 8 for the ratio, 29 for each metric and 2 before each column but one.
    #expect(header.hasSuffix("letters_of_a_very_long_name_3"))
    #expect(!lines.contains { $0.contains("…") })
    #expect(
      lines.contains(
        "not shown: letters_of_a_very_long_name_4 and letters_of_a_very_long_name_5; see the "
          + "report"))
  }

  @Test(arguments: [
    ([12], "- size: 12 letters\n"), ([1_000, 12], "- sizes: 12 and 1,000 letters\n"),
  ]) func sizesSayWhatTheyCount(sizes: [Int], fact: String) throws {
    #expect(try LettersFamily(sizes: sizes).results().report.contains("\n\(fact)"))
  }

  @Test func theHeadlinesAreRanked() throws {
    let headlines: [Metric] = [.deliveryTimeP95, .lettersRead]
    let tables = try MarkdownReader(LettersFamily(headlines: headlines).report()).tables
      .filter { $0.heading == "### Findings" }
    #expect(tables.count == 2)
    for table in tables {
      #expect(table.rows.map { $0[0] } == ["`delivery-time-p95`", "`letters-read`"])
      #expect(
        table.rows.first?.dropFirst() == ["modelled", "`by-train`", "4 ns", "8 ns", "0.50 x", ""])
    }
  }

  @Test func theReportHasATableForEachVariant() throws {
    let reader = try MarkdownReader(
      LettersFamily(factor: { $0 == "calm" ? 1 : 2 }).results().report)
    #expect(reader.headings.contains("## Calm, size 12"))
    #expect(reader.headings.contains("## Strike, size 12"))
    let tables = reader.tables.filter { $0.header.contains("delivery-time-p95") }
    #expect(
      tables.map(\.header)
        == Array(repeating: ["Strategy", "delivery-time-p50", "delivery-time-p95"], count: 2))
    #expect(tables.first?.cell("`by-train`", "delivery-time-p95") == "4 ns (0.50 x)")
  }

  /// A table of one column would say less than one with two of a kind.
  @Test func aSinglePercentileIsWithTheOthers() throws {
    var family = LettersFamily(variants: ["calm"])
    let single = Metric("wait-p95", .nanoseconds, .modelled, .lowerIsBetter, "Most wait so long.")
    let plain = Metric("walk", .nanoseconds, .modelled, .lowerIsBetter, "The time on foot.")
    family.metrics += [single, plain]
    let reader = try MarkdownReader(family.results().report)
    let tables = reader.tables.filter { $0.heading.hasPrefix("### Modelled") }
    #expect(
      tables.map(\.header) == [
        ["Strategy", "delivery-time-p50", "delivery-time-p95"],
        ["Strategy", "wait-p95", "walk", "allocations", "bytes-allocated"],
      ])
  }

  /// Words that are only true of pins on a screen.
  @Test func pinsAndScreensAreNotMentioned() throws {
    var family = LettersFamily()
    family.inspection = { _ in
      Inspection(pictures: [.init(file: "post.png", frame: 0, caption: "a letter")])
    }
    let results = try family.results()
    let verdict = RunVerdict(results)
    let text = MarkdownReport.whole(results, verdict: verdict)
    let words = (text + SummaryTable.text(results, verdict: verdict)).lowercased()
    for word in ["pin", "annotation", " view", "screen", "hz", "same frame", "frame has"] {
      #expect(!words.contains(word), "\(word)")
    }
    #expect(text.contains("### Pictures"))
    #expect(text.contains("\nA frame is one letter.\n"))
  }
}

/// A run of two families: what the report says about one does not hold for the other.
@Suite struct MixedRunTests {
  /// The fixture's scenario of pins and the letters' one, under one profile.
  private static func results(_ groups: [ProfileParameter.Group] = []) throws -> RunResults {
    let family = LettersFamily(
      profile: try PlatformProfile.builtIn("iphone-simulator"), profileGroups: groups)
    let pins = try ReportFixture().scenario()
    let plan = try Plan(scenarios: [pins, family.scenario()], selection: RunSelection())
    let records = plan.trials.filter { $0.scenarioCase.scenario != "post" }
      .map { ReportFixture().record($0) }
    return RunResults(
      plan: plan, records: records + family.records(of: plan),
      origin: RunOrigin(provenance: .current(commit: "none"), command: "run"))
  }

  private static func text(_ results: RunResults) -> String { results.report }

  @Test func aFrameIsExplainedForEachFamily() throws {
    #expect(
      try Self.text(Self.results()).contains(
        /\n\nA frame is one frame of the screen.\n\n(.|\n)*\n\nA frame is one letter.\n\n/))
  }

  // MARK: - The profile's parameters

  /// The names in the report's list of parameters, and those in the results.
  private static func parameters(_ results: RunResults) throws -> (list: [String], json: [String]) {
    let reader = try MarkdownReader(text(results))
    let names = Set(
      reader.tables.filter { $0.header.first == "Parameter" }.flatMap(\.rows)
        .compactMap { $0.first?.filter { $0 != "`" } })
    return (
      ProfileParameter.Name.allCases.map(\.rawValue).filter(names.contains),
      try #require(results.profiles.first).parameters.map(\.name.rawValue)
    )
  }

  private static func names(_ groups: [ProfileParameter.Group]) -> [String] {
    ProfileParameter.Name.allCases.filter { groups.contains($0.group) }.map(\.rawValue)
  }

  @Test func onlyTheGroupsThatTheRunRestsOnAreListed() throws {
    let pins = try Self.parameters(ReportFixture().results())
    #expect(pins.list == Self.names([.app, .map, .gestures]) && pins.json == pins.list)

    let profile = try PlatformProfile.builtIn("iphone-simulator")
    let letters = try Self.parameters(
      LettersFamily(profile: profile, profileGroups: [.app, .search]).results())
    #expect(letters.list == Self.names([.app, .search]) && letters.json == letters.list)

    let both = try Self.parameters(Self.results([.app, .search]))
    #expect(both.list == Self.names([.app, .map, .search, .gestures]))
    #expect(both.json == both.list)
  }

  @Test func aCountHasNoUnit() throws {
    let reader = try MarkdownReader(Self.text(Self.results([.search])))
    let table = try #require(reader.tables.last { $0.header.first == "Parameter" })
    #expect(table.cell("`throttle-limit`", "Value") == "50")
    #expect(table.cell("`throttle-window`", "Value") == "60 s")
    let pins = try #require(reader.tables.first { $0.header.first == "Parameter" })
    #expect(pins.cell("`visible-margin`", "Value") == "0.2 fraction")
  }
}
