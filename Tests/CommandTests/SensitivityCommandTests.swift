import Foundation
import Support
import TestSupport
import Testing

@Suite(.blocking) struct SensitivityCommandTests {
  private func analysis(
    _ project: TemporaryFolder, _ arguments: [String] = [], out: String = "found"
  ) throws -> JSONValue {
    try project.run(
      ["sensitivity", "small", "--out", out, "--people", "8", "--seeds", "3"] + arguments
    ).expect(0)
    let scenarios = try project.json("\(out)/\(RunFolderFiles.sensitivity)").scenarios.list
    #expect(scenarios.count == 1)
    return try #require(scenarios.first)
  }

  private func answer(_ name: String, in scenario: JSONValue) throws -> JSONValue {
    try #require(scenario.answers.list.first { $0.answer.name == .text(name) })
  }

  /// The next analysis, and not only a run, removes the folders of a killed one.
  @Test(.exhaustive) func foldersOfKilledProcessesAreRemoved() throws {
    let project = try TemporaryFolder.small()
    let temporary = try project.makeFolder("temporary")
    let abandoned = "temporary/mappressure-" + UUID().uuidString
    try project.makeFolder(abandoned)
    try project.write("", to: abandoned + "/.lock")
    try project.run(
      "sensitivity small --people 2 --seeds 1 --quiet", environment: ["TMPDIR": temporary]
    ).expect(0)
    #expect(try project.names("temporary") == [])
  }

  /// The footprint has the app's own memory as a term, so that it is known where a bound is
  /// exceeded.
  @Test func aThresholdChangesWhereTheModelSaysSo() throws {
    let plain = try TemporaryFolder.small()
    try plain.run("run small --out run").expect(0)
    let footprint = try RunFolderFiles(plain, "run").median("modelled-footprint", of: "all-pins")
    let parameters = try analysis(plain).parameters.list.map { $0.parameter }
    let parameter = try #require(parameters.first { $0.name == "app-base-memory" })
    let value = try #require(parameter.value.number)
    let high = try #require(parameter.high.number)
    #expect(parameter.unit == "MB")
    // The bound is exceeded in the middle between the value and the upper end.
    let bound = footprint + (high - value) / 2 * 1_000_000
    let threshold = "modelled-footprint <= \(Int(bound)) B"
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(more: "thresholds: { all-pins: [\"\(threshold)\"] }")
    ])
    let found = try answer("all-pins: \(threshold)", in: analysis(project))
    let flips = found.flips.list
    let flip = try #require(flips.first { $0.parameter == "app-base-memory" })
    let flipped = try #require(flip.value.number)
    // Four halvings, the first of the ratio of the ends, find it up to a twelfth of the way.
    #expect(flipped >= (value + high) / 2)
    #expect(flipped <= (value + high) / 2 + (high - value) / 12)
    #expect(flip.outcome.words == ["failed"])
    // What nothing in this replay costs changes nothing.
    #expect(!flips.contains { $0.parameter == "store-row" })
  }

  @Test(.exhaustive) func theScenarioAsItIsHasTheNumbersOfARun() throws {
    let project = try TemporaryFolder.small()
    try project.run("run small --out run").expect(0)
    let files = RunFolderFiles(project, "run")
    var compared = 0
    // One in ten frames is searched for pins.
    for span in try analysis(project).spans.list where span.metric != "frames-inspected" {
      let value = try #require(span.value.number)
      let strategy: String = try #require(span.scenarioCase.strategy.text)
      let median = try files.median(try #require(span.metric.text), of: strategy)
      #expect(abs(value - median) <= 1e-9 * abs(median), "\(span.metric)")
      compared += 1
    }
    #expect(compared > 20)
  }

  @Test(.exhaustive) func theSameCommandGivesTheSameBytes() throws {
    let project = try TemporaryFolder.small()
    _ = try analysis(project, out: "found")
    let names = try project.files("found")
    let first = try names.map { try project.read("found/\($0)") }
    #expect(names.contains { $0.hasPrefix("pictures/sensitivity-") && $0.hasSuffix(".svg") })
    // The pictures of the report are where it shows them.
    let report = try project.read("found/sensitivity.md")
    for match in report.matches(of: /!\[[^\]]*\]\((?<file>[^)]+)\)/) {
      #expect(names.contains(String(match.file)))
    }
    _ = try analysis(project, out: "found")
    #expect(try project.files("found") == names)
    #expect(try names.map { try project.read("found/\($0)") } == first)
  }

  /// The draws move all parameters, and are the same; no gesture is moved alone.
  @Test(.exhaustive) func theInputIsMovedInTheDrawsOnly() throws {
    let project = try TemporaryFolder.small()
    func names(_ scenario: JSONValue) -> Set<String> {
      Set(scenario.parameters.list.compactMap { $0.parameter.name.text })
    }
    let all = try analysis(project)
    let together = try analysis(project, ["--alone", "platform"], out: "together")
    #expect(names(all).subtracting(names(together)).contains("stay-zoom-min"))
    #expect(names(together).contains("create-marker-view"))
    let evaluations = try [all, together].map { try #require($0.evaluations.number) }
    #expect(evaluations[1] < evaluations[0])
    #expect(all.answers.list.map { $0.draws } == together.answers.list.map { $0.draws })
    #expect(
      try project.read("together/sensitivity.md").contains("(except those of people and data)"))
  }

  /// The search index is made of one seed's places.
  @Test(.exhaustive) func anotherSeedHasTheNumbersOfARunWithThatSeed() throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(
      SearchScenarioFile.search(strategies: ["default-request"]), to: "Scenarios/search.yaml")
    try project.run("sensitivity search --out found --people 0 --seeds 1").expect(0)
    // The first other seed of an analysis with the seed 1.
    var random = SplitMix64(seed: 1)
    try project.run(["run", "search", "--out", "run", "--seed", "\(random.next() >> 1)"]).expect(0)
    let files = RunFolderFiles(project, "run")
    var compared = 0
    for span in try project.json("found/\(RunFolderFiles.sensitivity)").scenarios[0].spans.list {
      guard span.seeds != .null else { continue }
      let value = try #require(span.seeds.mean.number)
      #expect(span.seeds["count"] == 1 && span.seeds.interval == .null)
      let median = try files.median(try #require(span.metric.text))
      #expect(abs(value - median) <= 1e-9 * abs(median), "\(span.metric)")
      compared += 1
    }
    #expect(compared > 5)
  }

  /// The report of a run has the range in which an answer holds, as the analysis found it.
  @Test(.exhaustive) func theAnalysisOfARunIsInItsReport() throws {
    // The first bound lies within the span of the app's and the map's own memory; nothing comes
    // near the other.
    let text = """
      thresholds:
        all-pins:
          - "modelled-footprint <= 150 MB"
          - "modelled-footprint <= 9000 MB"
      claims:
        - { id: light, says: so, hypothesis: true, strategy: all-pins,
            metric: modelled-footprint, at-most: 150 MB }
      """
    let project = try TemporaryFolder(scenarios: [ScenarioFile(more: text)])
    let run = ["run", "small", "--out", "run", "--no-draws"]
    try project.run(run).expect(2)
    #expect(try project.read("run/report.md").contains("The answers were not analysed"))
    let before = try project.json("run/\(RunFolderFiles.results)")
    #expect(recommendation(in: before).strategy.text != nil)
    #expect(recommendation(in: before).draws == .null)

    let options = ["--people", "8", "--seeds", "3"]
    try project.run(["sensitivity", "--run", "run"] + options).expect(0)
    // The numbers are those of the run; the answers have the draws now.
    let after = try project.json("run/\(RunFolderFiles.results)")
    let drawn = try #require(recommendation(in: after).draws.number)
    #expect(drawn >= 4)
    #expect(
      before.object.filter { $0.key != "verdict" } == after.object.filter { $0.key != "verdict" })
    let threshold = try answer(
      "all-pins: modelled-footprint <= 150 MB",
      in: project.json("run/\(RunFolderFiles.sensitivity)").scenarios[0])
    let draws = Int(try #require(threshold.draws.number))
    let nearest = try #require(threshold.flips[0].parameter.text)

    let lines = try RunFolderFiles(project, "run").report.split(separator: "\n")
    let share = "\(draws) of \(Int(try #require(threshold.drawCount.number))) draws"
    let row = try #require(lines.first { $0.contains("| modelled-footprint &lt;= 150 MB") })
    #expect(row.contains("\(share); flips at \(nearest) = "), "\(row)")
    let firm = try #require(lines.first { $0.contains("| modelled-footprint &lt;= 9000 MB") })
    #expect(firm.contains("| everywhere |"), "\(firm)")
    let claim = try #require(lines.first { $0.hasPrefix("| light |") })
    // The footprint is wrong by as much as its distance from the bound.
    #expect(claim.contains("open, because the model is wrong by 1.42 x"), "\(claim)")
    #expect(try project.read("run/claims.md").contains("; holds in "))
    #expect(
      lines.contains { $0.hasPrefix("| `frame-time") && $0.contains("measured: not analysed") })

    // Another run has other answers.
    try project.run(run + ["--overwrite"]).expect(2)
    #expect(try project.files("run").filter { $0.contains("sensitivity") }.isEmpty)
  }

  private func recommendation(in results: JSONValue) -> JSONValue {
    results.verdict.scenarios[0].recommendations[0]
  }

  @Test(.exhaustive) func aClaimWithSeveralSizesHoldsAsItsLeastFirmVerdict() throws {
    let claims = """
      claims:
        - { id: light, says: so, hypothesis: true, strategy: all-pins,
            metric: modelled-footprint, at-most: 150 MB }
        - { id: possible, says: so, hypothesis: true, strategy: all-pins,
            metric: modelled-footprint, at-most: 9000 MB }
      """
    let project = try TemporaryFolder(scenarios: [ScenarioFile(sizes: "[20, 200]", more: claims)])
    try project.run("run small --out run").expect(0)
    try project.run("sensitivity --run run --people 4 --seeds 1").expect(0)
    let rows = try project.read("run/claims.md").split(separator: "\n")
    let light = try #require(rows.first { $0.hasPrefix("| `small/light`") })
    #expect(light.contains("; the least sure holds in "), "\(light)")
    #expect(light.contains("flips at "), "\(light)")
    let possible = try #require(rows.first { $0.hasPrefix("| `small/possible`") })
    #expect(possible.contains("; holds everywhere"), "\(possible)")
  }

  @Test(.exhaustive) func aRunIsAnalysedAsItWas() throws {
    let project = try TemporaryFolder.small()
    let run = ["run", "small", "--sizes", "20", "--strategies", "grid-clusters"]
    try project.run(run + ["--out", "run"]).expect(0)
    try project.run(run + ["--out", "other", "--seed", "3"]).expect(0)
    let options = ["--people", "1", "--seeds", "0"]
    try project.run(["sensitivity", "--run", "run"] + options).expect(0, errors: "2 cases")
    let answers = try project.json("run/\(RunFolderFiles.sensitivity)").scenarios[0].answers.list
    #expect(Set(answers.compactMap { $0.answer.size.number }) == [20])

    try project.write(ScenarioFile(frames: 12))
    for (arguments, code, said) in [
      (["--run", "run"], 1, "run it again"), (["--run", "other"], 1, "--seed"),
      (["--run", "none"], 1, "none"), (["small", "--run", "run"], 64, "--run"),
      (["--run", "run", "--out", "x"], 64, "--out"),
    ] as [([String], Int32, String)] {
      try project.run(["sensitivity"] + arguments).expect(code, errors: said)
    }
  }

  @Test(.exhaustive) func theMergeOfAllShardsIsTheUnsplitAnalysis() throws {
    let names = ["one", "two", "three"]
    let project = try TemporaryFolder(
      scenarios: names.enumerated().map { ScenarioFile(name: $1, frames: 10 + $0) })
    func sensitivity(_ arguments: String) throws -> Tool.Outcome {
      try project.run("sensitivity --people 4 --seeds 1 --quiet " + arguments)
    }
    let order = names.joined(separator: " ")
    try sensitivity("\(order) --out whole").expect(0)
    for shard in 1...2 { try sensitivity("\(order) --shard \(shard)/2").expect(0) }
    let parts = (1...2).map { "Reports/sensitivity-shard-\($0)-of-2" }
    try sensitivity("--out merged --merge \(parts.reversed().joined(separator: " "))").expect(0)
    for file in ["data/answers.csv", "data/seeds.csv"] {
      #expect(try project.read("merged/" + file) == project.read("whole/" + file))
    }
    try sensitivity("--merge \(parts[0])").expect(1, errors: "expected each shard once, found 1/2")
    try sensitivity("--merge whole").expect(1, errors: "whole: expected the analysis of a shard")
    try project.run("sensitivity \(order) --people 8 --seeds 1 --shard 2/2 --quiet").expect(0)
    try sensitivity("--merge \(parts.joined(separator: " "))").expect(
      1, errors: "found shard 2/2 with another commit or other options than shard 1/2")
    try sensitivity("one --merge whole").expect(64, errors: "leave out scenarios")
  }

  @Test func aMistakeAnalysesNothing() async throws {
    let project = try TemporaryFolder.small()
    for (arguments, code, said) in [
      (["sensitivity", "smal"], 1, "small"),
      (["sensitivity", "small", "--people", "-1"], 64, "--people"),
      (["sensitivity", "small", "--strategies", "gird-clusters"], 1, "grid-clusters"),
      (["sensitivity", "small", "--timeout", "0"], 64, "--timeout"),
    ] as [([String], Int32, String)] {
      try await project.call(arguments).expect(code, errors: said)
      #expect(!project.exists("Reports"))
    }
  }

  /// A strategy that crashes with the scenario as it is has no answers.
  @Test(.exhaustive) func aCaseThatCrashesIsNamed() throws {
    try TemporaryFolder(scenarios: [.faulty(["traps"])]).runFaulty("sensitivity small").expect(
      1, errors: "expected a replay that completes")
  }
}
