import SwiftSyntax

/// The part of a map's pins or overlays that a removal or an addition is about.
enum ListPart {
  /// All of the map's, or all but the user's location.
  case all
  /// The view's own list of what it shows.
  case kept(String)
  /// A part that is gone or new: a comparison chose it.
  case difference
  /// One pin, or a literal of a few.
  case few
  case other
}

extension Project {
  /// The part that an argument of a map's method is, through local names.
  func part(_ argument: ExprSyntax?, of node: some SyntaxProtocol) -> ListPart {
    guard let argument else { return .other }
    let list = resolved(argument)
    if let count = list.literalCount { return count < 4 ? .few : .other }
    if let sequence = list.as(SequenceExprSyntax.self), let first = sequence.elements.first {
      return part(first, of: node)
    }
    if let call = list.as(FunctionCallExprSyntax.self) {
      guard let name = call.calledName, !["subtracting", "difference"].contains(name) else {
        return .difference
      }
      if ["Array", "Set"].contains(name) {
        return part(call.arguments.first?.expression, of: node)
      }
      guard ["filter", "compactMap", "map"].contains(name), let closure = call.handler else {
        return .other
      }
      if name == "filter", closure.choosesByData { return .difference }
      return part(call.receiver, of: node)
    }
    let base = list.as(MemberAccessExprSyntax.self)?.base
    if ["annotations", "overlays"].contains(list.lastName), isMap(base, at: node) { return .all }
    guard let name = list.as(DeclReferenceExprSyntax.self)?.baseName.text else {
      return base == nil ? .other : .kept(list.code)
    }
    switch declaration(of: name, at: list) {
    case .property(let property, _): return property.isComputed ? .other : .kept(name)
    case nil: return .kept(name)
    default: return .other
    }
  }

  /// The changes that code makes to a map's pins or overlays, in the order in which it runs, with what the
  /// functions do that it calls. Each has its place in the code itself.
  func flow(
    of effects: Set<Effect>, in node: Syntax, file: SourceFile, depth: Int = 2
  ) -> [(site: Site, place: Syntax)] {
    var result = sites(effects, in: node).map { (site: $0, place: $0.node) }
    if depth > 0 {
      for call in file.all(FunctionCallExprSyntax.self, in: node)
      where !call.isInAction(in: node) {
        for callee in callees(of: call) where callee.node.id != node.id {
          result += flow(of: effects, in: callee.node, file: callee.file, depth: depth - 1).map {
            (site: $0.site, place: Syntax(call))
          }
        }
      }
    }
    return result.sorted { $0.place.position < $1.place.position }
  }

  /// The functions whose code has a call of a routine, and the routine itself.
  func callers(of routine: (node: Syntax, name: String), in file: SourceFile) -> [(
    node: Syntax, file: SourceFile
  )] {
    guard routine.node.is(FunctionDeclSyntax.self) else { return [(routine.node, file)] }
    let calls = calls(routine.name).filter { call, _ in
      callees(of: call).contains { $0.node.id == routine.node.id }
    }
    return [(routine.node, file)]
      + calls.compactMap { call, file in call.routine.map { ($0.node, file) } }
  }
}

extension ClosureExprSyntax {
  /// Indicates whether a filter compares with data, not only with types.
  fileprivate var choosesByData: Bool {
    let own: Set = ["isKind", "isMember", "self", "of", "annotation", "overlay"]
    return names.contains { name in
      name.first?.isLowercase ?? false && !own.contains(name) && !hasParameter(name)
    }
  }
}

extension SyntaxProtocol {
  /// The nearest function, initializer or accessor around a node.
  var routine: (node: Syntax, name: String)? {
    for parent in ancestors {
      if let function = parent.as(FunctionDeclSyntax.self) { return (parent, function.name.text) }
      if parent.is(InitializerDeclSyntax.self) { return (parent, "init") }
      if let accessor = parent.as(AccessorDeclSyntax.self) {
        return (parent, accessor.accessorSpecifier.text)
      }
      if parent.is(AccessorBlockSyntax.self) { return (parent, "get") }
    }
    return nil
  }

  /// Returns whether a node stands behind this one and runs whenever this one does, or in a branch
  /// of its own. A check that a value exists decides nothing.
  func isFollowed(by other: some SyntaxProtocol) -> Bool {
    guard other.position >= endPosition else { return false }
    var list = enclosing(CodeBlockItemListSyntax.self)
    while let found = list {
      if other.isInside(found) { return true }
      guard let statement = found.parent?.parent else { return false }
      if let check = statement.as(IfExprSyntax.self) {
        guard check.elseBody == nil, !isTested(in: check), !check.body.leaves,
          !check.conditions.isOfEmptiness
        else { return false }
      } else if !statement.is(ForStmtSyntax.self) {
        return false
      }
      list = statement.enclosing(CodeBlockItemListSyntax.self)
    }
    return false
  }
}
