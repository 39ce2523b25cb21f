import SwiftSyntax

/// Something that decides whether a statement runs.
struct PathCondition {
  enum Kind {
    /// A value exists: `if let region`, `region != nil`, `!pins.isEmpty`. It is the same at each
    /// update.
    case presence
    /// Anything else, such as a comparison, a flag or a case of a switch.
    case test
  }

  var kind: Kind
  /// The names that it mentions.
  var names: Set<String>
}

extension SyntaxProtocol {
  /// The conditions between a node and one around it, and the early exits before it.
  ///
  /// Closures that run at once or soon, such as in `Task`, `async` and `forEach`, decide nothing;
  /// any other closure runs when something happens, and counts as a test.
  func conditions(in body: some SyntaxProtocol) -> [PathCondition] {
    var conditions: [PathCondition] = []
    var child = Syntax(self)
    for parent in ancestors where child.id != body.id {
      if let statement = parent.as(IfExprSyntax.self), child.id != statement.conditions.id {
        conditions += statement.conditions.map(\.asCondition)
        // In the other branch, a value that does not exist is a test.
        if child.id == statement.elseBody?.id { conditions.append(.test(of: statement.conditions)) }
      } else if parent.is(SwitchCaseSyntax.self) || parent.is(CatchClauseSyntax.self)
        || parent.is(GuardStmtSyntax.self) && child.is(CodeBlockSyntax.self)
        || parent.is(FunctionDeclSyntax.self) && parent.id != body.id
      {
        conditions.append(.test(of: parent.parent ?? parent))
      } else if let loop = parent.as(ForStmtSyntax.self), let filter = loop.whereClause {
        conditions.append(.test(of: filter))
      } else if let closure = parent.as(ClosureExprSyntax.self), !closure.runsAnyway,
        closure.id != body.id
      {
        conditions.append(.test(of: closure.statements))
      } else if let list = parent.as(CodeBlockItemListSyntax.self) {
        for item in list.prefix(while: { $0.id != child.id }) {
          conditions += item.earlyExit?.map(\.asCondition) ?? []
        }
      }
      child = parent
    }
    return conditions
  }

  /// Returns whether a test stands between a node and one around it, or an early exit before it.
  func isTested(in body: some SyntaxProtocol) -> Bool {
    conditions(in: body).contains { $0.kind == .test }
  }
}

extension PathCondition {
  static func test(of node: some SyntaxProtocol) -> PathCondition {
    PathCondition(kind: .test, names: node.names)
  }
}

extension ClosureExprSyntax {
  /// The call that gets the closure.
  var call: FunctionCallExprSyntax? { enclosing(FunctionCallExprSyntax.self) }

  fileprivate var runsAnyway: Bool {
    let names: Set = [
      "Task", "async", "animate", "compactMap", "detached", "flatMap", "forEach", "map",
      "performWithoutAnimation", "run", "sync", "withAnimation", "withTransaction",
    ]
    return call?.calledName.map(names.contains) ?? false
  }
}

extension ConditionElementSyntax {
  fileprivate var asCondition: PathCondition {
    let isPresence =
      switch condition {
      case .matchingPattern: false
      case .expression(let expression):
        expression.code.hasSuffix("!= nil") || expression.names.contains("isEmpty")
          || expression.code.hasSuffix(".count > 0")
      default: true  // A binding of an optional, or an availability.
      }
    return PathCondition(kind: isPresence ? .presence : .test, names: names)
  }
}

extension CodeBlockItemSyntax {
  /// The conditions of a `guard`, or of an `if` that leaves with `return`.
  fileprivate var earlyExit: ConditionElementListSyntax? {
    if let statement = item.as(GuardStmtSyntax.self) { return statement.conditions }
    let expression = item.as(ExpressionStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
    guard let statement = expression?.as(IfExprSyntax.self),
      statement.body.statements.last?.item.is(ReturnStmtSyntax.self) ?? false
    else { return nil }
    return statement.conditions
  }
}
