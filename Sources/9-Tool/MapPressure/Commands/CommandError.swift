import Support

/// A reason why a command cannot do what it was asked for.
struct CommandError: Error, CustomStringConvertible {
  let description: String

  /// - Parameter description: what was expected and found, where, and what to do.
  init(_ description: String) {
    self.description = description
  }

  /// Says that an option names something that does not exist.
  init(_ option: String, unknown kind: String, _ name: String, known: [String]) {
    description =
      "\(option): there is no \(kind) '\(PlainText.line(name))'"
      + NearestName.hint(for: name, among: known)
  }
}
