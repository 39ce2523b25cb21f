import Testing
import YAMLReading

/// One form for all messages: place, what was expected, what was found, the nearest name.
@Suite struct InputErrorTests {
  private func message(_ problem: InputError.Problem) -> String {
    "\(InputError(problem, at: SourceLocation(file: "f.yaml", line: 2, column: 3)))"
  }

  @Test func everyProblemHasItsWords() {
    #expect(
      message(.unreadable(reason: "no such file"))
        == "f.yaml:2:3: error: the file cannot be read: no such file")
    #expect(
      message(.syntax(reason: "a tab")) == "f.yaml:2:3: error: this is not valid YAML: a tab")
    #expect(
      message(.missingKey("pins", in: "data"))
        == "f.yaml:2:3: error: data needs the key 'pins', which is missing")
    #expect(
      message(.wrongType(of: "pins", expected: "a number", found: "a list"))
        == "f.yaml:2:3: error: pins: expected a number, found a list")
    #expect(
      message(.invalidValue(of: "pins", expected: "1 or more", found: "'0'"))
        == "f.yaml:2:3: error: pins: expected 1 or more, found '0'")
  }

  @Test func unknownNamesComeWithTheNearestAndAllKnownOnes() {
    #expect(
      message(.unknownKey("pinz", in: "data", known: ["pins", "seed"]))
        == "f.yaml:2:3: error: data has no key 'pinz'; did you mean 'pins'? (known: pins, seed)")
    #expect(
      message(.unknownName("citys", what: "generator", known: ["line", "cities"]))
        == "f.yaml:2:3: error: there is no generator 'citys'; "
        + "did you mean 'cities'? (known: line, cities)")
  }

  @Test func withNothingNearOnlyTheKnownOnesAreListed() {
    #expect(
      message(.unknownKey("zebra", in: "data", known: ["pins", "seed"]))
        == "f.yaml:2:3: error: data has no key 'zebra'; known: pins, seed")
    #expect(
      message(.unknownName("zebra", what: "animal", known: []))
        == "f.yaml:2:3: error: there is no animal 'zebra'")
  }
}
