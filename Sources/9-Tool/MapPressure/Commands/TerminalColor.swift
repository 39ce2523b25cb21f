import Foundation

/// The colors of verdicts on a terminal.
///
/// Without a terminal, with `NO_COLOR` (no-color.org) or with `TERM=dumb` there are none.
enum TerminalColor {
  private static let codes = [
    "PASSED": 32, "INCONCLUSIVE": 33, "INTERRUPTED": 33, "FAILED": 31, "BROKEN": 31, "ERROR": 31,
    "REGRESSION": 31,
  ]

  /// Returns whether a terminal is to show colors.
  static func isOn(in environment: [String: String]) -> Bool {
    (environment["NO_COLOR"] ?? "").isEmpty && !isDumb(in: environment)
  }

  /// Returns whether a terminal only shows lines, without any control sequence.
  static func isDumb(in environment: [String: String]) -> Bool {
    ["dumb", ""].contains(environment["TERM"] ?? "")
  }

  /// Colors the word of each line that begins with a verdict. The text has no control sequence of its
  /// own.
  static func colored(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let word = line.prefix { $0.isASCII && $0.isUppercase }
      guard line.dropFirst(word.count).first == ":", let code = codes[String(word)] else {
        return String(line)
      }
      return "\u{1B}[1;\(code)m\(word)\u{1B}[0m\(line.dropFirst(word.count))"
    }.joined(separator: "\n")
  }
}
