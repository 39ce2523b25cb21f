import Support
import TestSupport
import Testing

/// What is no YAML is an error with the place where the reader stopped.
@Suite struct SyntaxErrorTests {
  private func error(reading text: String) -> InputError? {
    do {
      _ = try YAMLDocument(text: text, file: "test.yaml")
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "an empty file",
    arguments: ["", "\n", "   \n\n", "# only a comment", "\n# one\n# two\n"])
  func emptyFile(_ text: String) {
    #expect(
      error(reading: text)
        == InputError(
          .syntax(reason: "the file is empty"),
          at: SourceLocation(file: "test.yaml", line: 1, column: 1)))
  }

  @Test(
    "malformed text",
    arguments: [
      // A flow sequence is open when the next key begins.
      "one: [1, 2\ntwo§: 3\n",
      // A tab may not indent.
      "one:\n§\ttwo: 3\n",
      // The quotation never ends.
      "one: 1\ntwo: \"never ends\n§",
      "one: 1\n two§: 2\n",
      "one: §*unknown\n",
      "one: §@reserved\n",
      "one: 1\n§}\n",
      "one: 1\n§---\ntwo: 2\n",
    ].map(MarkedText.init))
  func malformed(_ marked: MarkedText) throws {
    let found = try #require(error(reading: marked.text))
    guard case .syntax(let reason) = found.problem else {
      Issue.record("expected a syntax error, found \(found)")
      return
    }
    #expect(!reason.isEmpty)
    #expect(found.location.line == marked.line)
    #expect(found.location.column == marked.column)
    #expect(found.location.file == "test.yaml")
  }

  @Test func unknownAliasesAreFoundWhereTheyStand() {
    let marked = MarkedText("one: 1\ntwo: §*one\n")
    #expect(
      error(reading: marked.text)
        == InputError(.syntax(reason: "found undefined alias"), at: marked))
  }

  @Test func aKeyThatStandsTwiceIsNamed() throws {
    let text = "first: 1\nsize: 2\nlast: 3\nsize: 4\n"
    let found = try #require(error(reading: text))
    guard case .syntax(let reason) = found.problem else {
      Issue.record("expected a syntax error, found \(found)")
      return
    }
    #expect(reason.contains("'size'"))
    #expect(found.location.line == 2, "where it stands first")
    #expect(found.location.column == 1)
  }

  @Test func aNestedKeyThatStandsTwiceIsFoundInItsMapping() throws {
    let text = "size: 1\ndata:\n  pins: 2\n  pins: 3\nsecond: { size: 4 }\n"
    let found = try #require(error(reading: text))
    #expect("\(found)".contains("'pins'"))
    #expect(found.location.line == 3)
    #expect(found.location.column == 3)
  }

  @Test func sameKeysInDifferentMappingsAreNoDuplicates() throws {
    let text = "a: { size: 1 }\nb: { size: 2 }\nsize: 3\n"
    #expect(try value("size", of: text).integer() == 3)
  }

  @Test func aSecondDocumentIsRefused() throws {
    let found = try #require(error(reading: "one: 1\n---\ntwo: 2\n"))
    #expect(found.location.line == 2)
    #expect(found.location.column == 1)
  }
}

/// Lines and columns count from 1, as in editors, and point at the first letter of a value.
@Suite struct LocationTests {
  @Test(
    "the place of a value",
    arguments: [
      "key: §5",
      "\n\n# a comment\nkey:   §five",
      "other: 1\r\nkey: §2\r\n",
      "other: [1, 2]\nkey: §[3, 4]",
      "key: §{ a: 1 }",
      "key:\n  §nested: 1\n",
      "key:\n  §- first\n  - second",
      "{ öäü: 1, key: §2 }",
      "key: §\"quoted\"",
      "key: §>-\n  folded\n  text\n",
      "---\nkey: §value\n...\n",
    ].map(MarkedText.init))
  func placeOfValue(_ marked: MarkedText) throws {
    let location = try value(of: marked.text).location
    #expect(
      location == SourceLocation(file: "test.yaml", line: marked.line, column: marked.column))
  }

  @Test func placesOfKeysAreTheirOwn() throws {
    let root = try YAMLDocument(text: "# one\nfirst: 1\nsecond:\n  third: 3\n", file: "f").root
    let entries = try root.mapping().entries
    #expect(entries.map(\.key) == ["first", "second"])
    #expect(
      entries.map(\.location) == [
        SourceLocation(file: "f", line: 2, column: 1),
        SourceLocation(file: "f", line: 3, column: 1),
      ])
    let nested = try #require(try entries[1].value.mapping().entries.first)
    #expect(nested.location == SourceLocation(file: "f", line: 4, column: 3))
    #expect(nested.value.location == SourceLocation(file: "f", line: 4, column: 10))
  }

  @Test func placesOfElementsAreTheirOwn() throws {
    let elements = try value(of: "key:\n  - one\n  - [two]\n  -   three\n").elements()
    #expect(elements.map(\.location.line) == [2, 3, 4])
    #expect(elements.map(\.location.column) == [5, 5, 7])
    #expect(elements.map(\.name) == ["key", "key", "key"])
  }

  @Test func locationsReadAsEditorsAndCompilersWriteThem() {
    #expect("\(SourceLocation(file: "a/b.yaml", line: 3, column: 14))" == "a/b.yaml:3:14")
  }
}

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
