#if os(Linux)
  import Glibc
#endif

/// The small text files in which a kernel describes its machine.
///
/// A dictionary of texts by path stands for the files of another machine.
package struct SystemFiles: Sendable {
  /// The whole text of a file.
  let read: @Sendable (String) throws(SystemFileUnavailable) -> String

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

extension SystemFiles {
  /// Files with these texts; all others are missing.
  package init(_ texts: [String: String]) {
    self.init { path throws(SystemFileUnavailable) in
      guard let text = texts[path] else { throw .missing(path: path) }
      return text
    }
  }

  #if os(Linux)
    /// The files of this machine.
    static let ofThisMachine = SystemFiles { path throws(SystemFileUnavailable) in
      guard let file = fopen(path, "re") else {
        if errno == ENOENT || errno == ENOTDIR { throw .missing(path: path) }
        throw .refused(path: path, code: errno)
      }
      defer { fclose(file) }
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = fread(&buffer, 1, buffer.count, file)
        if count == 0 { break }
        bytes += buffer.prefix(count)
      }
      guard ferror(file) == 0 else { throw .refused(path: path, code: errno) }
      return String(decoding: bytes, as: UTF8.self)
    }
  #else
    /// The files of this machine: none, because only a Linux kernel has them.
    static let ofThisMachine = SystemFiles([:])
  #endif
}

/// The reason why a fact about this machine could not be read; a report prints its `description`
/// after "not available: ".
package enum SystemFileUnavailable: Error, Hashable, Sendable {
  case missing(path: String)
  /// The file exists and cannot be used, with this `errno` value.
  case refused(path: String, code: Int32)
  /// The file holds something else than what every kernel known here writes.
  case unexpected(path: String, expected: String, found: String)
  /// The files of this machine do not say it.
  case notTold(String)
}

extension SystemFileUnavailable: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let path): "there is no \(path)"
    case .refused(let path, let code): "\(path) cannot be read (error \(code))"
    case .unexpected(let path, let expected, let found):
      "\(path) holds '\(found.prefix(60))', expected \(expected)"
    case .notTold(let reason): reason
    }
  }
}
