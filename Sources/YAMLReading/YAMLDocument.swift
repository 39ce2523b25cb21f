import Yams

/// A parsed YAML file whose every value knows its place in the file.
public struct YAMLDocument {
  /// The document's only value.
  public let root: YAMLValue

  /// Parses a text; `file` is the name that errors give.
  ///
  /// Whatever the text, it takes a moment and little memory: ``YAMLLimits`` are checked first.
  public init(text: String, file: String) throws(InputError) {
    try YAMLLimits.check(text, file: file)
    let node = try Node.composed(text, file: file)
    try YAMLLimits.checkExpansion(of: node, file: file)
    root = YAMLValue(node: node, name: "the file", file: file)
  }
}

extension Node {
  /// The tree of a text.
  ///
  /// Without rules that tell numbers from text: readers ask for what they expect, and the rules cost
  /// most of the time that a long file takes.
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
    switch yamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      self.init(
        .syntax(reason: problem),
        at: SourceLocation(file: file, line: mark.line, column: mark.column))
    case .duplicatedKeysInMapping(let duplicates, let context):
      let keys = duplicates.prefix(10).map { "'\(InputError.shown($0))'" }.joined(separator: ", ")
      let mark = context.mark
      self.init(
        .syntax(reason: "the key \(keys) stands twice in one mapping"),
        at: SourceLocation(file: file, line: mark.line, column: mark.column))
    default:
      self.init(
        .syntax(reason: "\(yamlError)"), at: SourceLocation(file: file, line: 1, column: 1))
    }
  }
}
