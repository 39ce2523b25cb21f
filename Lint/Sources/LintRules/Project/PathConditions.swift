import SwiftSyntax

/// Something that decides whether a statement runs.
struct PathCondition {
  enum Kind {
    /// A value exists or is valid: `if let region`, `!pins.isEmpty`, `error == nil`, a success. It is
    /// the same at each event.
    case presence
    /// A mode of the app, such as a flag or a case of a state: it stays the same from event to event,
    /// unless code that it guards changes it.
    case mode
    /// A comparison, or a flag whose name says that something is new.
    case test
  }

  var kind: Kind
  /// The names that it mentions.
  var names: Set<String>
}

extension SyntaxProtocol {
  /// The conditions between a node and one around it, and the early exits before it.
  ///
  /// A closure that a person or another event runs counts as a test; any other decides nothing: it
  /// runs at once, soon, or with the answer to what its call asks for.
  func conditions(in body: some SyntaxProtocol) -> [PathCondition] {
    var conditions: [PathCondition] = []
    var child = Syntax(self)
    for parent in ancestors where child.id != body.id {
      if let statement = parent.as(IfExprSyntax.self), child.id != statement.conditions.id {
        conditions += statement.conditions.map(\.asCondition).map {
          // A flag that the code under it changes lets it run once.
          $0.kind == .mode && statement.body.assigns($0.names) ? .test($0.names) : $0
        }
        // In the other branch, a value that does not exist is a test.
        if child.id == statement.elseBody?.id, !statement.conditions.isOfError {
          conditions.append(.test(of: statement.conditions))
        }
      } else if let branch = parent.as(SwitchCaseSyntax.self) {
        conditions.append(branch.asCondition)
      } else if parent.is(CatchClauseSyntax.self)
        || parent.is(GuardStmtSyntax.self) && child.is(CodeBlockSyntax.self)
        || parent.is(FunctionDeclSyntax.self) && parent.id != body.id
      {
        conditions.append(.test(of: parent.parent ?? parent))
      } else if let loop = parent.as(ForStmtSyntax.self), let filter = loop.whereClause {
        conditions.append(.test(of: filter))
      } else if let closure = parent.as(ClosureExprSyntax.self), closure.isAction,
        closure.id != body.id
      {
        conditions.append(.test(of: closure.statements))
      } else if let list = parent.as(CodeBlockItemListSyntax.self) {
        for item in list.prefix(while: { $0.id != child.id }) {
          conditions += item.earlyExit ?? []
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

  /// Returns whether a closure that another event runs is between a node and one around it.
  func isInAction(in body: some SyntaxProtocol) -> Bool {
    ancestors.prefix { $0.id != body.id }.contains {
      $0.as(ClosureExprSyntax.self)?.isAction ?? false
    }
  }
}

extension PathCondition {
  static func test(_ names: Set<String>) -> PathCondition {
    PathCondition(kind: .test, names: names)
  }

  static func test(of node: some SyntaxProtocol) -> PathCondition { test(node.names) }
}

extension ClosureExprSyntax {
  /// The call that gets the closure.
  var call: FunctionCallExprSyntax? {
    guard let call = enclosing(FunctionCallExprSyntax.self),
      call.trailingClosure?.id == id || call.arguments.contains(where: { $0.expression.id == id })
        || call.additionalTrailingClosures.contains(where: { $0.closure.id == id })
    else { return nil }
    return call
  }

  /// The label of the closure: `label` of `Button { } label: { }`.
  var label: String? {
    parent?.as(LabeledExprSyntax.self)?.label?.text
      ?? parent?.as(MultipleTrailingClosureElementSyntax.self)?.label.text
  }

  /// Indicates whether a person or another event runs it, not the code around it.
  var isAction: Bool {
    // A value that is kept: `manager.onFix = { … }`.
    guard let call, let name = call.calledName else {
      return parent?.is(InitializerClauseSyntax.self) == false
        && enclosing(SequenceExprSyntax.self)?.elements.last?.id == id
    }
    let isHandler = { (name: String) in
      name.hasPrefix("on") && name.dropFirst(2).first?.isUppercase ?? false
    }
    if let label, ["action", "perform", "get", "set"].contains(label) || isHandler(label) {
      return true
    }
    if name == "Button" {
      return label == nil
        && !call.arguments.contains { ["action"].contains($0.label?.text) }
    }
    let actions: Set = [
      "addAction", "addObserver", "addSnapshotListener", "assign", "observe", "publisher",
      "dispatch_once", "refreshable", "scheduledTimer", "TextField", "SecureField", "sink", "store",
      "task",
      "Binding", "Timer", "UIAction",
      "UIAlertAction",
    ]
    if isHandler(name) || actions.contains(name) { return true }
    // A view builder assigns and starts nothing: the closure of a view that does is a callback.
    return name.first?.isUppercase ?? false
      && !["Task", "Thread", "NSAnimationContext"].contains(name)
      && statements.contains { item in
        item.item.as(FunctionCallExprSyntax.self)?.calledName == "Task"
          || item.item.as(SequenceExprSyntax.self)?.elements.contains {
            $0.is(AssignmentExprSyntax.self)
          } ?? false
      }
  }
}

extension ConditionElementListSyntax {
  /// Indicates whether it asks for an empty list.
  var isOfEmptiness: Bool { names.contains("isEmpty") && !code.contains("!") }

  /// Indicates whether it asks for an error: the other branch is the usual one.
  fileprivate var isOfError: Bool { names.contains { $0.lowercased().contains("error") } }
}

extension ConditionElementSyntax {
  fileprivate var asCondition: PathCondition {
    PathCondition(kind: isPresence ? .presence : isTest ? .test : .mode, names: names)
  }

  /// Indicates whether it compares values, asks a list, or names a flag for what is new.
  private var isTest: Bool {
    guard case .expression(let expression) = condition else { return false }
    let words: Set = [
      "new", "same", "change", "changed", "changes", "first", "initial", "initially", "once",
      "need",
      "needs", "should", "already", "last", "previous", "old", "dirty", "equal", "moved", "update",
      "updated", "loaded", "done", "shown", "pending", "did", "has", "drawn", "added",
    ]
    let parts = expression.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? []
    let compares = parts.contains {
      ["!=", "==", "<", ">", "<=", ">=", "!==", "==="].contains($0.code)
    }
    // `state == .idle` is a mode.
    let isCase =
      parts.last.map { $0.code.hasPrefix(".") || $0.is(BooleanLiteralExprSyntax.self) } ?? false
    return compares && !isCase || !expression.names.isDisjoint(with: ["contains", "isEmpty"])
      || expression.names.contains { !words.isDisjoint(with: $0.camelCaseWords) }
  }

  private var isPresence: Bool {
    switch condition {
    case .matchingPattern(let pattern):
      return [".success", ".some", "let "].contains { pattern.pattern.code.hasPrefix($0) }
        || pattern.pattern.code.hasSuffix("?")
    case .expression(let expression):
      let code = expression.code
      // The validity of what an event brings is the same each time.
      let valid: Set = [
        "isEmpty", "horizontalAccuracy", "timestamp", "timeIntervalSinceNow",
        "isViewLoaded", "authorizationStatus", "authorizedWhenInUse", "authorizedAlways",
        "isCancelled", "locationServicesEnabled", "isNaN", "isFinite",
        "CLLocationCoordinate2DIsValid",
      ]
      // A map without pins is so once.
      if code.contains("annotations.isEmpty") || code.contains("overlays.isEmpty") { return false }
      let parts = expression.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? []
      let countsLiteral =
        parts.count == 3 && parts[0].lastName == "count"
        && parts[2].is(IntegerLiteralExprSyntax.self)
      return code.hasSuffix("!= nil") || countsLiteral || code.contains(" is ")
        || !expression.names.isDisjoint(with: valid)
        || code.lowercased().contains("error") || code == "true"
    default: return true  // A binding of an optional, or an availability.
    }
  }
}

extension CodeBlockSyntax {
  /// Indicates whether nothing behind it runs.
  var leaves: Bool {
    statements.last.map {
      $0.item.is(ReturnStmtSyntax.self) || $0.item.is(ContinueStmtSyntax.self)
        || $0.item.is(ThrowStmtSyntax.self)
    } ?? false
  }
}

extension CodeBlockItemSyntax {
  /// The conditions of a `guard`, or of an `if` that leaves with `return`.
  fileprivate var earlyExit: [PathCondition]? {
    if let statement = item.as(GuardStmtSyntax.self) {
      return statement.conditions.map(\.asCondition)
    }
    let expression = item.as(ExpressionStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
    guard let statement = expression?.as(IfExprSyntax.self),
      statement.body.leaves
    else { return nil }
    // What code clears before it leaves is gone at the next event.
    return statement.conditions.map(\.asCondition).map { condition in
      condition.kind == .test && statement.body.assigns(condition.names)
        ? PathCondition(kind: .mode, names: condition.names) : condition
    }
  }
}

extension SwitchCaseSyntax {
  fileprivate var asCondition: PathCondition {
    let label = label.code
    if [".success", ".some", "uthorized"].contains(where: label.contains) {
      return PathCondition(kind: .presence, names: [])
    }
    let names = parent?.parent?.as(SwitchExprSyntax.self)?.subject.names ?? []
    // A value that the case binds is a command; a case alone is a mode.
    return PathCondition(kind: label.contains("let ") ? .test : .mode, names: names)
  }
}

extension SyntaxProtocol {
  /// Returns whether code assigns a variable with one of these names.
  fileprivate func assigns(_ names: Set<String>) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { token in
      token.tokenKind == .equal && token.parent?.is(AssignmentExprSyntax.self) ?? false
        && token.previousToken(viewMode: .sourceAccurate).map { names.contains($0.text) } ?? false
    }
  }
}
