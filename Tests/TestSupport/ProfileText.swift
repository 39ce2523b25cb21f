/// The text of a platform profile's file, in which parameters are replaced or left out.
public struct ProfileText: Sendable {
  private var lines: [(name: String, entry: String)] = []

  /// A profile without parameters.
  public init() {}

  /// Replaces or adds a parameter.
  public mutating func set(_ name: String, _ value: Double, _ unit: String) {
    // What is counted must be written whole.
    let number = Int(exactly: value).map(String.init) ?? "\(value)"
    set(name, entry: "{ value: \(number), unit: \(unit), source: a test, confidence: assumption }")
  }

  /// Replaces or adds a parameter, as it stands in the file; it becomes the last one.
  public mutating func set(_ name: String, entry: String) {
    remove(name)
    lines.append((name, entry))
  }

  public mutating func remove(_ name: String) {
    lines.removeAll { $0.name == name }
  }

  public var text: String {
    "profile: test\ntitle: A test\nwarning: None\nparameters:\n"
      + lines.map { "  \($0.name): \($0.entry)\n" }.joined()
  }
}
