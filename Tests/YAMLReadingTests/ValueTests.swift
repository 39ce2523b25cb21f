import TestSupport
import Testing
import YAMLReading

/// Text, lists and mappings read as what the reader expects, or refused with their place.
@Suite struct ValueTests {
  @Test(
    "text",
    arguments: [
      ("key: plain words", "plain words"), ("key: 'it''s'", "it's"), ("key: \"a\\tb\"", "a\tb"),
      ("key: 5", "5"), ("key: true", "true"), ("key: >-\n  two\n  lines\n", "two lines"),
      ("key: null", "null"), ("key: größer", "größer"),
    ])
  func text(yaml: String, expected: String) throws {
    #expect(try value(of: yaml).text() == expected)
  }

  @Test(
    "what is no text",
    arguments: [
      ("key: §[a]", "a list"), ("key: §{ a: 1 }", "a mapping of keys"),
      ("key: §''", "nothing"), ("a: 1\nkey: §\"\"", "nothing"),
    ])
  func noText(yaml: String, found: String) {
    let marked = MarkedText(yaml)
    #expect(throws: InputError(.wrongType(of: "key", expected: "text", found: found), at: marked)) {
      try value(of: marked.text).text()
    }
  }

  @Test(
    "what is no list",
    arguments: [
      ("key: §5", "'5'"), ("key: §{ a: 1 }", "a mapping of keys"), ("key: §[]", "a list"),
    ])
  func noList(yaml: String, found: String) {
    let marked = MarkedText(yaml)
    let problem = InputError.Problem.wrongType(
      of: "key", expected: "a list of at least one element", found: found)
    #expect(throws: InputError(problem, at: marked)) { try value(of: marked.text).elements() }
  }

  @Test("what is no mapping", arguments: [("key: §5", "'5'"), ("key: §[a]", "a list")])
  func noMapping(yaml: String, found: String) {
    let marked = MarkedText(yaml)
    let problem = InputError.Problem.wrongType(
      of: "key", expected: "a mapping of keys", found: found)
    #expect(throws: InputError(problem, at: marked)) { try value(of: marked.text).mapping() }
  }

  @Test func aFileThatIsNoMappingIsCalledTheFile() throws {
    let root = try YAMLDocument(text: "\n- 1\n", file: "test.yaml").root
    #expect(
      throws: InputError(
        .wrongType(of: "the file", expected: "a mapping of keys", found: "a list"),
        at: SourceLocation(file: "test.yaml", line: 2, column: 1))
    ) { try root.mapping() }
  }

  @Test func unknownKeysAreFoundWhereTheyStand() {
    let marked = MarkedText("key:\n  seed: 1\n  §pinz: 2\n  other: 3\n")
    #expect(
      throws: InputError(.unknownKey("pinz", in: "key", known: ["pins", "seed"]), at: marked)
    ) { try value(of: marked.text).mapping(keys: ["pins", "seed"]) }
  }

  @Test func missingKeysAreFoundAtTheirMapping() throws {
    let marked = MarkedText("other: 0\nkey: §{ seed: 1 }\n")
    let mapping = try value(of: marked.text).mapping(keys: ["pins", "seed"])
    #expect(try mapping.value("seed").integer() == 1)
    #expect(mapping["pins"] == nil)
    #expect(throws: InputError(.missingKey("pins", in: "key"), at: marked)) {
      try mapping.value("pins")
    }
  }

  @Test func keysMustBeText() {
    let marked = MarkedText("key: { §[1, 2]: 3 }")
    #expect(
      throws: InputError(.wrongType(of: "key", expected: "text", found: "a list"), at: marked)
    ) { try value(of: marked.text).mapping() }
  }

  @Test func aliasesReadAsWhatTheyStandFor() throws {
    #expect(try value(of: "first: &name 7\nkey: *name\n").integer() == 7)
  }

  @Test func ownErrorsCarryNamePlaceAndFinding() throws {
    let marked = MarkedText("key: §abc")
    let value = try value(of: marked.text)
    #expect(
      value.error(expected: "xyz")
        == InputError(.invalidValue(of: "key", expected: "xyz", found: "'abc'"), at: marked))
    #expect(
      value.unknownName("abc", what: "letter", known: ["abd"])
        == InputError(.unknownName("abc", what: "letter", known: ["abd"]), at: marked))
  }

  @Test func longTextsAreCutInMessages() throws {
    let long = String(repeating: "x", count: 1_000)
    let message = "\(try value(of: "key: \(long)").error(expected: "less"))"
    #expect(message.count < 200)
  }
}
