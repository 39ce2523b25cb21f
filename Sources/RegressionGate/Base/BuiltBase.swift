/// The program of a base commit.
public struct BuiltBase: Hashable, Sendable {
  /// The program's path.
  public let executable: String
  /// The whole name of the commit.
  public let commit: String
  /// Whether an earlier build of the same commit by the same toolchain was there already.
  public let isCached: Bool
}
