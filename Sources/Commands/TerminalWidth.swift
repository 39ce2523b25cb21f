import Foundation

/// How wide the terminals are that somebody reads on.
enum TerminalWidth {
  /// The columns of the terminal behind a file descriptor; `nil` where there is none, as behind a
  /// pipe or a file, or where it does not tell.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return nil }
    return Int(size.ws_col)
  }
}
