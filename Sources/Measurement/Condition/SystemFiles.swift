/// The small text files in which a kernel describes its machine.
///
/// Those of another machine can be put in their place, as a dictionary of texts by path.
public struct SystemFiles: Sendable {
  private let text: @Sendable (String) throws(SystemFileUnavailable) -> String

  /// Files that a function reads.
  public init(_ text: @escaping @Sendable (String) throws(SystemFileUnavailable) -> String) {
    self.text = text
  }

  /// Files that are given; every other is missing.
  public init(_ texts: [String: String]) {
    self.init { path throws(SystemFileUnavailable) in
      guard let text = texts[path] else { throw .missing(path: path) }
      return text
    }
  }

  /// The whole text of a file.
  func read(_ path: String) throws(SystemFileUnavailable) -> String { try text(path) }

  /// The first line of a file, trimmed; `nil` where it cannot be read.
  func line(_ path: String) -> String? {
    guard let text = try? read(path) else { return nil }
    return Self.trimmed(text)
  }

  /// The first line of a text, with one space between its words and none at its ends.
  static func trimmed(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).first.map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    } ?? ""
  }
}

/// Why a fact about this machine could not be read; a report prints its `description` after
/// "not available: ".
public enum SystemFileUnavailable: Error, Hashable, Sendable {
  case missing(path: String)
  /// The file is there and cannot be used, with this `errno` value.
  case refused(path: String, code: Int32)
  /// The file holds something else than what every kernel known here writes.
  case unexpected(path: String, expected: String, found: String)
}

extension SystemFileUnavailable: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing(let path): "there is no \(path)"
    case .refused(let path, let code): "\(path) cannot be read (error \(code))"
    case .unexpected(let path, let expected, let found):
      "\(path) holds '\(found.prefix(60))', expected \(expected)"
    }
  }
}
