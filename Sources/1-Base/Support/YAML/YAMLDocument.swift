import Yams

/// A parsed YAML file whose every value knows its place in the file.
package struct YAMLDocument {
  /// The document's only value.
  package let root: YAMLValue

  /// Parses a text; `file` is the name that errors give.
  ///
  /// Every text takes little time and memory, see ``YAMLLimits``.
  ///
  /// - Parameter mistakes: where those of the values are collected; `nil` to throw the first one.
  package init(text: String, file: String, mistakes: Mistakes? = nil) throws(InputError) {
    root = YAMLValue(
      node: try YAMLLimits.composed(text, file: file), name: "the file", file: file,
      mistakes: mistakes)
  }
}

extension Node {
  /// The tree of a text.
  ///
  /// Without rules that distinguish numbers from text: callers ask for the type that they expect,
  /// and the rules take most of the time of a long file.
  static func composed(_ text: String, file: String) throws(InputError) -> Node {
    let start = SourceLocation(file: file, line: 1, column: 1)
    let node: Node?
    do {
      node = try Yams.compose(yaml: text, .basic)
    } catch let error as YamlError {
      throw InputError(yamlError: error, file: file)
    } catch {
      throw InputError(.syntax(reason: "\(error)"), at: start)
    }
    guard let node else { throw InputError(.syntax(reason: "the file is empty"), at: start) }
    return node
  }
}

extension InputError {
  fileprivate init(yamlError: YamlError, file: String) {
    var reason = "\(yamlError)"
    var place: Mark?
    switch yamlError {
    // An open quote is where it begins, not at the end of the file.
    case .scanner(let context?, let problem, _, _) where context.text.contains("quoted scalar"):
      (reason, place) = (problem + ": close the quote", context.mark)
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      (reason, place) = (problem, mark)
    case .duplicatedKeysInMapping(let duplicates, let context):
      let keys = duplicates.prefix(10).map { "'\(InputError.shown($0))'" }.joined(separator: ", ")
      (reason, place) = ("one mapping has the key \(keys) twice", context.mark)
    default: break
    }
    self.init(
      .syntax(reason: reason),
      at: SourceLocation(file: file, line: place?.line ?? 1, column: place?.column ?? 1))
  }
}

/// A value of a YAML file with its place, which is read as the type that the caller expects.
public struct YAMLValue {
  let node: Node
  /// The name of the value in errors: its key.
  public let name: String
  let file: String
  /// The collection of the file's mistakes; `nil` if the first one ends the reading.
  package private(set) var mistakes: Mistakes?

  /// The place where the value begins.
  public var location: SourceLocation {
    let mark = node.mark
    return SourceLocation(file: file, line: mark?.line ?? 1, column: mark?.column ?? 1)
  }

  /// An error at this value's place.
  public func error(expected: String) -> InputError {
    InputError(.invalidValue(of: name, expected: expected, found: found), at: location)
  }

  /// An error at this value's place that lists the valid names.
  public func unknownName(_ name: String, what: String, known: [String]) -> InputError {
    InputError(.unknownName(name, what: what, known: known), at: location)
  }

  private func wrongType(_ expected: String) -> InputError {
    InputError(.wrongType(of: name, expected: expected, found: found), at: location)
  }

  /// The value as an error message shows it.
  var found: String {
    switch node {
    case .scalar(let scalar): scalar.string.isEmpty ? "nothing" : "'\(scalar.string.prefix(60))'"
    case .sequence: "a list"
    case .mapping: "a mapping of keys"
    case .alias: "an alias"
    }
  }

  /// The scalar's text.
  public func text() throws(InputError) -> String {
    guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
      throw wrongType("text")
    }
    return scalar.string
  }

  /// A finite number; underscores may group its digits.
  public func number(
    in range: ClosedRange<Double> = -.greatestFiniteMagnitude ... .greatestFiniteMagnitude
  ) throws(InputError) -> Double {
    guard case .scalar(let scalar) = node,
      let value = Double(scalar.string.filter { $0 != "_" }), value.isFinite
    else { throw wrongType("a number") }
    guard range.contains(value) else {
      throw error(expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// A whole number; underscores may group its digits.
  public func integer(in range: ClosedRange<Int> = .min ... .max) throws(InputError) -> Int {
    guard case .scalar(let scalar) = node, let value = Int(scalar.string.filter { $0 != "_" })
    else { throw wrongType("a whole number") }
    guard range.contains(value) else {
      throw error(
        expected: range.upperBound == .max
          ? "a whole number of at least \(range.lowerBound)"
          : "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// The elements of a list, which must not be empty.
  public func elements() throws(InputError) -> [YAMLValue] {
    guard case .sequence(let sequence) = node, !sequence.isEmpty else {
      throw wrongType("a list of at least one element")
    }
    return sequence.map { YAMLValue(node: $0, name: name, file: file, mistakes: mistakes) }
  }

  /// The elements of a list, which must not be empty, or the value itself if it is not a list.
  public func oneOrMore() throws(InputError) -> [YAMLValue] {
    if case .sequence = node { try elements() } else { [self] }
  }

  /// The value as a mapping; only the named keys may stand in it.
  public func mapping(keys known: [String]) throws(InputError) -> YAMLMapping {
    var mapping = try mapping()
    let names = Set(known)
    for entry in mapping.entries where !names.contains(entry.key) {
      let error = InputError(.unknownKey(entry.key, in: name, known: known), at: entry.location)
      try mistakes.report(error)
      guard mistakes?.count ?? 0 <= Mistakes.maxCount else { continue }
      if let nearest = NearestName.find(entry.key, among: known) {
        mapping.misspelt[nearest] = error
      }
    }
    return mapping
  }

  /// The value as a mapping with any keys.
  public func mapping() throws(InputError) -> YAMLMapping {
    guard case .mapping(let mapping) = node else { throw wrongType("a mapping of keys") }
    var entries: [YAMLMapping.Entry] = []
    for (key, value) in mapping {
      let keyValue = YAMLValue(node: key, name: name, file: file)
      let text = try keyValue.text()
      entries.append(
        YAMLMapping.Entry(
          key: text, location: keyValue.location,
          value: YAMLValue(node: value, name: text, file: file, mistakes: mistakes)))
    }
    return YAMLMapping(name: name, location: location, entries: entries, mistakes: mistakes)
  }
}

/// The keys and values of a YAML mapping, in the file's order.
public struct YAMLMapping {
  /// A key with its value.
  public struct Entry {
    /// The key.
    public let key: String
    /// The place of the key.
    public let location: SourceLocation
    /// The value.
    public let value: YAMLValue
  }

  /// The name of the mapping in errors.
  public let name: String
  /// The place where the mapping begins.
  public let location: SourceLocation
  /// The keys and values, in the file's order.
  public let entries: [Entry]
  /// The collection of the file's mistakes; `nil` if the first one ends the reading.
  package let mistakes: Mistakes?
  /// The mistakes of unknown keys, by the known key that each most likely stands for.
  package fileprivate(set) var misspelt: [String: InputError] = [:]
  private let places: [String: Int]

  init(name: String, location: SourceLocation, entries: [Entry], mistakes: Mistakes?) {
    self.name = name
    self.mistakes = mistakes
    self.location = location
    self.entries = entries
    places = Dictionary(
      zip(entries.map(\.key), entries.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The value of a key that may be absent.
  public subscript(key: String) -> YAMLValue? {
    places[key].map { entries[$0].value }
  }

  /// The value of a key that must be there.
  public func value(_ key: String) throws(InputError) -> YAMLValue {
    guard let value = self[key] else { throw missing(oneOf: [key]) }
    return value
  }

  /// The error of a mapping that lacks all of some keys. If the mapping misspells one of them, this
  /// is the error of that key, because a mistake has one message.
  package func missing(oneOf keys: [String]) -> InputError {
    keys.lazy.compactMap { misspelt[$0] }.first
      ?? InputError(.missingKey(keys.joined(separator: "' or '"), in: name), at: location)
  }
}
