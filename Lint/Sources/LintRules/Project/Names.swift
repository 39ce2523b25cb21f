import SwiftSyntax

/// The declaration of a name where it is used.
enum Declaration {
  /// A variable in a function, or a value that a condition binds.
  case variable(type: String?, value: ExprSyntax?)
  /// The variable of a loop, or of a closure that a method such as `forEach` calls.
  case element(of: ExprSyntax)
  case parameter(type: String)
  /// The parameter of another closure: nothing is known.
  case unknown
  case property(DeclaredProperty, of: DeclaredType)
}

/// A type as written, and its declaration if the project has one.
struct KnownType {
  var written: String
  var declared: DeclaredType?

  /// Indicates whether it has several elements.
  var isList: Bool {
    written.hasPrefix("[")
      || ["Array<", "Set<", "FetchedResults<"].contains { written.hasPrefix($0) }
  }
  /// The methods that call a closure for the elements of a list.
  static let listMethods: Set = [
    "forEach", "map", "compactMap", "flatMap", "filter", "sorted", "contains", "first", "reduce",
  ]
  /// The name without `?` and `!`.
  var plain: String { String(written.trimmingSuffix { "?!".contains($0) }) }
}

extension Project {
  /// The declaration of a name: a local variable, a parameter, or a property of the types around.
  func declaration(of name: String, at node: some SyntaxProtocol) -> Declaration? {
    var child = Syntax(node)
    for parent in node.ancestors {
      defer { child = parent }
      if let list = parent.as(CodeBlockItemListSyntax.self) {
        for item in list.prefix(while: { $0.id != child.id }).reversed() {
          if let found = item.declaration(of: name) { return found }
        }
      } else if let statement = parent.as(IfExprSyntax.self), child.id == statement.body.id {
        if let found = statement.conditions.declaration(of: name) { return found }
      } else if let loop = parent.as(ForStmtSyntax.self), child.id == loop.body.id {
        if loop.pattern.names.contains(name) { return .element(of: loop.sequence) }
      } else if let closure = parent.as(ClosureExprSyntax.self), closure.hasParameter(name) {
        guard let call = closure.call, let list = call.receiver,
          call.calledName.map(KnownType.listMethods.contains) ?? false
        else { return .unknown }
        return .element(of: list)
      } else if let clause = parent.parameterClause {
        for parameter in clause.parameters
        where (parameter.secondName ?? parameter.firstName).text == name {
          return .parameter(type: parameter.type.code)
        }
      } else if parent.is(MemberBlockSyntax.self), let type = enclosingType(of: child),
        let (property, owner) = types.property(name, of: type)
      {
        return .property(property, of: owner)
      }
    }
    return nil
  }

  /// The type of a name as declared, with its `?`.
  func declaredType(of name: String, at node: some SyntaxProtocol) -> String? {
    switch declaration(of: name, at: node) {
    case .variable(let type, _): type
    case .parameter(let type): type
    case .property(let property, _): property.type
    default: nil
    }
  }

  /// The type around a node.
  func enclosingType(of node: some SyntaxProtocol) -> DeclaredType? {
    let scope = node.typePath
    return scope.isEmpty ? nil : types.find(scope, scope: "", path: path(of: node))
  }

  /// A type as written at a node.
  func known(_ written: String, at node: some SyntaxProtocol) -> KnownType {
    KnownType(
      written: written,
      declared: types.find(written, scope: node.typePath, path: path(of: node)))
  }

  /// The type of an expression, as far as declarations show it.
  func type(of expression: ExprSyntax?, depth: Int = 0) -> KnownType? {
    guard let expression, depth < 8 else { return nil }
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      return type(ofName: reference.baseName.text, at: expression, depth: depth)
    case .memberAccessExpr(let member):
      guard let base = type(of: member.base, depth: depth + 1) else { return nil }
      return type(ofMember: member.declName.baseName.text, of: base)
    case .functionCallExpr(let call):
      if let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
        name.first?.isUppercase ?? false
      {
        return known(name, at: expression)
      }
      if call.calledExpression.is(MemberAccessExprSyntax.self),
        call.calledName?.first?.isUppercase ?? false
      {
        return known(call.calledExpression.code, at: expression)
      }
      if let name = call.calledName, let list = call.receiver,
        ["filter", "sorted", "prefix", "reversed"].contains(name)
      {
        return type(of: list, depth: depth + 1)
      }
      return callees(of: call, depth: depth + 1).first?.node.as(FunctionDeclSyntax.self)?.signature
        .returnClause.map { known($0.type.code, at: expression) }
    case .optionalChainingExpr(let optional): return type(of: optional.expression, depth: depth + 1)
    case .forceUnwrapExpr(let forced): return type(of: forced.expression, depth: depth + 1)
    case .awaitExpr(let awaited): return type(of: awaited.expression, depth: depth + 1)
    case .tryExpr(let attempt): return type(of: attempt.expression, depth: depth + 1)
    case .tupleExpr(let tuple) where tuple.elements.count == 1:
      return type(of: tuple.elements.first?.expression, depth: depth + 1)
    case .arrayExpr: return KnownType(written: "[]")
    case .stringLiteralExpr: return KnownType(written: "String")
    case .sequenceExpr(let sequence):
      let parts = Array(sequence.elements)
      guard parts.count > 2 else { return nil }
      if parts[1].is(UnresolvedAsExprSyntax.self) { return known(parts[2].code, at: expression) }
      return parts[1].code == "??" ? type(of: parts[0], depth: depth + 1) : nil
    default: return nil
    }
  }

  private func type(ofName name: String, at node: ExprSyntax, depth: Int) -> KnownType? {
    if name == "self" || name == "Self" {
      return enclosingType(of: node).map { KnownType(written: $0.name, declared: $0) }
    }
    switch declaration(of: name, at: node) {
    case .variable(let written?, _): return known(written, at: node)
    case .variable(nil, let value): return type(of: value, depth: depth + 1)
    case .parameter(let written): return known(written, at: node)
    case .property(let property, let owner): return type(of: property, owner)
    case .element(let list):
      guard let list = type(of: list, depth: depth + 1), list.isList else { return nil }
      let element = list.written.drop { $0 == "[" }.prefix { $0 != "]" && $0 != ":" }
      return known(String(element), at: node)
    case .unknown: return nil
    case nil: return name.first?.isUppercase ?? false ? known(name, at: node) : nil
    }
  }

  private func type(ofMember name: String, of base: KnownType) -> KnownType? {
    if let declared = base.declared, let (property, owner) = types.property(name, of: declared) {
      return type(of: property, owner)
    }
    switch (base.plain, name) {
    case (_, "shared"), (_, "default"), (_, "standard"), (_, "wrappedValue"): return base
    case (_, "annotations"): return KnownType(written: "[MKAnnotation]")
    case (_, "overlays"): return KnownType(written: "[MKOverlay]")
    case ("MKUserLocation", "location"): return KnownType(written: "CLLocation?")
    case ("CLLocationManager", "location"): return KnownType(written: "CLLocation?")
    default: return nil
    }
  }

  func type(of property: DeclaredProperty, _ owner: DeclaredType) -> KnownType? {
    guard let written = property.type else { return nil }
    let declared = types.find(written, scope: owner.name, path: owner.path)
    // `Store.shared`, called without its type: the initial value of a property has it.
    return KnownType(written: written, declared: declared)
  }

  /// Returns whether a type is one of a framework, or inherits from it in this project.
  func type(_ name: String, is base: String, at node: some SyntaxProtocol) -> Bool {
    types.type(name, is: base, scope: node.typePath, path: path(of: node))
  }

  /// The initial value of a local name, and so on, until something else than a name is found.
  func resolved(_ expression: ExprSyntax) -> ExprSyntax {
    var result = expression
    for _ in 0..<4 {
      guard let name = result.as(DeclReferenceExprSyntax.self)?.baseName.text,
        case .variable(_, let value?) = declaration(of: name, at: result)
      else { break }
      result = value
    }
    return result
  }

  /// Returns whether an expression is a map view: by its type, and where that is unknown by its
  /// name.
  func isMap(_ expression: ExprSyntax?, at node: some SyntaxProtocol) -> Bool {
    guard let expression, let name = expression.lastName else {
      return expression == nil
        && enclosingType(of: node).map { types.inherits($0, "MKMapView") } ?? false
    }
    guard let type = type(of: expression),
      !["UIViewType", "NSViewType"].contains(type.plain)
    else {
      return name != "self" && name.lowercased().contains("map") || name == "uiView"
        || name == "nsView"
    }
    return type.declared.map { types.inherits($0, "MKMapView") } ?? (type.plain == "MKMapView")
  }
}

extension CodeBlockItemSyntax {
  fileprivate func declaration(of name: String) -> Declaration? {
    if let variable = item.as(VariableDeclSyntax.self) {
      for binding in variable.bindings where binding.pattern.code == name {
        return .variable(
          type: binding.typeAnnotation?.type.code, value: binding.initializer?.value)
      }
    }
    return item.as(GuardStmtSyntax.self)?.conditions.declaration(of: name)
  }
}

extension ConditionElementListSyntax {
  fileprivate func declaration(of name: String) -> Declaration? {
    for element in self {
      guard let binding = element.condition.as(OptionalBindingConditionSyntax.self),
        binding.pattern.code == name, let value = binding.initializer?.value
      else { continue }
      return .variable(type: binding.typeAnnotation?.type.code, value: value)
    }
    return nil
  }
}

extension ClosureExprSyntax {
  /// Returns whether a name is one of the closure's parameters.
  func hasParameter(_ name: String) -> Bool {
    switch signature?.parameterClause {
    case .simpleInput(let names): names.contains { $0.name.text == name }
    case .parameterClause(let clause):
      clause.parameters.contains { ($0.secondName ?? $0.firstName).text == name }
    case nil: name == "$0"
    @unknown default: false
    }
  }
}

extension Syntax {
  /// The parameters of a function or an initializer.
  fileprivate var parameterClause: FunctionParameterClauseSyntax? {
    self.as(FunctionDeclSyntax.self)?.signature.parameterClause
      ?? self.as(InitializerDeclSyntax.self)?.signature.parameterClause
  }
}

extension StringProtocol {
  func trimmingSuffix(while matches: (Character) -> Bool) -> SubSequence {
    var rest = self[...]
    while let last = rest.last, matches(last) { rest.removeLast() }
    return rest
  }
}

extension String {
  /// The words of a name in lowercase: `has`, `moved` of `hasMoved`.
  var camelCaseWords: [String] {
    var words: [String] = []
    for character in self {
      if character.isUppercase || words.isEmpty { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }
}
