import TestSupport
import Testing

@Suite(.blocking) struct ValidateCommandTests {
  private func validate(_ scenario: ScenarioFile) throws -> Tool.Outcome {
    let project = try TemporaryFolder(scenarios: [scenario])
    let outcome = try Tool.mappressure.run(
      ["validate", "Scenarios/\(scenario.name).yaml"], in: project)
    // Checking runs nothing.
    #expect(try project.names() == ["Scenarios"])
    return outcome
  }

  @Test func aGoodScenarioIsGood() throws {
    let outcome = try validate(ScenarioFile())
    #expect(outcome.code == 0)
    #expect(outcome.output == "Scenarios/small.yaml: ok, 2 cases\n")
    #expect(outcome.errors == "")
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
    (ScenarioFile(more: "thresholds: { all-pin: [] }"), "12:15", "'all-pins'"),
    (ScenarioFile(data: "{ file: absent.csv }"), "Scenarios/absent.csv", "No such file"),
    (ScenarioFile(more: "trials: 3"), "11:1", "'trials' stands twice"),
    (ScenarioFile(more: "  odd: [indentation"), "12:6", "not valid YAML"),
  ])
  func aMistakeHasItsPlaceAndAdvice(
    _ scenario: ScenarioFile, _ place: String, _ advice: String
  ) throws {
    let outcome = try validate(scenario)
    #expect(outcome.code == 1)
    #expect(outcome.output == "")
    let isPosition = place.contains(":")
    #expect(outcome.errors.contains(isPosition ? "small.yaml:\(place): error: " : place))
    #expect(outcome.errors.contains(advice))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func aFileOfDataIsAccountedFor() throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(data: "{ file: ../stores.geojson }", sizes: "[2]")
    ])
    try project.write(
      """
      {"type":"Polygon","coordinates":[]}
      {"type":"Point","coordinates":[13.5,52.5]}
      {"type":"Point","coordinates":[13.5,52.5]}
      """, to: "stores.geojson")
    let outcome = try Tool.mappressure.run(["validate", "small"], in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      outcome.output == """
        Scenarios/small.yaml: ok, 2 cases
          Scenarios/../stores.geojson: 2 places from newline-delimited JSON; left out: 1 Polygon
          latitude 52.5 to 52.5, longitude 13.5 to 13.5; 2 at the coordinate of another

        """)
  }

  /// Names of tables and columns are data, which must not move a terminal's cursor.
  @Test func namesFromAFileAreShownAsPlainText() throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile(data: "{ file: ../stores.csv }")])
    try project.write("\"a\u{1B}[2J\",\"b\nc\"\n1,2\n", to: "stores.csv")
    let outcome = try Tool.mappressure.run(["validate", "small"], in: project)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("found \"a [2J\", \"b c\""), "\(outcome.errors)")
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test(arguments: ["../../outside", "a/b", "\"\"", "..", "\"a\\nb\""])
  func aNameThatIsNoFileNameIsRefused(_ name: String) throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(ScenarioFile(name: name).text, to: "Scenarios/odd.yaml")
    let outcome = try Tool.mappressure.run(["validate", "odd"], in: project)
    // The name becomes a part of paths: of the run's folder and of pictures.
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("Scenarios/odd.yaml:1:11: error:"))
  }

  @Test func checksEveryFileAndNotOnlyTheFirst() throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(name: "a-wrong", more: "colour: red"), ScenarioFile(name: "good"),
      ScenarioFile(name: "z-wrong", sizes: "[x]"),
    ])
    for arguments in [[], ["a-wrong", "good", "z-wrong"]] {
      let outcome = try Tool.mappressure.run(["validate"] + arguments, in: project)
      #expect(outcome.code == 1)
      #expect(outcome.output == "Scenarios/good.yaml: ok, 2 cases\n")
      #expect(outcome.errors.contains("Scenarios/a-wrong.yaml:12:1: error:"))
      #expect(outcome.errors.contains("Scenarios/z-wrong.yaml:10:9: error:"))
    }
  }

  @Test func aMissingFileIsNamed() throws {
    let outcome = try Tool.mappressure.run(
      ["validate", "absent.yaml"], in: TemporaryFolder(scenarios: [ScenarioFile()]))
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("absent.yaml:1:1: error: the file cannot be read"))
  }

  @Test func anUnknownNameHasTheNearest() throws {
    let outcome = try Tool.mappressure.run(
      ["validate", "smoll"], in: TemporaryFolder(scenarios: [ScenarioFile()]))
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("did you mean 'small'?"))
  }

  @Test func aStrategyOfAnotherToolIsUnknown() throws {
    let project = try TemporaryFolder(scenarios: [.faulty(["traps"])])
    #expect(try Tool.mappressure.run(["validate", "small"], in: project).code == 1)
    #expect(try Tool.faultyStrategies.run(["validate", "small"], in: project).code == 0)
  }

  private func validate(claims link: String, document: String = "guide") throws -> Tool.Outcome {
    try Tool.mappressure.run(
      ["validate"], in: TemporaryFolder(ledgerWith: link, document: document))
  }

  @Test func aGoodLedgerIsGood() throws {
    let outcome = try validate(claims: "small/a")
    #expect(outcome.code == 0)
    #expect(outcome.output == "Scenarios/small.yaml: ok, 2 cases\nguide: ok, 1 statements\n")
  }

  @Test(arguments: [
    ("small/b", "guide", "Claims/guide.yaml:5:45", "'a'"),
    ("smal/a", "guide", "Claims/guide.yaml:5:45", "'small'"),
    ("small/a", "guides", "Scenarios/small.yaml:12:38", "'guide'"),
  ])
  func aMistakeInALedgerHasItsPlace(
    link: String, document: String, place: String, advice: String
  ) throws {
    let outcome = try validate(claims: link, document: document)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("\(place): error: "))
    #expect(outcome.errors.contains("did you mean \(advice)?"))
  }
}
