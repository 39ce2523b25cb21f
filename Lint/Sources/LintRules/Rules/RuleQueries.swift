import SwiftSyntax

extension SourceFile {
  /// Indicates whether the file tests an app. A test costs the app's users nothing.
  var isTest: Bool { !imports.isDisjoint(with: ["XCTest", "Testing", "Quick", "Nimble"]) }

  /// The functions with a delegate's name and a parameter of a label: `mapView(_:viewFor:)`.
  func functions(_ name: String, label: String) -> [FunctionDeclSyntax] {
    all(FunctionDeclSyntax.self).filter { $0.name.text == name && $0.hasLabel(label) }
  }
}

extension SyntaxProtocol {
  /// Indicates whether it is in a preview of a view, which no user sees.
  var isInPreview: Bool {
    ancestors.contains { node in
      if let macro = node.as(MacroExpansionDeclSyntax.self) {
        return macro.macroName.text == "Preview"
      }
      if let macro = node.as(MacroExpansionExprSyntax.self) {
        return macro.macroName.text == "Preview"
      }
      return node.as(StructDeclSyntax.self)?.inherits("PreviewProvider") ?? false
    }
  }

  /// The name of the type or extension around it.
  var typeName: String? {
    for node in ancestors {
      if let type = node.as(ExtensionDeclSyntax.self) { return type.extendedType.code }
      if let type = node.asProtocol((any DeclGroupSyntax).self) as? any NamedDeclSyntax {
        return type.name.text
      }
    }
    return nil
  }

  /// Returns whether a call of one of these names gets the node in a closure or an argument.
  func isArgument(of names: Set<String>) -> Bool {
    ancestors.contains {
      $0.as(FunctionCallExprSyntax.self)?.calledName.map(names.contains) ?? false
    }
  }
}

extension DeclGroupSyntax {
  func inherits(_ name: String) -> Bool {
    inheritanceClause?.inheritedTypes.contains { $0.type.code == name } ?? false
  }
}

extension FunctionDeclSyntax {
  func hasLabel(_ label: String) -> Bool {
    signature.parameterClause.parameters.contains { $0.firstName.text == label }
  }
}

extension Project {
  /// The type of a name at a node, as written without `?` and `!`: the type of a local variable, a
  /// parameter, or a property of the types around it.
  func type(of name: String, at node: some SyntaxProtocol) -> String? {
    declaredType(of: name, at: node).map { String($0.trimmingSuffix { "?!".contains($0) }) }
  }

  func declaredType(of name: String, at node: some SyntaxProtocol) -> String? {
    var child = Syntax(node)
    for parent in node.ancestors {
      defer { child = parent }
      if let list = parent.as(CodeBlockItemListSyntax.self) {
        for item in list.prefix(while: { $0.id != child.id }) {
          guard let variable = item.item.as(VariableDeclSyntax.self) else { continue }
          for property in DeclaredProperty.all(in: variable) where property.name == name {
            return property.type
          }
        }
      } else if let clause = parent.as(FunctionDeclSyntax.self)?.signature.parameterClause
        ?? parent.as(InitializerDeclSyntax.self)?.signature.parameterClause
      {
        for parameter in clause.parameters {
          if (parameter.secondName ?? parameter.firstName).text == name {
            return parameter.type.code
          }
        }
      } else if parent.is(MemberBlockSyntax.self), let type = child.typeName,
        let property = types[type]?.property(name)
      {
        return property.type
      }
    }
    return nil
  }

  /// Returns whether a type is one of MapKit or CoreLocation, or inherits from it in this project.
  func type(_ name: String, is base: String) -> Bool {
    var name = name
    for _ in 0..<8 {
      if name == base { return true }
      guard let declared = types[name],
        let next = declared.inherited.first(where: { $0 == base || types[$0]?.keyword == "class" })
      else { return false }
      name = next
    }
    return false
  }

  /// Returns whether an expression is a map view: by its type, and where that is unknown by its
  /// name.
  func isMap(_ expression: ExprSyntax?, at node: some SyntaxProtocol) -> Bool {
    guard let name = expression?.lastName else {
      return expression == nil && node.typeName.map { type($0, is: "MKMapView") } ?? false
    }
    if name == "self" { return node.typeName.map { type($0, is: "MKMapView") } ?? false }
    let isPath =
      expression?.is(DeclReferenceExprSyntax.self) == false
      && (expression?.as(MemberAccessExprSyntax.self)?.base?.code ?? "self") != "self"
    guard !isPath, let type = type(of: name, at: node),
      !["UIViewType", "NSViewType"].contains(type)
    else { return name.lowercased().contains("map") || name == "uiView" || name == "nsView" }
    return self.type(type, is: "MKMapView")
  }
}

extension StringProtocol {
  func trimmingSuffix(while matches: (Character) -> Bool) -> SubSequence {
    var rest = self[...]
    while let last = rest.last, matches(last) { rest.removeLast() }
    return rest
  }
}
