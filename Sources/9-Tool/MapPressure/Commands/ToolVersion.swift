import CSystemCalls

/// The version of the tool, with the commit that it was built from, if the build has recorded it.
///
/// `make build` and `make dist` link the program with an identifier that is the commit, and its tag
/// if it has one; a build by `swift build` alone has none.
package enum ToolVersion {
  /// The version of the next tag: the file VERSION of the repository.
  private static var next: String {
    String(decoding: PackageResources.VERSION.prefix { $0 != 10 }, as: UTF8.self)
  }

  /// The version for people, such as `0.2.0 (commit 4fd2a2c01b7e)`.
  static var text: String {
    var bytes = [UInt8](repeating: 0, count: 64)
    let length = bytes.withUnsafeMutableBufferPointer { buffer in
      mappressure_build_identifier(buffer.baseAddress, Int32(buffer.count))
    }
    return text(identifier: bytes.prefix(Int(length)))
  }

  /// The version that an identifier of the program has.
  ///
  /// - Parameter identifier: the mark of `make build`, the 20 bytes of a commit, and then 1 if
  ///   files had changed since, or 0 with the version of the commit's tag. Without an option, a
  ///   linker makes an identifier of its own, which may have as many bytes as a commit: it has no
  ///   mark.
  package static func text(identifier: some Collection<UInt8>) -> String {
    let commit = identifier.dropFirst(mark.count).prefix(20)
    guard identifier.starts(with: mark), commit.count == 20 else {
      return "\(next)-dev (a build without a commit)"
    }
    let digits = commit.prefix(6).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let rest = identifier.dropFirst(mark.count + commit.count)
    let tag = String(decoding: rest.dropFirst(), as: UTF8.self)
    return "\(tag.isEmpty ? next + "-dev" : tag) (commit \(digits.joined())"
      + "\(rest.first == 1 ? ", changed since" : ""))"
  }

  /// "MP", the first bytes of an identifier that `make build` gives.
  private static let mark = Array("MP".utf8)
}
