import SwiftSyntax

extension Rule {
  static let regionSetInUpdate = Rule(
    "region-set-in-update",
    title: "The region is set at each update of a view, without a condition",
    sureness: .likely,
    source: GuideLine("axiom-mapkit", line: 39),
    cost: Cost(
      "region-loop", naive: "unguarded", improved: "gesture-only", metric: "correct-change-rate"),
    explanation: """
      An update of the view sets the map's region, whatever caused the update. If the delegate \
      writes the region back into state, each change causes the next update; if not, an update for \
      another reason moves the map back under the user's fingers.
      """,
    remedy: """
      Set the region only for a command that is new since the last update, and write state only \
      for the user's gestures.
      """,
    blindSpots: [
      "A region that a function sets which updateUIView calls is not seen.",
      "Any condition around the call, or an early exit before it, counts as a guard.",
    ]
  ) { file, _ in
    updateFunctions(in: file).flatMap { function, view in
      regionChanges(in: function, of: file).filter {
        !$0.isConditional(in: function)
      }.map {
        Match($0, "sets the region in \(view) without a condition")
      }
    }
  }

  /// The functions of representable views that SwiftUI calls at each update, with their names.
  private static func updateFunctions(
    in file: SourceFile
  ) -> [(function: FunctionDeclSyntax, name: String)] {
    let names = [
      "updateUIView", "updateNSView", "updateUIViewController", "updateNSViewController",
    ]
    return file.all(FunctionDeclSyntax.self).map { ($0, $0.name.text) }
      .filter { names.contains($0.1) && $0.0.body != nil }
  }

  private static func regionChanges(
    in function: FunctionDeclSyntax, of file: SourceFile
  ) -> [Syntax] {
    let calls = file.calls("setRegion").filter { $0.isInside(function) }.map { Syntax($0) }
    let assignments = file.assignments(in: function).filter {
      $0.target.lastName == "region" && $0.target.is(MemberAccessExprSyntax.self)
        && $0.operator == "="
    }
    return calls + assignments.map { Syntax($0.node) }
  }
}

extension SyntaxProtocol {
  /// Whether something between the node and a function decides if the node runs, or when: a
  /// condition, a loop, a closure, another function, or an early exit before it.
  package func isConditional(in function: FunctionDeclSyntax) -> Bool {
    var child = Syntax(self)
    for parent in ancestors {
      if parent.id == function.id { return false }
      switch parent.kind {
      case .ifExpr, .switchCase, .whileStmt, .forStmt, .ternaryExpr, .closureExpr, .functionDecl,
        .guardStmt, .catchClause:
        return true
      default: break
      }
      if let list = parent.as(CodeBlockItemListSyntax.self),
        list.prefix(while: { $0.id != child.id }).contains(where: { $0.item.isEarlyExit })
      {
        return true
      }
      child = parent
    }
    return false
  }
}

extension CodeBlockItemSyntax.Item {
  /// Whether it is a `guard`, or an `if` with a `return` in it.
  fileprivate var isEarlyExit: Bool {
    if self.is(GuardStmtSyntax.self) { return true }
    guard let statement = self.as(ExpressionStmtSyntax.self),
      statement.expression.is(IfExprSyntax.self)
    else { return false }
    return statement.tokens(viewMode: .sourceAccurate).contains {
      $0.tokenKind == .keyword(.return)
    }
  }
}
