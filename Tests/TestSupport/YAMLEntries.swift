import ScenarioModel
import Support

/// The keys of a YAML mapping with their values, each a text in one line, to replace some of them.
package struct YAMLEntries: Sendable {
  private var entries: [(key: String, text: String)]

  package init(_ entries: [(key: String, text: String)]) { self.entries = entries }

  /// Reads a mapping.
  package init(yaml text: String) throws(InputError) {
    let mapping = try YAMLDocument(text: text, file: "sample.yaml").root.mapping()
    self.init(mapping.entries.map { ($0.key, $0.value.canonicalText) })
  }

  package static func + (first: YAMLEntries, second: YAMLEntries) -> YAMLEntries {
    YAMLEntries(first.entries + second.entries)
  }

  package subscript(key: String) -> String? { entries.first { $0.key == key }?.text }

  /// The mapping with another value of a key, at its place or at the end; without the key if there
  /// is no value.
  package func replacing(_ key: String, by text: String?) -> YAMLEntries {
    var copy = self
    let place = entries.firstIndex { $0.key == key }
    if let place { copy.entries.remove(at: place) }
    if let text { copy.entries.insert((key, text), at: place ?? entries.count) }
    return copy
  }

  package func replacing(_ values: [String: String?]) -> YAMLEntries {
    values.sorted { $0.key < $1.key }.reduce(self) { $0.replacing($1.key, by: $1.value) }
  }

  /// The mapping as a file, with a line for each key.
  package var lines: String { entries.map { "\($0.key): \($0.text)\n" }.joined() }

  /// The mapping in one line: `{ rows: 5, people: 2 }`.
  package var line: String {
    "{ \(entries.map { "\($0.key): \($0.text)" }.joined(separator: ", ")) }"
  }
}
