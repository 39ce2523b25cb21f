/// A reason why a command cannot do what it was asked for.
struct CommandError: Error, CustomStringConvertible {
  let description: String

  /// - Parameter description: what was expected and found, where, and what to do.
  init(_ description: String) {
    self.description = description
  }
}
