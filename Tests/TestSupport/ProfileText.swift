/// The text of a platform profile's file, in which parameters are replaced or left out.
package struct ProfileText: Sendable {
  private var lines: [(name: String, entry: String)] = []
  private let base: String?

  /// A profile without parameters of its own.
  ///
  /// - Parameter base: the profile whose parameters it has besides.
  package init(basedOn base: String? = nil) { self.base = base }

  /// Replaces or adds a parameter.
  package mutating func set(_ name: String, _ value: Double, _ unit: String) {
    // What is counted must be written whole.
    let number = Int(exactly: value).map { String($0) } ?? "\(value)"
    set(
      name,
      entry: "{ value: \(number), low: \(number), high: \(number), unit: \(unit), "
        + "source: a test, confidence: assumption }")
  }

  /// Replaces or adds a parameter, as it stands in the file; it becomes the last one.
  package mutating func set(_ name: String, entry: String) {
    remove(name)
    lines.append((name, entry))
  }

  /// Sets the latency of a kind of request, in milliseconds.
  package mutating func setLatency(_ kind: String, median: Double, percentile95: Double) {
    set("\(kind)-latency-median", median, "ms")
    set("\(kind)-latency-p95", percentile95, "ms")
  }

  package mutating func remove(_ name: String) { lines.removeAll { $0.name == name } }

  /// Indicates whether the profile has no parameters of its own.
  package var isEmpty: Bool { lines.isEmpty }

  package var text: String {
    "profile: test\ntitle: A test\nwarning: None\n"
      + (base.map { "based-on: \($0)\n" } ?? "") + "parameters:\n"
      + lines.map { "  \($0.name): \($0.entry)\n" }.joined()
  }
}
