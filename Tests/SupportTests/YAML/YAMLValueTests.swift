import Support
import TestSupport
import Testing

/// Text, lists and mappings read as what the reader expects, or refused with their place.
@Suite struct YAMLValueTests {
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

  /// Reads a value as a type by the words that errors have for it.
  private static let readers: [String: @Sendable (YAMLValue) throws -> Void] = [
    "text": { _ = try $0.text() },
    "a list of at least one element": { _ = try $0.elements() },
    "a mapping of keys": { _ = try $0.mapping() },
    "a number": { _ = try $0.number() },
    "a whole number": { _ = try $0.integer() },
  ]
  private static let list = "a list of at least one element"
  private static let mapping = "a mapping of keys"
  private static let integer = "a whole number"

  @Test(
    arguments: [
      ("key: §[a]", "text", "a list"), ("key: §{ a: 1 }", "text", mapping),
      ("key: §''", "text", "nothing"), ("a: 1\nkey: §\"\"", "text", "nothing"),
      ("key: §5", list, "'5'"), ("key: §{ a: 1 }", list, mapping), ("key: §[]", list, "a list"),
      ("key: §5", mapping, "'5'"), ("key: §[a]", mapping, "a list"),
      ("key: §[1]", integer, "a list"), ("key: §{ a: 1 }", integer, mapping),
    ]
      + ["five", "1.2.3", "nan", "inf", "-inf", "1e999", "5 ms", "_"].map {
        ("key: §\($0)", "a number", "'\($0)'")
      }
      + ["five", "1.5", "1e3", "9223372036854775808", "-9223372036854775809", "1 000"].map {
        ("key: §\($0)", integer, "'\($0)'")
      })
  func aValueOfAnotherTypeIsAnError(yaml: String, expected: String, found: String) throws {
    let read = try #require(Self.readers[expected])
    expect(.wrongType(of: "key", expected: expected, found: found), at: yaml, read)
  }

  @Test func aFileThatIsNoMappingIsCalledTheFile() throws {
    let root = try YAMLDocument(text: "\n- 1\n", file: "test.yaml").root
    #expect(
      throws: InputError(
        .wrongType(of: "the file", expected: "a mapping of keys", found: "a list"),
        at: .place(2, 1))
    ) { try root.mapping() }
  }

  @Test func unknownKeysAreFoundWhereTheyStand() {
    expect(
      .unknownKey("pinz", in: "key", known: ["pins", "seed"]),
      at: "key:\n  seed: 1\n  §pinz: 2\n  other: 3\n"
    ) { try $0.mapping(keys: ["pins", "seed"]) }
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
    expect(
      .wrongType(of: "key", expected: "text", found: "a list"), at: "key: { §[1, 2]: 3 }"
    ) { try $0.mapping() }
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

/// Numbers as people write them in scenario files.
@Suite struct NumberTests {
  private func number(_ text: String) throws -> Double {
    try value(of: "key: \(text)").number()
  }

  private func integer(_ text: String) throws -> Int {
    try value(of: "key: \(text)").integer()
  }

  @Test func underscoresGroupDigits() throws {
    #expect(try integer("10_000") == 10_000)
    #expect(try integer("1_000_000") == 1_000_000)
    #expect(try number("16_000.5") == 16_000.5)
    #expect(try integer("-1_5") == -15)
  }

  @Test(arguments: [
    ("5", 5.0), ("-5", -5), ("+5", 5), ("0.25", 0.25), ("1e3", 1_000), ("-2.5e-3", -0.0025),
  ])
  func numbers(text: String, expected: Double) throws {
    #expect(try number(text) == expected)
  }

  @Test func theLargestNumbersAreRead() throws {
    #expect(try integer("9223372036854775807") == .max)
    #expect(try integer("-9_223_372_036_854_775_808") == .min)
    #expect(try number("1.7976931348623157e308") == .greatestFiniteMagnitude)
  }

  @Test(arguments: [-1, 0, 11, Int.max])
  func aNumberOutOfRangeIsAnError(_ number: Int) {
    let yaml = "other: 1\nkey: §\(number)"
    func problem(_ expected: String) -> InputError.Problem {
      .invalidValue(of: "key", expected: expected, found: "'\(number)'")
    }
    expect(problem("a whole number from 1 to 10"), at: yaml) { try $0.integer(in: 1...10) }
    expect(problem("a number from 1.0 to 10.0"), at: yaml) { try $0.number(in: 1...10) }
  }

  @Test func theEndsOfARangeAreInIt() throws {
    for end in [1, 10] {
      let value = try value(of: "key: \(end)")
      #expect(try value.integer(in: 1...10) == end)
      #expect(try value.number(in: 1...10) == Double(end))
    }
  }

  @Test func anOpenRangeNamesItsLowerEndOnly() {
    expect(
      .invalidValue(of: "key", expected: "a whole number of at least 0", found: "'-3'"),
      at: "key: §-3"
    ) { try $0.integer(in: 0 ... .max) }
  }

  @Test func nothingIsNoNumber() throws {
    let error = #expect(throws: InputError.self) { try integer("") }
    #expect(error?.problem == .wrongType(of: "key", expected: "a whole number", found: "nothing"))
    #expect(error?.location.line == 1)
  }
}

/// The value under a key of a text's root.
func value(_ key: String = "key", of text: String) throws -> YAMLValue {
  try YAMLDocument(text: text, file: "test.yaml").root.mapping().value(key)
}

/// Why a text is not read; `nil` where it is.
func inputError(reading text: String) -> InputError? {
  do {
    _ = try YAMLDocument(text: text, file: "test.yaml")
    return nil
  } catch {
    return error
  }
}

/// Expects an error at the mark of a text.
private func expect<Value>(
  _ problem: InputError.Problem, at yaml: String,
  sourceLocation: Testing.SourceLocation = #_sourceLocation, _ read: (YAMLValue) throws -> Value
) {
  let marked = MarkedText(yaml)
  #expect(throws: InputError(problem, at: marked), sourceLocation: sourceLocation) {
    try read(value(of: marked.text))
  }
}

extension Support.SourceLocation {
  /// A place in `test.yaml`.
  static func place(_ line: Int, _ column: Int) -> Self {
    Self(file: "test.yaml", line: line, column: column)
  }
}

extension InputError {
  /// An error at the marked place of a text that was read as `test.yaml`.
  init(_ problem: Problem, at marked: MarkedText) {
    self.init(problem, at: .place(marked.line, marked.column))
  }
}
