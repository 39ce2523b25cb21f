import TestSupport
import Testing
import YAMLReading

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
