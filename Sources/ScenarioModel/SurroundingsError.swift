/// A fault of the machine that a replay ran into, for which no strategy is to blame.
public struct SurroundingsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What could not be written.
  public let path: String
  public let reason: String

  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  public var description: String { "cannot write \(path): \(reason)" }
}
