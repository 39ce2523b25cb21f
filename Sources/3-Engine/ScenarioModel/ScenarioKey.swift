/// A key of a scenario file, described in values: for the schema, and for tables of documentation.
public struct ScenarioKey: Hashable, Sendable {
  /// A value that a file may write for a key.
  public indirect enum Value: Hashable, Sendable {
    /// Something that its reader describes: one of several forms.
    case any
    /// A text that is not empty.
    case text
    /// A number in a range.
    case number(ClosedRange<Double>)
    /// A whole number in a range.
    case integer(ClosedRange<Int>)
    /// `true` or `false`.
    case flag
    /// One of some names.
    case choice([String])
    /// One or several of some names, each once.
    case choices([String])
    /// One of some names, or the path of a YAML file.
    case choiceOrFile([String])
    /// A list of values, at least and at most so many.
    case list(Value, count: ClosedRange<Int>)
    /// A value, or a list of different ones.
    case oneOrMore(Value)
    /// A mapping with keys of its own.
    case group([ScenarioKey])
  }

  /// The name in a file.
  public let name: String
  /// The value that a file may write.
  public let value: Value
  /// Indicates whether each file has the key.
  public let isRequired: Bool
  /// The default in a file without the key; `nil` if it depends on something else.
  public let standard: String?
  /// The meaning in a few words, with the unit of a number; empty for a key that says it all.
  public let meaning: String

  /// Creates the description of a key.
  public init(
    _ name: String, _ value: Value = .any, isRequired: Bool = false, standard: String? = nil,
    _ meaning: String = ""
  ) {
    self.name = name
    self.value = value
    self.isRequired = isRequired
    self.standard = standard
    self.meaning = meaning
  }
}

extension ScenarioKey {
  /// The names of a group's keys; none for another value.
  package var names: [String] {
    if case .group(let keys) = value { keys.map(\.name) } else { [] }
  }

  /// The same key, which a file may leave out.
  package var optional: ScenarioKey { ScenarioKey(name, value, standard: standard, meaning) }
}

extension ScenarioKey: ExpressibleByStringLiteral {
  /// A key that is described by its name alone.
  public init(stringLiteral name: String) {
    self.init(name)
  }
}
