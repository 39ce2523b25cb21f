import SwiftSyntax

extension SyntaxProtocol {
  /// The parents, the nearest first.
  package var ancestors: some Sequence<Syntax> {
    sequence(first: parent, next: { $0?.parent }).lazy.compactMap(\.self)
  }

  /// The nearest parent of a type.
  package func enclosing<Node: SyntaxProtocol>(_ type: Node.Type) -> Node? {
    ancestors.lazy.compactMap { $0.as(type) }.first
  }

  /// Returns whether it is the other node or a part of it.
  package func isInside(_ other: some SyntaxProtocol) -> Bool {
    id == other.id || ancestors.contains { $0.id == other.id }
  }

  /// The text without the blanks and comments around it.
  package var code: String { trimmedDescription }

  /// Indicates whether a comment is inside of it.
  package var hasComment: Bool {
    let (first, last) = (
      firstToken(viewMode: .sourceAccurate), lastToken(viewMode: .sourceAccurate)
    )
    return tokens(viewMode: .sourceAccurate).contains { token in
      let leading = token.id == first?.id ? [] : token.leadingTrivia.pieces
      let trailing = token.id == last?.id ? [] : token.trailingTrivia.pieces
      return (leading + trailing).contains { piece in
        switch piece {
        case .lineComment, .blockComment, .docLineComment, .docBlockComment: true
        default: false
        }
      }
    }
  }

  /// The names in a node, such as a condition; without names in comments and strings.
  package var names: Set<String> {
    Set(
      tokens(viewMode: .sourceAccurate).compactMap {
        if case .identifier(let name) = $0.tokenKind { name } else { nil }
      })
  }
}

extension FunctionCallExprSyntax {
  /// The name before the parentheses, without the value or type that it is a member of: `setRegion`
  /// in `mapView?.setRegion(region, animated: true)`, and `Request` in `MKLocalSearch.Request()`.
  package var calledName: String? { calledExpression.lastName }

  /// The expression whose member is called: `mapView` in `mapView?.setRegion(…)`.
  package var receiver: ExprSyntax? { calledExpression.as(MemberAccessExprSyntax.self)?.base }

  /// The value of the argument with a label; `nil` is the label of one without.
  package func argument(_ label: String?) -> ExprSyntax? {
    arguments.first { $0.label?.text == label }?.expression
  }
}

extension ExprSyntax {
  /// The last name of a path without `?`, `!` and generic arguments: `c` in `a.b?.c`.
  package var lastName: String? {
    switch self.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name): name.baseName.text
    case .memberAccessExpr(let member): member.declName.baseName.text
    case .optionalChainingExpr(let optional): optional.expression.lastName
    case .forceUnwrapExpr(let forced): forced.expression.lastName
    case .genericSpecializationExpr(let generic): generic.expression.lastName
    default: nil
    }
  }
}

/// An assignment, such as `view.region = region` or `count += 1`.
package struct Assignment: Sendable {
  package var node: SequenceExprSyntax
  package var target: ExprSyntax
  /// `=`, `+=` and so on.
  package var `operator`: String
  /// The expressions behind the operator; the parser does not order operators.
  package var value: [ExprSyntax]
}

extension SourceFile {
  /// The assignments in a node, in the order of the text.
  package func assignments(in node: some SyntaxProtocol) -> [Assignment] {
    all(SequenceExprSyntax.self, in: node).compactMap { sequence in
      let parts = Array(sequence.elements)
      guard parts.count >= 3 else { return nil }
      let sign: String
      if parts[1].is(AssignmentExprSyntax.self) {
        sign = "="
      } else if let binary = parts[1].as(BinaryOperatorExprSyntax.self),
        ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="].contains(binary.operator.text)
      {
        sign = binary.operator.text
      } else {
        return nil
      }
      return Assignment(
        node: sequence, target: parts[0], operator: sign, value: Array(parts[2...]))
    }
  }
}
