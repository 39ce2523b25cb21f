import Foundation
import Support
import TestSupport
import Testing

@Suite struct PlainTextTests {
  /// Returns whether a continuous integration service would take a line for a command, as the
  /// sources of GitHub's runner and Azure's agent do it.
  private static func isCommand(_ line: String) -> Bool {
    let trimmed = String(
      String.UnicodeScalarView(line.unicodeScalars.drop { $0.properties.isWhitespace }))
    return trimmed.hasPrefix("::") || trimmed.hasPrefix("##teamcity[") || line.contains("##[")
      || line.contains("##vso[")
  }

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: scalar != "\n"
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  @Test(arguments: [
    "::error::x", " \t::error file=a::x", "\u{A0}\u{3000}::error::x", "a\n::stop-commands::x",
    "a\r\n::error::x", ":\u{200B}:error::x", ":\u{FE0F}:error::x", "\u{1B}::error::x",
    "##[error]x", "a ##[add-mask]x", "#\u{200D}#[error]x", "###[error]x", "##vso[task.x]y",
    "a ##vso[task.setvariable variable=a]y", "##teamcity[x]", "\u{85}::error::x",
  ]) func nothingIsACommandToAService(_ text: String) {
    let lines = PlainText.lines(text)
    for line in lines.split(separator: "\n") { #expect(!Self.isCommand(String(line)), "\(line)") }
    #expect(!lines.unicodeScalars.contains(where: Self.isObeyed))
  }

  @Test func nothingInRandomTextIsObeyed() {
    var generator = SeededGenerator(seed: 3)
    let letters = Array(
      ":::###[[]vso \t\n\r\u{1B}\u{9B}\u{7F}\u{85}\u{A0}\u{200B}\u{202E}\u{2066}\u{FE0F}\u{34F}\u{2028}é"
        .unicodeScalars)
    var commands = 0
    for _ in 0..<20_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        text.append(letters.randomElement(using: &generator) ?? "a")
      }
      if Self.isCommand(String(text)) { commands += 1 }
      let lines = PlainText.lines(String(text))
      #expect(!lines.unicodeScalars.contains(where: Self.isObeyed))
      for line in lines.split(separator: "\n") { #expect(!Self.isCommand(String(line))) }
      // What is clean stays so.
      #expect(PlainText.lines(lines) == lines)
      let line = PlainText.line(String(text))
      #expect(!line.contains("\n") && !line.unicodeScalars.contains(where: Self.isObeyed))
    }
    #expect(commands > 100, "the random texts hold what they are to hold")
  }

  @Test(arguments: [
    "", "\n", "a  b", "  indented", "a::b", "std::vector", "# x [y]", "## heading [link]", "a: :b",
    "ä 日本 \u{1F600}", "e\u{301}", "two\nlines\n",
  ]) func otherLinesStayAsTheyAre(_ text: String) {
    #expect(PlainText.lines(text).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test func aLineIsOneLine() {
    #expect(PlainText.line(" a\r\n b\u{2028}c\td\u{1B}[31m ") == "a b c d [31m")
    #expect(PlainText.line("a\u{202E}b\u{200B}c\u{FEFF}") == "abc")
    #expect(PlainText.shortened("abcdef", to: 4) == "abc…")
  }
}

@Suite struct ShellWordTests {
  /// The words of a command as a shell splits it, each followed by a NUL.
  private func words(_ command: String) throws -> [String] {
    let shell = try FinishedProgram([
      "sh", "-c", "words() { for word; do printf '%s\\0' \"$word\"; done; }; " + command,
    ])
    #expect(shell.status == 0)
    return shell.output.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func isGivenBack(_ given: [String]) throws -> Bool {
    // Byte by byte: strings are equal under other spellings too.
    try words(ShellWord.command(["words"] + given)).map { Array($0.utf8) }
      == given.map { Array($0.utf8) }
  }

  @Test func aShellGivesEveryWordBack() throws {
    #expect(
      try isGivenBack([
        "", "plain", "two words", "it's", "'", "''", "$HOME", "`id`", "$(id)", "a;b", "a&&b", "*",
        "~", "#", "!", "\\", "\"", "line\nbreak", "\ttab", "-n", "--", "a=b", "é", "日本 語", "{a,b}",
        "[a-z]", "<in", ">out", "|", "(", ")", "?", "a\\", "e\u{301}'", "'\u{301}",
        "\r\n", "\u{1B}[31m",
      ]))
  }

  @Test func aShellGivesRandomWordsBack() throws {
    var generator = SeededGenerator(seed: 7)
    // Scalars, so that an accent may stand on anything.
    let letters = Array(
      "ab' \"\\$`!*?[]{}()<>|&;#~=%+,@:/.-_\n\té\u{1F600}\r\u{301}".unicodeScalars)
    let given = (0..<500).map { _ in
      let count = Int.random(in: 0...8, using: &generator)
      var word = String.UnicodeScalarView()
      for _ in 0..<count { word.append(letters.randomElement(using: &generator) ?? "a") }
      return String(word)
    }
    #expect(try isGivenBack(given))
  }

  /// Text that needs no quotes stays as a person would type it.
  @Test func plainWordsStayAsTheyAre() {
    #expect(
      ShellWord.command(["gate", "--base", "origin/main", "--tolerance", "allocations=1%"])
        == "gate --base origin/main --tolerance allocations=1%")
    #expect(ShellWord.quoted("a b") == "'a b'")
    #expect(ShellWord.quoted("") == "''")
  }

  @Test func onlyWhatPrintsAsItIsCanBeCopiedFromALine() {
    #expect(ShellWord.line(["run", "--out", "a  b; c"]) == "run --out 'a  b; c'")
    for word in ["a\nb", "a\tb", "\u{1B}[31m", "a\u{202E}b", "x ##[error]y"] {
      #expect(ShellWord.line(["run", word]) == nil)
    }
  }
}
