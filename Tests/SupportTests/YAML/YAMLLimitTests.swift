import Support
import TestSupport
import Testing

/// However a text is made, it is read or refused in a moment.
@Suite struct YAMLLimitTests {
  private static let aMoment = Duration.seconds(20)

  private func error(reading text: String) throws -> InputError? {
    let start = ContinuousClock.now
    defer { #expect(ContinuousClock.now - start < Self.aMoment) }
    return inputError(reading: text)
  }

  /// Lists of ten aliases to the list before, so many levels of them.
  private static func laughs(_ levels: Int) -> String {
    "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
      + (1...levels).map { level in
        let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
        return "a\(level): &a\(level) [\(aliases)]\n"
      }.joined()
  }

  @Test(
    "an alias as a key",
    arguments: [
      "? §*a9\n: y\n", "§*a9 : y\n", "z: {§*a9 : y}\n", "z: {§*a9: y}\n", "z: [§*a9: y]\n",
      "z: [? §*a9 : y]\n", "z: [§*a9:y]\n", "z:\n  - {? §*a9 , b: c}\n",
      "? §[*a9]\n: y\n", "§[*a9]: y\n", "§{b: *a9}: y\n", "z: §*a9- b\n", "z: §*a9\n  - b\n",
    ].map { MarkedText(laughs(9) + $0) })
  func aliasesAreNotKeys(_ marked: MarkedText) throws {
    let found = try #require(try error(reading: marked.text))
    #expect(found.location.line == marked.line && found.location.file == "test.yaml")
  }

  @Test func anAliasToTextIsNoKeyEither() throws {
    let marked = MarkedText("one: &a key\n§*a : 2\n")
    #expect(
      try error(reading: marked.text)
        == InputError(
          .wrongType(of: "the file", expected: "text as a key", found: "an alias"), at: marked))
  }

  @Test func aliasesAreValues() throws {
    let text = "one: &a [1, 2 * 3, '*x', \"*y\", &b 7] # *c\ntwo: *a\nthree:\n  - *a\n  - *b\n"
    let elements = try value("two", of: text).elements()
    #expect(try elements.map { try $0.text() } == ["1", "2 * 3", "*x", "*y", "7"])
    let nested = try value("three", of: text).elements()
    #expect(try nested[0].elements().count == 5)
    #expect(try nested[1].integer() == 7)
  }

  @Test func aliasesThatStandForTooMuchAreRefused() throws {
    #expect(try error(reading: Self.laughs(3)) == nil)
    let found = try #require(try error(reading: Self.laughs(9)))
    #expect("\(found)".contains("more than \(YAMLLimits.maxCount) values"))
  }

  @Test func aTextHasAGreatestSize() throws {
    let longest = "key: " + String(repeating: "x", count: YAMLLimits.maxSize - 5)
    #expect(try error(reading: longest) == nil)
    let found = try #require(try error(reading: longest + "x"))
    #expect(found.location == .place(1, 1))
    #expect("\(found)".contains("at most \(YAMLLimits.maxSize) bytes"))
  }

  @Test func manyKeysAndQuestionsAreRead() throws {
    let keys = (0..<15_000).map { "k\($0):\n" }
    let questions = (0..<500).map { "key\($0): Is this so? Oui, vraiment?\n" }
    for text in [keys.joined(), questions.joined()] {
      #expect(try error(reading: text) == nil)
    }
  }

  /// Each key of these holds all the others.
  @Test(
    "keys within keys",
    arguments: [
      ("{? ", "", " : x}"), ("{?", "a", ": x}"), ("? ", "", ""), ("&a? ", "", ""),
      ("{&a? b: c, ? ", "d", "}"), ("{\"a\"? ", "", "}"),
    ])
  func keysWithinKeys(opening: String, middle: String, ending: String) throws {
    let count = 400
    let leaf = "[" + String(repeating: "a,", count: 50_000) + "a]"
    let text =
      String(repeating: opening, count: count) + middle + leaf
      + String(repeating: ending, count: count)
    #expect(try error(reading: text) != nil)
  }

  @Test func shortKeysWithinKeysAreRefused() throws {
    let depth = 60
    let leaf = "[" + String(repeating: "a,", count: 300) + "a]"
    let key = String(repeating: "{", count: depth) + leaf + String(repeating: ": c}", count: depth)
    let text = (0..<120).map { "\(key): \($0)\n" }.joined()
    #expect(try error(reading: text) != nil)
  }

  @Test func nestingHasALimit() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + "x" + String(repeating: "]", count: depth)
    }
    #expect(try error(reading: nested(YAMLLimits.maxNesting)) == nil)
    let found = try #require(try error(reading: nested(YAMLLimits.maxNesting + 1)))
    #expect("\(found)".contains("nested more than \(YAMLLimits.maxNesting) deep"))
    #expect(found.location.column == YAMLLimits.maxNesting + 2)
  }

  @Test func longNamesAreShownShortened() throws {
    let name = String(repeating: "n", count: 100_000)
    let root = try YAMLDocument(text: "\"\(name.prefix(1_000))\": 1\n", file: "test.yaml").root
    let error = #expect(throws: InputError.self) { try root.mapping(keys: ["family"]) }
    #expect("\(try #require(error))".count < 300)
    #expect("\(root.unknownName(name, what: "family", known: ["annotations"]))".count < 300)
    let twice = "\(name.prefix(1_000)): 1\n"
    #expect("\(try #require(try self.error(reading: twice + twice)))".count < 300)
  }

  /// Aliases in random places: whatever comes of it, it comes in a moment.
  @Test(arguments: UInt64(1)...4)
  func randomAliasesGiveAValueOrAnError(seed: UInt64) throws {
    let words = [
      "*a", "*b", "&a ", "&b ", "[", "]", "{", "}", ", ", ": ", "? ", "?", ":", "\n", "- ", "x",
      " ", "'", "\"", "#", "  ",
    ]
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let text =
        Self.laughs(8).replacing("a8:", with: "b: &b\n") + "\n"
        + (0..<Int.random(in: 1...14, using: &random)).compactMap { _ in
          words.randomElement(using: &random)
        }.joined()
      _ = try error(reading: text.replacing("&a8", with: "&a"))
    }
  }
}

/// Whatever a file holds, reading it gives a value or an error with a place in the file.
@Suite struct RandomInputTests {
  private let sample = """
    scenario: sample
    data: { generator: cities, pins: 10_000, seed: 42 }
    list:
      - "quoted text"
      - [1, 2.5, {three: &a 3}]
    claims:
      - id: first
        says: >-
          folded
          text
        again: *a

    """

  @Test(arguments: UInt64(1)...4)
  func randomBytesGiveAValueOrAnError(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      readAll(String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test(arguments: UInt64(1)...4)
  func randomPunctuationGivesAValueOrAnError(seed: UInt64) {
    let alphabet = Array("{}[]:,-?&*!|>'\"%@`# \n\t<=ab01~.\u{FEFF}\u{85}é\\_\r")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let length = Int.random(in: 0...40, using: &random)
      readAll(String((0..<length).compactMap { _ in alphabet.randomElement(using: &random) }))
    }
  }

  @Test(arguments: UInt64(1)...4)
  func damagedFilesGiveAValueOrAnError(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      var bytes = Array(sample.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes[bytes.count - 1 - place], at: place)
        }
      }
      readAll(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Deep nesting is a known way to exhaust a parser's stack.
  @Test(arguments: ["[", "{a: ", "- ", "? "])
  func deepNestingGivesAValueOrAnError(opening: String) async {
    await #expect(processExitsWith: .success) { [opening] in
      RandomInputTests().readAll(String(repeating: opening, count: 20_000))
    }
  }

  /// Reads a text and every value in it in every way.
  fileprivate func readAll(_ text: String) {
    do {
      read(try YAMLDocument(text: text, file: "test.yaml").root, lines: lineCount(text))
    } catch {
      check(error, lines: lineCount(text))
    }
  }

  private func read(_ value: YAMLValue, lines: Int) {
    _ = try? value.text()
    _ = try? value.number()
    _ = try? value.integer()
    check(value.error(expected: "something else"), lines: lines)
    if let elements = try? value.elements() {
      for element in elements { read(element, lines: lines) }
    }
    if let mapping = try? value.mapping() {
      for entry in mapping.entries { read(entry.value, lines: lines) }
    }
  }

  private func check(_ error: InputError, lines: Int) {
    #expect((1...lines).contains(error.location.line), "\(error)")
    #expect(error.location.column >= 1, "\(error)")
  }

  /// Counted as YAML does. One more for the end of the file, which the parser takes for a line of
  /// its own even where the last line has no line break.
  private func lineCount(_ text: String) -> Int {
    2 + text.unicodeScalars.count { "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) }
  }
}
