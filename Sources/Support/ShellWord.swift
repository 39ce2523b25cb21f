/// Words of a command as a shell must get them to take them for one word each.
package enum ShellWord {
  /// The word itself where nothing in it means anything to a shell, else in single quotes.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=:%+,@".contains($0)) }
    guard !isPlain else { return word }
    // Scalar by scalar: to a shell, a quote is one with an accent on it too.
    let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.map { String($0) }.joined(separator: "'\\''") + "'"
  }

  /// A command from its words that can be copied from a line that is printed; `nil` where a word has
  /// characters that are not printed as they are.
  package static func line(_ words: [String]) -> String? {
    let command = command(words)
    return !command.contains("\n") && PlainText.lines(command) == command ? command : nil
  }

  /// A command from its words.
  package static func command(_ words: [String]) -> String {
    words.map { quoted($0) }.joined(separator: " ")
  }
}
