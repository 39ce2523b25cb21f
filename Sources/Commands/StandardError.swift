import Foundation
import Support

/// Where progress and errors go, so that what a command prints can be piped.
enum StandardError {
  private static let longestMessage = 2_000

  /// Writes lines; nothing in them is obeyed by a terminal or by a service that keeps the log.
  static func write(_ text: String) {
    writeBytes(of: PlainText.lines(text))
  }

  /// Writes one line that says what is wrong.
  static func write(_ error: any Error, from program: String? = "mappressure") {
    // Errors of the system's library describe themselves as dictionaries.
    let words = error is CocoaError || error is POSIXError ? FileFault.reason(error) : "\(error)"
    let message = PlainText.shortened(PlainText.line(words), to: longestMessage)
    write((program.map { $0 + ": " } ?? "") + message + "\n")
  }

  /// Writes over the terminal's last line.
  static func rewrite(_ text: String) {
    // One line only: a wrapped one could not be overwritten.
    writeBytes(of: eraser + PlainText.line(text).prefix(width - 1))
  }

  private static let eraser = "\r\u{1B}[2K"

  private static func writeBytes(of text: String) {
    // A message that nobody can get is no reason to stop; `StandardOutput` says why.
    try? DescriptorOutput.write(Array(text.utf8)[...], to: STDERR_FILENO)
  }

  /// Whether somebody watches a terminal.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// The terminal's columns; 80 where that cannot be told.
  static var width: Int { TerminalWidth.columns(of: STDERR_FILENO) ?? 80 }
}
