import CSystemCalls

/// The version of the tool, with the commit that it was built from where the build has told it.
///
/// `make build` and `make dist` link the program with an identifier that is the commit; a build by
/// `swift build` alone has none.
enum ToolVersion {
  static let number = "0.1.0"

  /// The version for people, such as `0.1.0 (commit 4fd2a2c01b7e)`.
  static var text: String {
    var bytes = [UInt8](repeating: 0, count: 64)
    let length = bytes.withUnsafeMutableBufferPointer { buffer in
      mappressure_build_identifier(buffer.baseAddress, Int32(buffer.count))
    }
    return text(identifier: bytes.prefix(Int(length)))
  }

  /// - Parameter identifier: the mark of `make build`, the 20 bytes of a commit, and one more if
  ///   files had changed since. A linker that is told nothing makes an identifier of its own, which
  ///   may have as many bytes as a commit: it has no mark.
  static func text(identifier: some Collection<UInt8>) -> String {
    let commit = identifier.dropFirst(mark.count)
    guard identifier.starts(with: mark), commit.count == 20 || commit.count == 21 else {
      return "\(number) (a build without a commit)"
    }
    let digits = commit.prefix(6).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "\(number) (commit \(digits.joined())\(commit.count == 21 ? ", changed since" : ""))"
  }

  /// "MP", the first bytes of an identifier that `make build` gives.
  private static let mark = Array("MP".utf8)
}
