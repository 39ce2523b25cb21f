import TestSupport
import Testing

@Suite struct ValidateCommandTests {
  private func validate(_ scenario: ScenarioFile) async throws -> Tool.Outcome {
    let project = try TemporaryFolder(scenarios: [scenario])
    let outcome = try await project.call(["validate", "Scenarios/\(scenario.name).yaml"])
    // Checking runs nothing.
    #expect(try project.names() == ["Scenarios"])
    return outcome
  }

  @Test func aGoodScenarioIsGood() async throws {
    let outcome = try await validate(ScenarioFile()).expect(0)
    #expect(outcome.output == "Scenarios/small.yaml: ok, 2 cases\n" && outcome.errors == "")
  }

  @Test(arguments: [
    (ScenarioFile(strategies: ["all-pins", "grid-cluster"]), "9:24", "'grid-clusters'"),
    (ScenarioFile(more: "treshold: 1"), "12:1", "'thresholds'"),
    (ScenarioFile(data: "{ generator: uniforn, pins: 5 }"), "5:20", "'uniform'"),
    (ScenarioFile(data: "{ generator: cities, pins: many }"), "5:34", "found"),
    (ScenarioFile(sizes: "[0]"), "10:9", "expected"),
    (ScenarioFile(sizes: "[5, 5]"), "10:12", "expected"),
    (ScenarioFile(trials: -1), "11:9", "expected"),
    (ScenarioFile(frames: 0), "7:40", "expected"),
    (
      ScenarioFile(more: "thresholds: { all-pins: [\"view-created <= 1\"] }"), "12:26",
      "'views-created'"
    ),
    (
      ScenarioFile(more: "thresholds: { all-pin: [\"views-created <= 1\"] }"), "12:15", "'all-pins'"
    ),
    (
      ScenarioFile(
        more: "thresholds: { all-pins: [{ bound: \"views-created <= 1\", size: 3_000 }] }"),
      "12:63", "known: 200"
    ),
    (ScenarioFile(data: "{ file: absent.csv }"), "5:15", "absent.csv: there is no such file"),
    (ScenarioFile(more: "trials: 3"), "11:1", "one mapping has the key 'trials' twice"),
    (ScenarioFile(more: "  odd: [indentation"), "12:6", "not valid YAML"),
  ]) func aMistakeHasItsPlaceAndAdvice(
    _ scenario: ScenarioFile, _ place: String, _ advice: String
  ) async throws {
    let outcome = try await validate(scenario).expect(1)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("small.yaml:\(place): error: "))
    #expect(outcome.errors.contains(advice))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  /// The list of accepted changes is no scenario, and is checked like one.
  @Test func acceptedChangesAreChecked() async throws {
    func list(_ strategy: String) -> String {
      "- { case: small 200 \(strategy), metric: views-created, from: 5, to: 6, reason: a, "
        + "until: 2026-12-31 }\n"
    }
    let file = "Scenarios/accepted-changes.yaml"
    let project = try TemporaryFolder(scenarios: [ScenarioFile()], files: [file: list("all-pins")])
    let outcome = try await project.call("validate").expect(0)
    #expect(outcome.output == "Scenarios/small.yaml: ok, 2 cases\n")
    try project.write(list("all-pin"), to: file)
    for command in ["validate", "run"] {
      try await project.call(command).expect(
        1, errors: "\(file):1:11: error: ", "did you mean 'small 200 all-pins'?")
    }
  }

  /// Each on a line of its own, in the file's order, and those of files and sizes among them.
  @Test func allMistakesAreNamedAtOnce() async throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(
        data: "{ file: ../stores.csv }", frames: 0, strategies: ["all-pins", "grid-cluster"],
        sizes: "[2, 3]", trials: -1, more: "colour: red")
    ])
    try project.write("lat,lon\n1,2\n3,4\n", to: "stores.csv")
    let outcome = try await project.call("validate small").expect(1)
    let lines = outcome.errors.split(separator: "\n")
    let places = ["7:40", "9:24", "10:12", "11:9", "12:1"]
    #expect(
      lines.map { String($0.prefix { $0 != " " }) }
        == places.map { "Scenarios/small.yaml:\($0):" })
    #expect(lines.contains { $0.contains("expected at least 3 pins for this size, found 2") })
  }

  @Test func aFileOfDataIsAccountedFor() async throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(data: "{ file: ../stores.geojson }", sizes: "[2]")
    ])
    try project.write(
      """
      {"type":"Polygon","coordinates":[]}
      {"type":"Point","coordinates":[13.5,52.5]}
      {"type":"Point","coordinates":[13.5,52.5]}
      """, to: "stores.geojson")
    let outcome = try await project.call("validate small").expect(0)
    #expect(
      outcome.output == """
        Scenarios/small.yaml: ok, 2 cases
          Scenarios/../stores.geojson: 2 places from newline-delimited JSON; left out: 1 Polygon
          latitude 52.5 to 52.5, longitude 13.5 to 13.5; 2 at the same coordinate as another

        """)
  }

  @Test func theMostPlacesAreASetting() async throws {
    for (key, code) in [("max-places: 2", Int32(0)), ("max-places: 1", 1), ("max-places: 0", 1)] {
      let project = try TemporaryFolder(scenarios: [
        ScenarioFile(data: "{ file: ../stores.csv, \(key) }", sizes: "[2]")
      ])
      try project.write("lat,lon\n1,2\n3,4\n", to: "stores.csv")
      let outcome = try await project.call("validate small")
      #expect(outcome.code == code, "\(key): \(outcome.errors)")
      if key.hasSuffix("1") { #expect(outcome.errors.contains("expected at most 1 place, found")) }
    }
  }

  /// Names of tables and columns are data, which must not move a terminal's cursor.
  @Test func namesFromAFileAreShownAsPlainText() async throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile(data: "{ file: ../stores.csv }")])
    try project.write("\"a\u{1B}[2J\",\"b\nc\"\n1,2\n", to: "stores.csv")
    let outcome = try await project.call("validate small").expect(
      1, errors: "found \"a [2J\", \"b c\"")
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test(arguments: ["../../outside", "a/b", "\"\"", "..", "\"a\\nb\""])
  func aNameThatIsNoFileNameIsRefused(_ name: String) async throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(ScenarioFile(name: name).text, to: "Scenarios/odd.yaml")
    let outcome = try await project.call("validate odd")
    // The name becomes a part of paths: of the run's folder and of pictures.
    outcome.expect(1, errors: "Scenarios/odd.yaml:1:11: error:")
  }

  @Test func checksEveryFileAndNotOnlyTheFirst() async throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(name: "a-wrong", more: "colour: red"), ScenarioFile(name: "good"),
      ScenarioFile(name: "z-wrong", sizes: "[x]"),
    ])
    for arguments in [[], ["a-wrong", "good", "z-wrong"]] {
      let outcome = try await project.call(["validate"] + arguments).expect(1)
      #expect(outcome.output == "Scenarios/good.yaml: ok, 2 cases\n")
      #expect(outcome.errors.contains("Scenarios/a-wrong.yaml:12:1: error:"))
      #expect(outcome.errors.contains("Scenarios/z-wrong.yaml:10:9: error:"))
    }
  }

  @Test(arguments: [
    ("absent.yaml", "absent.yaml:1:1: error: the file cannot be read"),
    ("smoll", "did you mean 'small'?"),
  ]) func whatIsNotThereIsNamed(name: String, words: String) async throws {
    try await TemporaryFolder.small().call(["validate", name]).expect(1, errors: words)
  }

  @Test(.blocking) func aStrategyOfAnotherToolIsUnknown() async throws {
    let project = try TemporaryFolder(scenarios: [.faulty(["traps"])])
    try await project.call("validate small").expect(1)
    try project.runFaulty("validate small").expect(0)
  }

  private func validate(
    claims link: String, document: String = "guide"
  ) async throws -> Tool.Outcome {
    try await TemporaryFolder(ledgerWith: link, document: document).call("validate")
  }

  @Test func aGoodLedgerIsGood() async throws {
    let outcome = try await validate(claims: "small/a").expect(0)
    #expect(outcome.output == "Scenarios/small.yaml: ok, 2 cases\nguide: ok, 1 statement\n")
  }

  @Test(arguments: [
    ("small/b", "guide", "Scenarios/Claims/guide.yaml:5:45", "'a'"),
    ("smal/a", "guide", "Scenarios/Claims/guide.yaml:5:45", "'small'"),
    ("small/a", "guides", "Scenarios/small.yaml:12:38", "'guide'"),
  ]) func aMistakeInALedgerHasItsPlace(
    link: String, document: String, place: String, advice: String
  ) async throws {
    try await validate(claims: link, document: document).expect(
      1, errors: "\(place): error: ", "did you mean \(advice)?")
  }
}
