import Foundation
import YAMLReading

/// Reads whole text files for those who report errors by place.
public enum TextFile {
  public static func read(_ path: String) throws(InputError) -> String {
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      let reason =
        FileManager.default.fileExists(atPath: path)
        ? "it is not a readable file of UTF-8 text" : "there is no such file"
      throw InputError(
        .unreadable(reason: reason), at: SourceLocation(file: path, line: 1, column: 1))
    }
  }
}
