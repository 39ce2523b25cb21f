import YAMLReading

extension Scenario {
  /// The keys by which the scenario's file describes its world.
  public var worldKeys: [String] {
    // The text was read when the scenario was made.
    let mapping = try? YAMLDocument(text: text, file: file).root.mapping()
    return (mapping?.entries ?? []).map(\.key).filter { family.keys.contains($0) }
  }

  /// What the scenario's file says of the world that the strategies work in, in one form: the
  /// family and the family's keys in order, without comments and layout.
  ///
  /// Two files with the same text, and the same contents of the files that they name, give every
  /// strategy the same work, whatever else they say of strategies, thresholds and claims.
  public var worldText: String {
    // The text was read when the scenario was made.
    guard let mapping = try? YAMLDocument(text: text, file: file).root.mapping() else {
      return text
    }
    return mapping.entries.filter { $0.key == "family" || family.keys.contains($0.key) }
      .sorted { $0.key < $1.key }
      .map { "\($0.key): \($0.value.canonicalText)" }.joined(separator: "\n")
  }
}

extension YAMLValue {
  /// The value in one form, whatever its layout was.
  fileprivate var canonicalText: String {
    if let mapping = try? mapping() {
      let entries = mapping.entries.sorted { $0.key < $1.key }
        .map { "\($0.key): \($0.value.canonicalText)" }
      return "{\(entries.joined(separator: ", "))}"
    }
    if let elements = try? elements() {
      return "[\(elements.map(\.canonicalText).joined(separator: ", "))]"
    }
    return ((try? text()) ?? "").debugDescription
  }
}
