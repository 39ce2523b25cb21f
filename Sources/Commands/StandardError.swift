import Foundation

/// Where progress and errors go, so that what a command prints can be piped.
enum StandardError {
  static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  /// Whether somebody watches a terminal.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// The terminal's columns; 80 where that cannot be told.
  static var width: Int { TerminalWidth.columns(of: STDERR_FILENO) ?? 80 }
}
