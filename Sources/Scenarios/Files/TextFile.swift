import Foundation
import Support
import YAMLReading

/// Reads whole text files for those who report errors by place.
public enum TextFile {
  /// Reads a file of YAML text, which is no longer than ``YAMLLimits`` let it be.
  public static func read(_ path: String) throws(InputError) -> String {
    do throws(RegularFile.Failure) {
      let data = try RegularFile.read(path, limit: YAMLLimits.maxSize)
      if let text = String(bytes: data, encoding: .utf8) { return text }
    } catch {
      switch error {
      case .tooLong: try YAMLLimits.checkSize(.max, file: path)
      case .missing: throw Self.error(path, reason: "there is no such file")
      case .unreadable(let reason): throw Self.error(path, reason: reason)
      }
    }
    throw error(path, reason: "it is not UTF-8 text")
  }

  private static func error(_ path: String, reason: String) -> InputError {
    InputError(.unreadable(reason: reason), at: SourceLocation(file: path, line: 1, column: 1))
  }
}
