import TestSupport
import Testing
import YAMLReading

/// Numbers as people write them in scenario files, and what is none.
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

  @Test(
    "what is no number", arguments: ["five", "1.2.3", "nan", "inf", "-inf", "1e999", "5 ms", "_"])
  func noNumber(_ text: String) {
    #expect(
      throws: InputError(
        .wrongType(of: "key", expected: "a number", found: "'\(text)'"),
        at: SourceLocation(file: "test.yaml", line: 1, column: 6))
    ) { try number(text) }
  }

  @Test(
    "what is no whole number",
    arguments: ["five", "1.5", "1e3", "9223372036854775808", "-9223372036854775809", "1 000"])
  func noInteger(_ text: String) {
    #expect(
      throws: InputError(
        .wrongType(of: "key", expected: "a whole number", found: "'\(text)'"),
        at: SourceLocation(file: "test.yaml", line: 1, column: 6))
    ) { try integer(text) }
  }

  @Test func theLargestNumbersAreRead() throws {
    #expect(try integer("9223372036854775807") == .max)
    #expect(try integer("-9_223_372_036_854_775_808") == .min)
    #expect(try number("1.7976931348623157e308") == .greatestFiniteMagnitude)
  }

  @Test("numbers out of range", arguments: [-1, 0, 11, Int.max])
  func outOfRange(_ number: Int) {
    let marked = MarkedText("other: 1\nkey: §\(number)")
    #expect(
      throws: InputError(
        .invalidValue(
          of: "key", expected: "a whole number from 1 to 10", found: "'\(number)'"), at: marked)
    ) { try value(of: marked.text).integer(in: 1...10) }
    #expect(
      throws: InputError(
        .invalidValue(of: "key", expected: "a number from 1.0 to 10.0", found: "'\(number)'"),
        at: marked)
    ) { try value(of: marked.text).number(in: 1...10) }
  }

  @Test func theEndsOfARangeAreInIt() throws {
    for end in [1, 10] {
      let value = try value(of: "key: \(end)")
      #expect(try value.integer(in: 1...10) == end)
      #expect(try value.number(in: 1...10) == Double(end))
    }
  }

  @Test func anOpenRangeNamesItsLowerEndOnly() {
    #expect(
      throws: InputError(
        .invalidValue(of: "key", expected: "a whole number of at least 0", found: "'-3'"),
        at: SourceLocation(file: "test.yaml", line: 1, column: 6))
    ) { try value(of: "key: -3").integer(in: 0 ... .max) }
  }

  @Test("numbers are no lists, mappings or nothing", arguments: ["[1]", "{ a: 1 }", ""])
  func wrongKinds(_ text: String) throws {
    let found = ["[1]": "a list", "{ a: 1 }": "a mapping of keys", "": "nothing"][text] ?? ""
    do {
      _ = try integer(text)
      Issue.record("'\(text)' was read as a number")
    } catch let error as InputError {
      #expect(
        error.problem == .wrongType(of: "key", expected: "a whole number", found: found))
      #expect(error.location.line == 1)
    }
  }
}
