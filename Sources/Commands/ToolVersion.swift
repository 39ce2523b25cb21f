import CBuildIdentifier

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

  /// - Parameter identifier: the 20 bytes of a commit, and one more if files had changed since; none
  ///   for a build that does not tell.
  static func text(identifier: some Collection<UInt8>) -> String {
    guard identifier.count == 20 || identifier.count == 21 else {
      return "\(number) (a build without a commit)"
    }
    let digits = identifier.prefix(6).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "\(number) (commit \(digits.joined())\(identifier.count == 21 ? ", changed since" : ""))"
  }
}
