import Yams

/// The limits of a YAML text that is parsed.
///
/// The parser hashes every key with all that stands below it, an alias's target included, each time
/// that the key is met. A few hundred bytes of aliases to lists of aliases would keep it busy for
/// years. So keys must be text. That is checked on a copy of the text in which an alias is a word
/// like any other, so that no tree is larger than its text.
package enum YAMLLimits {
  /// Bytes of a text: the longest scenario file has 5 KB.
  package static let maxSize = 128 * 1_024
  /// Lists and mappings within each other: scenario files have 5.
  package static let maxNesting = 64
  /// Values of a text with what its aliases stand for written out: a text without aliases has
  /// fewer.
  package static let maxCount = 100_000
  /// Question marks that may begin a key, which can then hold whole trees, and those again. It is
  /// more than one, as text may have them too.
  static let maxExplicitKeys = 64

  /// Stands for the sign of an alias in the copy: from the private use area, so that no text has
  /// it.
  private static let aliasSign: Unicode.Scalar = "\u{E000}"

  /// The tree of a text.
  ///
  /// Throws where parsing the text would take long, or make a tree that is larger than the limit.
  static func composed(_ text: String, file: String) throws(InputError) -> Node {
    try checkSize(text.utf8.count, file: file)
    try checkExplicitKeys(text, file: file)
    // A text without the sign has no alias, and is its own copy.
    guard text.utf8.contains(UInt8(ascii: "*")) else { return try checked(text, file: file) }
    var copy = String.UnicodeScalarView()
    copy.append(contentsOf: text.unicodeScalars.lazy.map { $0 == "*" ? aliasSign : $0 })
    _ = try checked(String(copy), file: file)
    let node = try Node.composed(text, file: file)
    var count = 0
    try checkExpansion(of: node, depth: 0, count: &count, file: file)
    return node
  }

  /// The tree of a text without aliases, whose keys are text.
  private static func checked(_ text: String, file: String) throws(InputError) -> Node {
    let tree = try Node.composed(text, file: file)
    try checkKeys(of: YAMLValue(node: tree, name: "the file", file: file), depth: 0)
    return tree
  }

  /// Throws where a file has more bytes than a text may have.
  package static func checkSize(_ bytes: Int, file: String) throws(InputError) {
    guard bytes <= maxSize else {
      throw InputError(
        .invalidValue(
          of: "the file", expected: "at most \(maxSize) bytes", found: "more"),
        at: SourceLocation(file: file, line: 1, column: 1))
    }
  }

  /// A key without a question mark before it has at most 1,024 characters, by YAML's own rules.
  private static func checkExplicitKeys(_ text: String, file: String) throws(InputError) {
    var (line, column, count) = (1, 0, 0)
    var previous: Unicode.Scalar = " "
    var isInAnchor = false
    for scalar in text.unicodeScalars {
      column += 1
      // After a letter it belongs to a word, unless that word is an anchor's name, which ends
      // there.
      if scalar == "?", isInAnchor || !isWord(previous) {
        count += 1
        guard count <= maxExplicitKeys else {
          throw InputError(
            .syntax(
              reason: "it has more than \(maxExplicitKeys) question marks that can begin a key; "
                + "write 'key: value' instead of '? key'"),
            at: SourceLocation(file: file, line: line, column: column))
        }
      }
      isInAnchor = scalar == "&" || isInAnchor && isName(scalar)
      previous = scalar
      if scalar == "\n" { (line, column) = (line + 1, 0) }
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// Returns whether an anchor's name may have the letter.
  private static func isName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "-" || scalar.isASCII && isWord(scalar)
  }

  /// Throws unless all keys are text and all aliases are values of their own.
  private static func checkKeys(of value: YAMLValue, depth: Int) throws(InputError) {
    let (node, name, file) = (value.node, value.name, value.file)
    guard depth <= maxNesting else { throw tooDeep(node, file: file) }
    switch node {
    case .mapping(let mapping):
      for (key, value) in mapping {
        let keyValue = YAMLValue(node: key, name: name, file: file)
        let text = try keyValue.text()
        if case .scalar(let scalar) = key, isAlias(scalar) {
          throw InputError(
            .wrongType(of: name, expected: "text as a key", found: "an alias"),
            at: keyValue.location)
        }
        try checkKeys(of: YAMLValue(node: value, name: text, file: file), depth: depth + 1)
      }
    case .sequence(let sequence):
      for element in sequence {
        try checkKeys(of: YAMLValue(node: element, name: name, file: file), depth: depth + 1)
      }
    case .scalar(let scalar):
      // What follows an alias's name is not a part of the alias, as it is in the copy.
      guard !isAlias(scalar) || scalar.string.unicodeScalars.dropFirst().allSatisfy(isName) else {
        throw error(
          "expected an alias and nothing after it; quote text that begins with '*'", at: node, file)
      }
    case .alias: break
    }
  }

  private static func isAlias(_ scalar: Node.Scalar) -> Bool {
    scalar.style == .plain && scalar.string.unicodeScalars.first == aliasSign
  }

  /// Throws where aliases make the tree of a text larger than the limit.
  private static func checkExpansion(
    of node: Node, depth: Int, count: inout Int, file: String
  ) throws(InputError) {
    guard depth <= maxNesting else { throw tooDeep(node, file: file) }
    count += 1
    guard count <= maxCount else {
      throw error(
        "the file has more than \(maxCount) values when its aliases are expanded", at: node, file)
    }
    switch node {
    case .mapping(let mapping):
      for (_, value) in mapping {
        try checkExpansion(of: value, depth: depth + 1, count: &count, file: file)
      }
    case .sequence(let sequence):
      for element in sequence {
        try checkExpansion(of: element, depth: depth + 1, count: &count, file: file)
      }
    case .scalar, .alias: break
    }
  }

  private static func tooDeep(_ node: Node, file: String) -> InputError {
    error("lists and mappings are nested more than \(maxNesting) deep", at: node, file)
  }

  private static func error(_ reason: String, at node: Node, _ file: String) -> InputError {
    InputError(
      .syntax(reason: reason), at: YAMLValue(node: node, name: "the file", file: file).location)
  }
}
