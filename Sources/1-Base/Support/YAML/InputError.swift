/// A place in an input file; lines and columns count from 1.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The file's name or path.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int

  /// Creates a place.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  public var description: String { "\(file):\(line):\(column)" }
}

/// An error in an input file, with its place.
///
/// Every parser of scenario and profile files throws this one type, so that all messages have one
/// form: the place, the expected, the found, and the nearest valid name.
public struct InputError: Error, Hashable, Sendable {
  /// The kinds of mistake; their wording is in ``InputError/description``.
  public enum Problem: Hashable, Sendable {
    /// The file cannot be read.
    case unreadable(reason: String)
    /// The text is not YAML.
    case syntax(reason: String)
    /// An error in a file of another format, as its parser describes it.
    case data(String)
    /// A mapping lacks a key.
    case missingKey(String, in: String)
    /// A mapping has a key that is not known.
    case unknownKey(String, in: String, known: [String])
    /// A value has another type.
    case wrongType(of: String, expected: String, found: String)
    /// A value is out of its range or form.
    case invalidValue(of: String, expected: String, found: String)
    /// A value names something that does not exist.
    case unknownName(String, what: String, known: [String])
  }

  /// The place of the mistake.
  public let location: SourceLocation
  /// The mistake.
  public let problem: Problem
  /// The further mistakes of a file that was read to its end, in the file's order.
  package private(set) var others: [InputError] = []

  /// Creates an error from a mistake and its place.
  public init(_ problem: Problem, at location: SourceLocation) {
    self.problem = problem
    self.location = location
  }
}

extension InputError {
  /// Creates one error from those of a file; `nil` if there are none.
  init?(all errors: [InputError]) {
    guard let first = errors.first else { return nil }
    self = first
    others = Array(errors.dropFirst())
  }

  /// The mistakes, each as an error of its own.
  package var all: [InputError] { [InputError(problem, at: location)] + others }
}

extension InputError: CustomStringConvertible {
  public var description: String {
    all.map { "\($0.location): error: \($0.explanation)" }.joined(separator: "\n")
  }

  private var explanation: String {
    switch problem {
    case .unreadable(let reason):
      "the file cannot be read: \(reason)"
    case .syntax(let reason):
      "this is not valid YAML: \(reason)"
    case .data(let reason): reason
    case .missingKey(let key, let owner):
      "\(Self.shown(owner)) needs the key '\(key)', which is missing"
    case .unknownKey(let key, let owner, let known):
      "\(Self.shown(owner)) has no key '\(Self.shown(key))'\(Self.advice(for: key, among: known))"
    case .wrongType(let subject, let expected, let found):
      "\(Self.shown(subject)): expected \(expected), found \(found)"
    case .invalidValue(let subject, let expected, let found):
      "\(Self.shown(subject)): expected \(expected), found \(found)"
    case .unknownName(let name, let what, let known):
      "there is no \(what) '\(Self.shown(name))'\(Self.advice(for: name, among: known))"
    }
  }

  /// A name as a message shows it: shortened, and long enough to find it.
  static func shown(_ name: String) -> String { PlainText.shortened(name, to: 80) }

  /// The maximum number of names in a message.
  private static let maxListedNames = 60

  private static func advice(for name: String, among known: [String]) -> String {
    guard !known.isEmpty else { return "" }
    // Of very many names the nearest says more than the list.
    let list =
      known.count <= maxListedNames
      ? known.joined(separator: ", ")
      : known.prefix(maxListedNames / 4).joined(separator: ", ") + " and "
        + "\(known.count - maxListedNames / 4) more"
    guard let nearest = NearestName.find(name, among: known) else { return "; known: \(list)" }
    return "; did you mean '\(nearest)'? (known: \(list))"
  }
}
