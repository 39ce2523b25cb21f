import Foundation

/// Where progress goes, so that the table can be piped.
enum StandardError {
  static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
