/// Why a scanner of bytes could not go on. The scanner's own position says where.
enum ScanError: Error, Hashable, Sendable {
  /// The operating system refused, for the given reason.
  case unreadable(reason: String)
  /// There is nothing in the file.
  case empty
  /// The bytes do not follow the format.
  case malformed(expected: String, found: String)
}
