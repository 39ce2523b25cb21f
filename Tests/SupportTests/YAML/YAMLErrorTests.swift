import Support
import TestSupport
import Testing

/// Text that is not YAML is an error with the place where the reader stopped.
@Suite struct YAMLErrorTests {
  @Test(
    "an empty file",
    arguments: ["", "\n", "   \n\n", "# only a comment", "\n# one\n# two\n"])
  func emptyFile(_ text: String) {
    #expect(
      inputError(reading: text)
        == InputError(.syntax(reason: "the file is empty"), at: .place(1, 1)))
  }

  @Test(
    "malformed text",
    arguments: [
      // A flow sequence is open when the next key begins.
      "one: [1, 2\ntwo§: 3\n",
      // A tab may not indent.
      "one:\n§\ttwo: 3\n",
      // The quotation never ends.
      "one: 1\ntwo: §\"never ends\n",
      "one: 1\n two§: 2\n",
      "one: §*unknown\n",
      "one: §@reserved\n",
      "one: 1\n§}\n",
      "one: 1\n§---\ntwo: 2\n",
    ].map(MarkedText.init))
  func malformed(_ marked: MarkedText) throws {
    let found = try #require(inputError(reading: marked.text))
    guard case .syntax(let reason) = found.problem else {
      Issue.record("expected a syntax error, found \(found)")
      return
    }
    #expect(!reason.isEmpty)
    #expect(found.location == .place(marked.line, marked.column))
  }

  @Test(
    "what the reason names",
    arguments: [
      ("one: 1\ntwo: §*one\n", "found undefined alias"),
      // Where a key that stands twice stands first, in its mapping.
      ("first: 1\n§size: 2\nlast: 3\nsize: 4\n", "'size'"),
      ("size: 1\ndata:\n  §pins: 2\n  pins: 3\nsecond: { size: 4 }\n", "'pins'"),
    ])
  func reasons(text: String, part: String) throws {
    let marked = MarkedText(text)
    let found = try #require(inputError(reading: marked.text))
    #expect("\(found)".contains("error: this is not valid YAML: ") && "\(found)".contains(part))
    #expect(found.location == .place(marked.line, marked.column))
  }

  @Test func sameKeysInDifferentMappingsAreNoDuplicates() throws {
    let text = "a: { size: 1 }\nb: { size: 2 }\nsize: 3\n"
    #expect(try value("size", of: text).integer() == 3)
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
    #expect(location == .place(marked.line, marked.column))
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
  @Test(
    arguments: [
      (.unreadable(reason: "no such file"), "the file cannot be read: no such file"),
      (.syntax(reason: "a tab"), "this is not valid YAML: a tab"),
      (.missingKey("pins", in: "data"), "data needs the key 'pins', which is missing"),
      (
        .wrongType(of: "pins", expected: "a number", found: "a list"),
        "pins: expected a number, found a list"
      ),
      (
        .invalidValue(of: "pins", expected: "1 or more", found: "'0'"),
        "pins: expected 1 or more, found '0'"
      ),
      // Unknown names come with the nearest and all known ones.
      (
        .unknownKey("pinz", in: "data", known: ["pins", "seed"]),
        "data has no key 'pinz'; did you mean 'pins'? (known: pins, seed)"
      ),
      (
        .unknownName("citys", what: "generator", known: ["line", "cities"]),
        "there is no generator 'citys'; did you mean 'cities'? (known: line, cities)"
      ),
      // With nothing near only the known ones are listed.
      (
        .unknownKey("zebra", in: "data", known: ["pins", "seed"]),
        "data has no key 'zebra'; known: pins, seed"
      ),
      (.unknownName("zebra", what: "animal", known: []), "there is no animal 'zebra'"),
    ] as [(InputError.Problem, String)])
  func everyProblemHasItsWords(problem: InputError.Problem, words: String) {
    let error = InputError(problem, at: SourceLocation(file: "f.yaml", line: 2, column: 3))
    #expect("\(error)" == "f.yaml:2:3: error: \(words)")
  }
}
