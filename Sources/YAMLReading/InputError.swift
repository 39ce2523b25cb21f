import Support

/// A place in an input file; lines and columns count from 1.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  public let file: String
  public let line: Int
  public let column: Int

  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  public var description: String { "\(file):\(line):\(column)" }
}

/// What is wrong with an input file, and where.
///
/// Every reader of scenario and profile files throws this one type, so that all messages have one
/// form: place, what was expected, what was found, and the nearest valid name.
public struct InputError: Error, Hashable, Sendable {
  /// The kinds of mistake; their wording is in ``InputError/description``.
  public enum Problem: Hashable, Sendable {
    case unreadable(reason: String)
    case syntax(reason: String)
    /// A file of another format, in the words of its own reader.
    case data(String)
    case missingKey(String, in: String)
    case unknownKey(String, in: String, known: [String])
    case wrongType(of: String, expected: String, found: String)
    case invalidValue(of: String, expected: String, found: String)
    case unknownName(String, what: String, known: [String])
  }

  public let location: SourceLocation
  public let problem: Problem

  public init(_ problem: Problem, at location: SourceLocation) {
    self.problem = problem
    self.location = location
  }
}

extension InputError: CustomStringConvertible {
  public var description: String {
    "\(location): error: \(explanation)"
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

  /// A name as a message shows it: as much of it as one can find it by.
  static func shown(_ name: String) -> String { PlainText.shortened(name, to: 80) }

  private static func advice(for name: String, among known: [String]) -> String {
    guard !known.isEmpty else { return "" }
    let list = known.joined(separator: ", ")
    guard let nearest = NearestName.find(name, among: known) else { return "; known: \(list)" }
    return "; did you mean '\(nearest)'? (known: \(list))"
  }
}
