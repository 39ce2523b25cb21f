import SwiftParser
import SwiftSyntax

/// A parsed file with its nodes by kind, in the order of the text.
package struct SourceFile: Sendable {
  /// The path that findings show.
  package let path: String
  package let lines: LineTable
  package let tree: SourceFileSyntax
  let bytes: [UInt8]
  let identifiers: Set<String>
  let ignoreComments: [IgnoreComment]
  private let nodes: [ObjectIdentifier: [Syntax]]
  /// The calls by the name that is called, each with its place among all calls.
  private let callsByName: [String: [(Int, FunctionCallExprSyntax)]]

  /// The limits of a tree. The stack of a ``LargeStack`` thread is made for them: rules and the
  /// parser recurse over a tree of this depth.
  package static let maxNesting = 256
  package static let maxDepth = 4_000

  /// Parses a file. The parser limits its own recursion, but a chain of calls makes a tree of any
  /// depth, so that the tree is walked without recursion first.
  package init(_ text: SourceText) throws(SkippedFile) {
    path = text.path
    bytes = text.bytes
    lines = LineTable(bytes)
    let maxNesting = Self.maxNesting
    tree = bytes.withUnsafeBufferPointer {
      Parser.parse(source: $0, maximumNestingLevel: maxNesting)
    }
    var nodes: [ObjectIdentifier: [Syntax]] = [:]
    var identifiers: Set<String> = []
    var ignoreComments: [IgnoreComment] = []
    let mayIgnore = text.contains(IgnoreComment.marker)
    var rest: [(node: Syntax, depth: Int)] = [(Syntax(tree), 0)]
    while let (node, depth) = rest.popLast() {
      guard depth <= Self.maxDepth else {
        let line = lines.location(of: node.position.utf8Offset).line
        throw SkippedFile(
          path: path, reason: "line \(line): nested more than \(Self.maxDepth) levels deep")
      }
      if let token = node.as(TokenSyntax.self) {
        if case .identifier(let name) = token.tokenKind { identifiers.insert(name) }
        if mayIgnore { ignoreComments += IgnoreComment.all(around: token, lines: lines) }
      } else {
        nodes[ObjectIdentifier(node.syntaxNodeType), default: []].append(node)
        for child in node.children(viewMode: .sourceAccurate).reversed() {
          rest.append((child, depth + 1))
        }
      }
    }
    var calls: [String: [(Int, FunctionCallExprSyntax)]] = [:]
    for (place, node) in (nodes[ObjectIdentifier(FunctionCallExprSyntax.self)] ?? []).enumerated() {
      guard let call = node.as(FunctionCallExprSyntax.self), let name = call.calledName else {
        continue
      }
      calls[name, default: []].append((place, call))
    }
    callsByName = calls
    (self.nodes, self.identifiers, self.ignoreComments) = (nodes, identifiers, ignoreComments)
  }

  /// The first mistake of the syntax; `nil` if there is none. The rest of the file is checked.
  var mistake: SkippedFile? {
    guard tree.hasError else { return nil }
    var node = Syntax(tree)
    while let next = node.children(viewMode: .all).first(where: {
      $0.hasError || $0.is(UnexpectedNodesSyntax.self)
    }) {
      node = next
      if node.is(UnexpectedNodesSyntax.self) { break }
    }
    let line = lines.location(of: node.positionAfterSkippingLeadingTrivia.utf8Offset).line
    return SkippedFile(
      path: path,
      reason: "line \(line): the syntax has a mistake, and code near it is not understood",
      inPart: true)
  }

  /// The nodes of a concrete type in the whole file, in the order of the text.
  package func all<Node: SyntaxProtocol>(_ type: Node.Type) -> [Node] {
    (nodes[ObjectIdentifier(type)] ?? []).compactMap { $0.as(type) }
  }

  /// The nodes of a concrete type in a node, with itself, in the order of the text.
  package func all<Node: SyntaxProtocol>(
    _ type: Node.Type, in node: some SyntaxProtocol
  ) -> [Node] {
    let nodes = nodes[ObjectIdentifier(type)] ?? []
    let (start, end) = (node.position, node.endPosition)
    // The text's order has parents first: positions never decrease.
    var (low, high) = (0, nodes.count)
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle].position < start { low = middle + 1 } else { high = middle }
    }
    // Parents of the node can start where it starts, as can empty nodes in front of it.
    return nodes[low...].prefix { $0.position < end }
      .filter { $0.position > start || $0.isInside(node) }.compactMap { $0.as(type) }
  }

  /// The calls of a function, a method or an initializer of this name, whatever stands before it.
  package func calls(_ names: String...) -> [FunctionCallExprSyntax] { calls(Set(names)) }

  func calls(_ names: Set<String>) -> [FunctionCallExprSyntax] {
    names.flatMap { callsByName[$0] ?? [] }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The file's imports, such as `MapKit`.
  package var imports: Set<String> {
    Set(all(ImportDeclSyntax.self).compactMap { $0.path.first?.name.text })
  }

  /// The classes with a location manager of their own.
  var managerTypes: [String] {
    all(ClassDeclSyntax.self).filter { type in
      type.memberBlock.members.contains {
        $0.decl.as(VariableDeclSyntax.self)?.code.contains("CLLocationManager") ?? false
      }
    }.map(\.name.text)
  }

  /// Indicates whether a file may have code about maps.
  package var isAboutMaps: Bool {
    !imports.isDisjoint(with: ["MapKit", "CoreLocation", "_MapKit_SwiftUI"])
      || identifiers.contains { $0.hasPrefix("MK") || $0.hasPrefix("CLGeocoder") }
  }
}
