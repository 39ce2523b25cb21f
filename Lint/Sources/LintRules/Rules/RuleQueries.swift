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
  func isCell(_ type: DeclaredType) -> Bool {
    types.inherits(type, "UITableViewCell") || types.inherits(type, "UICollectionViewCell")
  }

  func isAnnotationView(_ type: DeclaredType) -> Bool {
    ["MKAnnotationView", "MKMarkerAnnotationView", "MKPinAnnotationView"].contains {
      types.inherits(type, $0)
    }
  }

  /// Returns whether a name that is called makes a view of a pin.
  func isAnnotationView(_ name: String, at node: some SyntaxProtocol) -> Bool {
    name.hasPrefix("MK") && name.hasSuffix("AnnotationView")
      || known(name, at: node).declared.map(isAnnotationView) ?? false
  }
}
