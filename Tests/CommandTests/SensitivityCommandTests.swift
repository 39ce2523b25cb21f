import Foundation
import Support
import TestSupport
import Testing

@Suite(.blocking) struct SensitivityCommandTests {
  private func analysis(
    _ project: TemporaryFolder, _ arguments: [String] = [], out: String = "found"
  ) throws -> [String: Any] {
    let outcome = try Tool.mappressure.run(
      ["sensitivity", "small", "--out", out, "--draws", "8", "--seeds", "3"] + arguments,
      in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let document = try project.json("\(out)/sensitivity.json")
    let scenarios = try #require(document["scenarios"] as? [[String: Any]])
    #expect(scenarios.count == 1)
    return try #require(scenarios.first)
  }

  private func answer(
    _ name: String, in scenario: [String: Any]
  ) throws -> [String: Any] {
    let answers = try #require(scenario["answers"] as? [[String: Any]])
    return try #require(
      answers.first { ($0["answer"] as? [String: Any])?["name"] as? String == name })
  }

  /// What a killed analysis left behind is removed by the next one, not only by a run.
  @Test(.exhaustive) func foldersOfKilledProcessesAreRemoved() throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile()])
    let temporary = try project.makeFolder("temporary")
    let abandoned = "temporary/mappressure-" + UUID().uuidString
    try project.makeFolder(abandoned)
    try project.write("", to: abandoned + "/.lock")
    let outcome = try Tool.mappressure.run(
      ["sensitivity", "small", "--draws", "2", "--seeds", "1", "--quiet"], in: project,
      environment: ["TMPDIR": temporary])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try project.names("temporary") == [])
  }

  /// The footprint has the app's own memory as a term, so that it is known where a bound is
  /// exceeded.
  @Test func aThresholdChangesWhereTheModelSaysSo() throws {
    let plain = try TemporaryFolder(scenarios: [ScenarioFile()])
    #expect(
      try Tool.mappressure.run(["run", "small", "--out", "run"], in: plain).code == 0)
    let footprint = try #require(
      try RunFolderFiles(plain, "run").results.records.first {
        $0["metric"] == "modelled-footprint" && $0["strategy"] == "all-pins"
      }?["median"].flatMap { Double($0) })

    let parameter = try #require(
      (try analysis(plain)["parameters"] as? [[String: Any]])?
        .compactMap { $0["parameter"] as? [String: Any] }
        .first { $0["name"] as? String == "app-base-memory" })
    let value = try #require(parameter["value"] as? Double)
    let high = try #require(parameter["high"] as? Double)
    #expect(parameter["unit"] as? String == "MB")
    // The bound is exceeded in the middle between the value and the upper end.
    let bound = footprint + (high - value) / 2 * 1_000_000
    var file = ScenarioFile()
    file.more = """
      thresholds:
        all-pins:
          - "modelled-footprint <= \(Int(bound)) B"
      """
    let project = try TemporaryFolder(scenarios: [file])
    let found = try answer(
      "all-pins: modelled-footprint <= \(Int(bound)) B", in: analysis(project))
    let flips = try #require(found["flips"] as? [[String: Any]])
    let flip = try #require(flips.first { $0["parameter"] as? String == "app-base-memory" })
    let flipped = try #require(flip["value"] as? Double)
    // Four halvings, the first of the ratio of the ends, find it up to a twelfth of the way.
    #expect(flipped >= (value + high) / 2)
    #expect(flipped <= (value + high) / 2 + (high - value) / 12)
    #expect((flip["outcome"] as? [String: Any])?["words"] as? [String] == ["failed"])
    // What nothing in this replay costs changes nothing.
    #expect(!flips.contains { $0["parameter"] as? String == "store-row" })
  }

  @Test(.exhaustive) func theScenarioAsItIsHasTheNumbersOfARun() throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile()])
    #expect(try Tool.mappressure.run(["run", "small", "--out", "run"], in: project).code == 0)
    let records = try RunFolderFiles(project, "run").results.records
    let spans = try #require(try analysis(project)["spans"] as? [[String: Any]])
    var compared = 0
    for span in spans {
      let scenarioCase = try #require(span["scenarioCase"] as? [String: Any])
      let record = try #require(
        records.first {
          $0["metric"] == span["metric"] as? String
            && $0["strategy"] == scenarioCase["strategy"] as? String
        })
      // One in ten frames is searched for pins.
      guard record["metric"] != "frames-inspected" else { continue }
      let value = try #require(span["value"] as? Double)
      let median = try #require(record["median"].flatMap { Double($0) })
      #expect(abs(value - median) <= 1e-9 * abs(median), "\(span["metric"] ?? "")")
      compared += 1
    }
    #expect(compared > 20)
  }

  @Test(.exhaustive) func theSameCommandGivesTheSameBytes() throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile()])
    _ = try analysis(project, out: "found")
    let names = try project.names("found").sorted()
    let first = try names.map { try project.read("found/\($0)") }
    #expect(names.contains { $0.hasSuffix(".svg") })
    _ = try analysis(project, out: "found")
    #expect(try project.names("found").sorted() == names)
    #expect(try names.map { try project.read("found/\($0)") } == first)
  }

  /// The draws move all parameters, and are the same; no gesture is moved alone.
  @Test(.exhaustive) func theInputIsMovedInTheDrawsOnly() throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile()])
    func names(_ scenario: [String: Any]) throws -> Set<String> {
      let parameters = try #require(scenario["parameters"] as? [[String: Any]])
      return Set(
        parameters.compactMap { ($0["parameter"] as? [String: Any])?["name"] as? String })
    }
    let all = try analysis(project)
    let together = try analysis(project, ["--input-together"], out: "together")
    #expect(try names(all).subtracting(names(together)).contains("stay-zoom-min"))
    #expect(try names(together).contains("create-marker-view"))
    let evaluations = try [all, together].map { try #require($0["evaluations"] as? Int) }
    #expect(evaluations[1] < evaluations[0])
    #expect(try draws(all) == draws(together))
    #expect(
      try project.read("together/sensitivity.md").contains("(what people and data do was not)"))
  }

  private func draws(_ scenario: [String: Any]) throws -> [Int] {
    try #require(scenario["answers"] as? [[String: Any]]).compactMap { $0["draws"] as? Int }
  }

  /// The search index is made of one seed's places.
  @Test(.exhaustive) func anotherSeedHasTheNumbersOfARunWithThatSeed() throws {
    let project = try TemporaryFolder()
    _ = try project.makeFolder("Scenarios")
    try project.write(
      SearchScenarioFile.search(strategies: ["default-request"]), to: "Scenarios/search.yaml")
    let analysed = try Tool.mappressure.run(
      ["sensitivity", "search", "--out", "found", "--draws", "0", "--seeds", "1"], in: project)
    #expect(analysed.code == 0, "\(analysed.errors)")
    let document = try project.json("found/sensitivity.json")
    let scenario = try #require((document["scenarios"] as? [[String: Any]])?.first)
    let spans = try #require(scenario["spans"] as? [[String: Any]])
    // The first other seed of an analysis with the seed 1.
    var random = SplitMix64(seed: 1)
    let run = try Tool.mappressure.run(
      ["run", "search", "--out", "run", "--seed", "\(random.next() >> 1)"], in: project)
    #expect(run.code == 0, "\(run.errors)")
    let records = try RunFolderFiles(project, "run").results.records
    var compared = 0
    for span in spans {
      guard let seeds = span["seeds"] as? [String: Any] else { continue }
      let value = try #require(seeds["mean"] as? Double)
      #expect(seeds["count"] as? Int == 1)
      #expect(seeds["interval"] == nil)
      let median = try #require(
        records.first { $0["metric"] == span["metric"] as? String }?["median"]
          .flatMap { Double($0) })
      #expect(abs(value - median) <= 1e-9 * abs(median), "\(span["metric"] ?? "")")
      compared += 1
    }
    #expect(compared > 5)
  }

  /// The report of a run says of an answer where it holds, as the analysis found it.
  @Test(.exhaustive) func theAnalysisOfARunIsInItsReport() throws {
    var file = ScenarioFile()
    // The first bound lies within the span of the app's and the map's own memory; nothing comes
    // near the other.
    file.more = """
      thresholds:
        all-pins:
          - "modelled-footprint <= 150 MB"
          - "modelled-footprint <= 9000 MB"
      claims:
        - { id: light, says: so, hypothesis: true, strategy: all-pins,
            metric: modelled-footprint, at-most: 150 MB }
      """
    let project = try TemporaryFolder(scenarios: [file])
    let run = ["run", "small", "--out", "run"]
    #expect(try Tool.mappressure.run(run, in: project).code == 2)
    #expect(try project.read("run/report.md").contains("How sure the answers are is not analysed"))
    let before = try project.json("run/results.json")
    #expect(try recommendation(in: before)["draws"] == nil)

    let options = ["--draws", "8", "--seeds", "3"]
    let outcome = try Tool.mappressure.run(["sensitivity", "--run", "run"] + options, in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
    // The numbers are those of the run; the answers have the draws now.
    let after = try project.json("run/results.json")
    #expect(try recommendation(in: after)["draws"] as? Int == 8)
    #expect(
      before.filter { $0.key != "verdict" } as NSDictionary
        == after.filter { $0.key != "verdict" } as NSDictionary)
    let document = try project.json("run/sensitivity.json")
    let scenario = try #require((document["scenarios"] as? [[String: Any]])?.first)
    let name = "all-pins: modelled-footprint <= 150 MB"
    let threshold = try answer(name, in: scenario)
    let draws = try #require(threshold["draws"] as? Int)
    let flips = try #require(threshold["flips"] as? [[String: Any]])
    let nearest = try #require(flips.first?["parameter"] as? String)

    let lines = try RunFolderFiles(project, "run").report.split(separator: "\n")
    // 7 of 8 are 87.5 %.
    let share = draws == 8 ? "all draws" : "\(Double(draws * 1_000 / 8) / 10) % of draws"
    let row = try #require(lines.first { $0.contains("| modelled-footprint &lt;= 150 MB") })
    #expect(row.contains("\(share); flips at \(nearest) = "), "\(row)")
    let firm = try #require(lines.first { $0.contains("| modelled-footprint &lt;= 9000 MB") })
    #expect(firm.contains("| everywhere |"), "\(firm)")
    let claim = try #require(lines.first { $0.hasPrefix("| light |") })
    #expect(claim.contains("flips at \(nearest) = "), "\(claim)")
    let claims = try project.read("run/claims.md")
    #expect(claims.contains("; holds in \(share); flips at \(nearest) = "), "\(claims)")
    #expect(
      lines.contains { $0.hasPrefix("| `frame-time") && $0.contains("measured: not analysed") })

    // Another run has other answers.
    #expect(try Tool.mappressure.run(run + ["--overwrite"], in: project).code == 2)
    #expect(try project.names("run").filter { $0.hasPrefix("sensitivity") }.isEmpty)
  }

  private func recommendation(in results: [String: Any]) throws -> [String: Any] {
    let scenarios = (results["verdict"] as? [String: Any])?["scenarios"] as? [[String: Any]]
    return try #require((scenarios?.first?["recommendations"] as? [[String: Any]])?.first)
  }

  @Test(.exhaustive) func aClaimWithSeveralSizesHoldsAsItsLeastFirmVerdict() throws {
    var file = ScenarioFile()
    file.sizes = "[20, 200]"
    file.more = """
      claims:
        - { id: light, says: so, hypothesis: true, strategy: all-pins,
            metric: modelled-footprint, at-most: 150 MB }
        - { id: possible, says: so, hypothesis: true, strategy: all-pins,
            metric: modelled-footprint, at-most: 9000 MB }
      """
    let project = try TemporaryFolder(scenarios: [file])
    #expect(try Tool.mappressure.run(["run", "small", "--out", "run"], in: project).code == 0)
    let outcome = try Tool.mappressure.run(
      ["sensitivity", "--run", "run", "--draws", "4", "--seeds", "1"], in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let rows = try project.read("run/claims.md").split(separator: "\n")
    let light = try #require(rows.first { $0.hasPrefix("| `small/light`") })
    #expect(light.contains("; holds at least in "), "\(light)")
    #expect(light.contains("flips at "), "\(light)")
    let possible = try #require(rows.first { $0.hasPrefix("| `small/possible`") })
    #expect(possible.contains("; holds everywhere"), "\(possible)")
  }

  @Test(.exhaustive) func aRunIsAnalysedAsItWas() throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile()])
    let run = ["run", "small", "--sizes", "20", "--strategies", "grid-clusters"]
    #expect(try Tool.mappressure.run(run + ["--out", "run"], in: project).code == 0)
    #expect(
      try Tool.mappressure.run(run + ["--out", "other", "--seed", "3"], in: project).code == 0)
    let options = ["--draws", "1", "--seeds", "0"]
    let outcome = try Tool.mappressure.run(["sensitivity", "--run", "run"] + options, in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("2 cases"), "\(outcome.errors)")
    let answers = try #require(
      (try project.json("run/sensitivity.json")["scenarios"] as? [[String: Any]])?
        .first?["answers"] as? [[String: Any]])
    #expect(
      Set(answers.compactMap { ($0["answer"] as? [String: Any])?["size"] as? Int }) == [20])

    var changed = ScenarioFile()
    changed.frames = 12
    try project.write(changed.text, to: "Scenarios/small.yaml")
    for (arguments, code, said) in [
      (["--run", "run"], 1, "run it again"), (["--run", "other"], 1, "--seed"),
      (["--run", "none"], 1, "none"), (["small", "--run", "run"], 64, "--run"),
      (["--run", "run", "--out", "x"], 64, "--out"),
    ] as [([String], Int32, String)] {
      let outcome = try Tool.mappressure.run(["sensitivity"] + arguments, in: project)
      #expect(outcome.code == code, "\(arguments)")
      #expect(outcome.errors.contains(said), "\(outcome.errors)")
    }
  }

  @Test func aMistakeAnalysesNothing() async throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile()])
    for (arguments, code, said) in [
      (["sensitivity", "smal"], 1, "small"),
      (["sensitivity", "small", "--draws", "-1"], 64, "--draws"),
      (["sensitivity", "small", "--strategies", "gird-clusters"], 1, "grid-clusters"),
      (["sensitivity", "small", "--timeout", "0"], 64, "--timeout"),
    ] as [([String], Int32, String)] {
      let outcome = try await Tool.call(arguments, in: project)
      #expect(outcome.code == code, "\(arguments)")
      #expect(outcome.errors.contains(said), "\(outcome.errors)")
      #expect(!project.exists("Reports"))
    }
  }

  /// A strategy that crashes only at some points breaks the answers there, and not the analysis; one
  /// that crashes with the scenario as it is has no answers.
  @Test(.exhaustive) func aCaseThatCrashesIsNamed() throws {
    let project = try TemporaryFolder(scenarios: [.faulty(["traps"])])
    let outcome = try Tool.faultyStrategies.run(["sensitivity", "small"], in: project)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("expected a replay that completes"))
  }
}
