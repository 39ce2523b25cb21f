import Foundation

/// The stream of progress, so that the tables can be piped.
public enum StandardError {
  public static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
