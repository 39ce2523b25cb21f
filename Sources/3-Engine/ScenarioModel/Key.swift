import Support

/// A key of a scenario file that is read into a property of some settings.
///
///     struct MarkerSettings: Settings {
///       var size = 48.0
///       var seed: UInt64 = 0
///       static let keys: [Key<Self>] = [
///         .number("size", \.size, in: 8...200, "the width of a marker in points"),
///         .seed(\.seed),
///       ]
///     }
///
/// The name, the range and the meaning are written once; the value without the key is the
/// property's own. Parsing, errors, the schema, the facts of a report and the seeds come from them.
package struct Key<Root>: Sendable {
  package typealias Path<Value> = WritableKeyPath<Root, Value> & Sendable

  package let description: ScenarioKey
  /// Reads the value of a file that has the key.
  let read: @Sendable (YAMLValue, inout Root) throws(InputError) -> Void
  /// The value in the words of a report, without the key's name; `nil` for one that is not said.
  let text: @Sendable (Root) -> String?
  /// The seeds behind the key, by the names of their groups.
  let seeds: @Sendable (Root) -> [(name: String, seed: UInt64)]
  let reseed: @Sendable (inout Root, UInt64) -> Void

  package init(
    _ description: ScenarioKey,
    read: @escaping @Sendable (YAMLValue, inout Root) throws(InputError) -> Void,
    text: @escaping @Sendable (Root) -> String?,
    seeds: @escaping @Sendable (Root) -> [(name: String, seed: UInt64)] = { _ in [] },
    reseed: @escaping @Sendable (inout Root, UInt64) -> Void = { _, _ in }
  ) {
    self.description = description
    self.read = read
    self.text = text
    self.seeds = seeds
    self.reseed = reseed
  }

  /// The value with the name of the key, as a part of a group.
  fileprivate func namedText(_ root: Root) -> String? {
    if case .group = description.value { return text(root) }
    return text(root).map { "\(description.name) \($0)" }
  }
}

/// The cases of an enumeration that a file chooses from by name.
package typealias NamedChoice =
  CaseIterable & Hashable & RawRepresentable<String> & SendableMetatype

/// Values of a scenario file that are read from keys. The initial values are for a file without
/// any.
package protocol Settings: Hashable, Sendable {
  init()

  /// The keys, in the order in which mistakes are found.
  static var keys: [Key<Self>] { get }

  /// Throws where values do not fit together.
  func check(_ mapping: YAMLMapping) throws(InputError)
}

extension Settings {
  package func check(_ mapping: YAMLMapping) throws(InputError) {}

  /// The keys as values.
  package static var scenarioKeys: [ScenarioKey] { keys.map(\.description) }

  /// Reads the settings among the keys of a file.
  package init(_ mapping: YAMLMapping) throws(InputError) {
    self.init()
    let before = mapping.mistakes?.count
    for key in Self.keys {
      do {
        if key.description.isRequired {
          try key.read(try mapping.value(key.description.name), &self)
        } else if let value = mapping[key.description.name] {
          try key.read(value, &self)
        }
      } catch { try mapping.mistakes.report(error) }
    }
    // If one value has a mistake, the values need not fit together.
    guard mapping.mistakes?.count == before else { return }
    do { try check(mapping) } catch { try mapping.mistakes.report(error) }
  }

  /// The facts for a report: one for each key that has something to say.
  package var facts: [(name: String, value: String)] {
    Self.keys.compactMap { key in key.text(self).map { (key.description.name, $0) } }
  }

  /// The seeds, by the names of their groups.
  package var seeds: [(name: String, seed: UInt64)] { Self.keys.flatMap { $0.seeds(self) } }

  package mutating func reseed(_ seed: UInt64) {
    for key in Self.keys { key.reseed(&self, seed) }
  }
}

extension Key where Root: Settings {
  private static func standard<Value>(_ path: Path<Value>) -> Value { Root()[keyPath: path] }

  /// A number.
  ///
  /// - Parameter unit: the unit behind the number in a report.
  package static func number(
    _ name: String, _ path: Path<Double>, in range: ClosedRange<Double>, required: Bool = false,
    unit: String = "", _ meaning: String
  ) -> Key {
    value(
      name, path, .number(range), required: required, standard: standard(path).shortText,
      meaning, shown: { $0.shortText + unit },
      parse: { (yaml) throws(InputError) in try yaml.number(in: range) })
  }

  /// A number that a file may leave out.
  package static func number(
    _ name: String, _ path: Path<Double?>, in range: ClosedRange<Double>, unit: String = "",
    _ meaning: String
  ) -> Key {
    value(
      name, path, .number(range), meaning, shown: { $0.map { $0.shortText + unit } },
      parse: { (yaml) throws(InputError) in try yaml.number(in: range) })
  }

  /// A whole number.
  package static func integer(
    _ name: String, _ path: Path<Int>, in range: ClosedRange<Int>, required: Bool = false,
    unit: String = "", _ meaning: String
  ) -> Key {
    value(
      name, path, .integer(range), required: required, standard: "\(standard(path))", meaning,
      shown: { "\($0)\(unit)" },
      parse: { (yaml) throws(InputError) in try yaml.integer(in: range) })
  }

  /// `true` or `false`.
  package static func flag(_ name: String, _ path: Path<Bool>, _ meaning: String) -> Key {
    value(
      name, path, .flag, standard: "\(standard(path))", meaning, shown: { "\($0)" },
      parse: { (yaml) throws(InputError) in try yaml.boolean() })
  }

  /// One of the cases of an enumeration.
  ///
  /// - Parameter what: what the names are names of, for an error: `network`.
  package static func choice<Choice: NamedChoice>(
    _ name: String, _ path: Path<Choice>, what: String, required: Bool = false, _ meaning: String
  ) -> Key {
    value(
      name, path, .choice(Choice.allCases.map(\.rawValue)), required: required,
      standard: standard(path).rawValue, meaning, shown: { $0.rawValue },
      parse: { (yaml) throws(InputError) in try yaml.choice(what) })
  }

  /// One or several of the cases of an enumeration, each once.
  package static func choices<Choice: NamedChoice>(
    _ name: String, _ path: Path<[Choice]>, what: String, required: Bool = false,
    _ meaning: String
  ) -> Key {
    let standard = standard(path).map(\.rawValue).joined(separator: ", ")
    return value(
      name, path, .choices(Choice.allCases.map(\.rawValue)), required: required,
      standard: standard.isEmpty ? nil : standard, meaning,
      shown: { $0.map(\.rawValue).joined(separator: ", ") },
      parse: { (yaml) throws(InputError) in
        try yaml.choices { (value) throws(InputError) in try value.choice(what) }
      })
  }

  /// The seed of random draws.
  package static func seed(_ path: Path<UInt64>) -> Key {
    Key(
      ScenarioKey(
        "seed", .integer(0 ... .max), standard: "0", "the seed of random draws"),
      read: { (yaml, settings) throws(InputError) in
        settings[keyPath: path] = UInt64(try yaml.integer(in: 0 ... .max))
      },
      text: { "\($0[keyPath: path])" },
      seeds: { [("seed", $0[keyPath: path])] },
      reseed: { $0[keyPath: path] = $1 })
  }

  /// A value with a reader of its own.
  ///
  /// - Parameter shown: the value in the words of a report; `nil` for one that is not said.
  package static func value<Value: SendableMetatype>(
    _ name: String, _ path: Path<Value>, _ value: ScenarioKey.Value = .any, required: Bool = false,
    standard: String? = nil, _ meaning: String,
    shown: @escaping @Sendable (Value) -> String? = { _ in nil },
    parse: @escaping @Sendable (YAMLValue) throws(InputError) -> Value
  ) -> Key {
    Key(
      ScenarioKey(
        name, value, isRequired: required, standard: required ? nil : standard, meaning),
      read: { (yaml, settings) throws(InputError) in settings[keyPath: path] = try parse(yaml) },
      text: { shown($0[keyPath: path]) })
  }

  /// A mapping with keys of its own.
  ///
  /// - Parameters:
  ///   - seed: the name of its seed; by default the group's name.
  ///   - absent: what a report says of the values of a file without the group.
  package static func group<Group: Settings>(
    _ name: String, _ path: Path<Group>, seed: String? = nil, required: Bool = false,
    absent: String? = nil, _ meaning: String = ""
  ) -> Key {
    Key(
      ScenarioKey(name, .group(Group.scenarioKeys), isRequired: required, meaning),
      read: { (yaml, settings) throws(InputError) in
        settings[keyPath: path] = try Group(yaml.mapping(keys: Group.scenarioKeys.map(\.name)))
      },
      text: { settings in
        let group = settings[keyPath: path]
        if let absent, group == Group() { return absent }
        let parts = Group.keys.compactMap { $0.namedText(group) }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
      },
      seeds: { settings in
        settings[keyPath: path].seeds.map { (seed ?? name, $0.seed) }
      },
      reseed: { $0[keyPath: path].reseed($1) })
  }
}
