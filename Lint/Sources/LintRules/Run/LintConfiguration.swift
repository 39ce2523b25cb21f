import Foundation

/// The choices of a project in a file `.mappressure-lint.json`, for its folder and those below.
package struct LintConfiguration: Sendable, Equatable {
  package static let fileName = ".mappressure-lint.json"

  /// The folder of the file.
  package let folder: String
  /// The severity of a rule's findings; `nil` turns the rule off.
  package var severities: [String: Severity?] = [:]
  /// The paths of the files and folders to leave out.
  package var excluded: Set<String> = []

  package struct Mistake: Error, CustomStringConvertible {
    package var description: String

    package init(description: String) { self.description = description }
  }

  /// The configurations of a folder and of those around it, up to the folder of the repository.
  static func around(_ folder: URL) throws -> [LintConfiguration] {
    let isLast =
      folder.path == "/"
      || FileManager.default.fileExists(atPath: folder.appendingPathComponent(".git").path)
    return try (isLast ? [] : around(folder.deletingLastPathComponent()))
      + [LintConfiguration(folder: folder.standardizedFileURL.path)].compactMap(\.self)
  }

  /// Reads the file of a folder: `{"rules": {"RULE": "off"}, "exclude": ["FOLDER"]}`; `nil` if it has
  /// none.
  init?(folder: String) throws {
    self.folder = folder
    let path = folder + "/" + Self.fileName
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    func mistake(_ expected: String, _ found: String) -> Mistake {
      Mistake(description: onOneLine("\(path): expected \(expected), found \(found)"))
    }
    guard let value = try? JSONSerialization.jsonObject(with: data) else {
      throw mistake("JSON", "other text")
    }
    guard let root = value as? [String: Any] else {
      throw mistake("an object with 'rules' and 'exclude'", "another value")
    }
    for key in root.keys.sorted() where !["rules", "exclude"].contains(key) {
      throw mistake("the keys 'rules' and 'exclude'", "'\(key)'")
    }
    guard let rules = (root["rules"] ?? [String: String]()) as? [String: String] else {
      throw mistake("'rules' to be an object of words", "another value")
    }
    guard let exclude = (root["exclude"] ?? [String]()) as? [String] else {
      throw mistake("'exclude' to be an array of paths", "another value")
    }
    for (rule, word) in rules.sorted(by: { $0.key < $1.key }) {
      guard Rule.all.contains(where: { $0.identifier == rule }) else {
        throw mistake("the name of a rule that 'mappressure-lint rules' prints", "'\(rule)'")
      }
      guard word == "off" || Severity(rawValue: word) != nil else {
        throw mistake("'off', 'note', 'warning' or 'error' for '\(rule)'", "'\(word)'")
      }
      severities[rule] = .some(Severity(rawValue: word))
    }
    excluded = Set(exclude.map { folder + "/" + ($0.hasSuffix("/") ? String($0.dropLast()) : $0) })
  }
}

/// The weight of a finding for a check.
package enum Severity: String, Codable, Sendable {
  /// It never fails a check.
  case note
  /// It fails a check with `--strict`.
  case warning
  /// It fails each check.
  case error
}
