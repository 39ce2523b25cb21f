import SwiftSyntax

/// Code with a name that other code runs: a function, the getter or observer of a property.
struct Routine: Sendable {
  var file: SourceFile
  var node: Syntax
  var name: String
  /// The full name of its type; empty outside of types.
  var owner: String
}

/// The routines of files by name.
struct Routines: Sendable {
  private(set) var functions: [String: [Routine]] = [:]
  /// The getters of computed properties.
  private(set) var getters: [String: [Routine]] = [:]
  /// `willSet` and `didSet`.
  private(set) var observers: [String: [Routine]] = [:]
  /// The closures that code gives to a name: `manager.onFix = { … }`, `Screen(onTap: { … })`.
  private(set) var closures: [String: [Routine]] = [:]

  init(_ files: [SourceFile]) {
    for file in files {
      func routine(_ node: some SyntaxProtocol, _ name: String) -> Routine {
        Routine(file: file, node: Syntax(node), name: name, owner: node.typePath)
      }
      for node in file.all(FunctionDeclSyntax.self) where node.body != nil {
        functions[node.name.text, default: []].append(routine(node, node.name.text))
      }
      for node in file.all(PatternBindingSyntax.self) {
        guard let block = node.accessorBlock else { continue }
        let name = node.pattern.code
        if node.isComputed {
          getters[name, default: []].append(routine(block, name))
        } else {
          observers[name, default: []].append(routine(block, name))
        }
      }
      for closure in file.all(ClosureExprSyntax.self) {
        if let label = closure.parent?.as(LabeledExprSyntax.self)?.label?.text {
          closures[label, default: []].append(routine(closure, label))
        } else if let parts = closure.parent?.parent?.as(SequenceExprSyntax.self)?.elements,
          parts.count == 3, parts.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
          let name = parts.first?.lastName
        {
          closures[name, default: []].append(routine(closure, name))
        }
      }
    }
  }
}

extension Project {
  /// The functions that a call calls, as far as names show: those with the name in the receiver's
  /// type if the type is known, else in the types around, else the only one of the project.
  func callees(of call: FunctionCallExprSyntax, depth: Int = 0) -> [Routine] {
    guard let name = call.calledName else { return [] }
    let fitting = (routines.functions[name] ?? []).filter {
      $0.node.as(FunctionDeclSyntax.self).map(call.fits) ?? false
    }
    guard !fitting.isEmpty else { return closures(name, of: call) }
    if call.isOwn {
      let scope = call.typePath
      let near = fitting.filter { isOwn($0.owner, in: scope, of: call) }
      return Array(
        nearest(near.isEmpty ? fitting.filter(\.owner.isEmpty) : near, to: call).prefix(1))
    }
    guard let type = type(of: call.receiver, depth: depth + 1) else {
      return fitting.count == 1 ? fitting : []
    }
    guard let declared = type.declared else {
      // An extension of a type of a framework.
      return fitting.filter { $0.owner == type.plain }
    }
    let own = fitting.filter { $0.owner == declared.name }
    if !own.isEmpty { return Array(nearest(own, to: call).prefix(1)) }
    if declared.keyword == "protocol" {
      return fitting.filter { routine in
        types.find(routine.owner, scope: "", path: routine.file.path)
          .map { types.inherits($0, declared.name) } ?? false
      }
    }
    return Array(fitting.filter { types.inherits(declared, $0.owner) }.prefix(1))
  }

  /// The getters that a name or a member reads; none if the property is stored.
  func getters(readBy node: some ExprSyntaxProtocol) -> [Routine] {
    properties(routines.getters, node)
  }

  /// The observers of a property that an assignment changes.
  func observers(of target: ExprSyntax) -> [Routine] { properties(routines.observers, target) }

  private func properties(
    _ table: [String: [Routine]], _ node: some ExprSyntaxProtocol
  ) -> [Routine] {
    guard let name = ExprSyntax(node).lastName, let candidates = table[name] else { return [] }
    if let member = node.as(MemberAccessExprSyntax.self), let base = member.base,
      base.code != "self"
    {
      guard let declared = type(of: base)?.declared else { return [] }
      return Array(
        nearest(candidates.filter { types.inherits(declared, $0.owner) }, to: node).prefix(1))
    }
    guard case .property(_, let owner)? = declaration(of: name, at: node) else { return [] }
    return Array(nearest(candidates.filter { $0.owner == owner.name }, to: node).prefix(1))
  }

  /// The closures that code gives to a property that is called as a function.
  private func closures(_ name: String, of call: FunctionCallExprSyntax) -> [Routine] {
    guard let closures = routines.closures[name] else { return [] }
    var property: DeclaredProperty?
    if !call.isOwn {
      property = type(of: call.receiver)?.declared.flatMap { types.property(name, of: $0)?.0 }
    } else if case .property(let own, _)? = declaration(of: name, at: call) {
      property = own
    }
    return property?.type?.contains("->") ?? false ? closures : []
  }

  private func isOwn(_ owner: String, in scope: String, of node: some SyntaxProtocol) -> Bool {
    if owner == scope || !owner.isEmpty && scope.hasPrefix(owner + ".") { return true }
    return !owner.isEmpty && (enclosingType(of: node).map { types.inherits($0, owner) } ?? false)
  }

  private func nearest(_ routines: [Routine], to node: some SyntaxProtocol) -> [Routine] {
    guard routines.count > 1 else { return routines }
    let path = path(of: node).split(separator: "/")
    func nearness(_ routine: Routine) -> Int {
      zip(routine.file.path.split(separator: "/"), path).prefix { $0 == $1 }.count
    }
    let best = routines.map(nearness).max()
    return routines.filter { nearness($0) == best }
  }
}

extension FunctionCallExprSyntax {
  /// Indicates whether it has no receiver, or `self`.
  var isOwn: Bool {
    calledExpression.is(DeclReferenceExprSyntax.self) || receiver?.code == "self"
      || calledExpression.as(OptionalChainingExprSyntax.self)?.expression
        .is(DeclReferenceExprSyntax.self) ?? false
  }

  /// Returns whether the arguments' labels are among a function's parameters, in their order.
  func fits(_ function: FunctionDeclSyntax) -> Bool {
    var labels = function.signature.parameterClause.parameters.map(\.firstName.text)[...]
    for argument in arguments {
      let label = argument.label?.text ?? "_"
      guard let index = labels.firstIndex(of: label) else { return false }
      labels = labels[(index + 1)...]
    }
    return true
  }
}
