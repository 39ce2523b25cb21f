import Foundation
import Support
import TestSupport
import Testing

@Suite struct ShellWordTests {
  /// What a shell makes of a command: its words, each followed by a NUL.
  private func words(_ command: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "words() { for word; do printf '%s\\0' \"$word\"; done; }; " + command,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return data.split(separator: 0, omittingEmptySubsequences: false).dropLast()
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

  /// What needs no quotes is left to read as one would type it.
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
