import SwiftSyntax

extension Project {
  /// Returns whether code is in a view, an observed object or a function that nothing names: no user
  /// meets its mistake. A storyboard can name any other type, so only a whole app shows it.
  func isUnused(_ node: some SyntaxProtocol) -> Bool {
    guard isWholeApp else { return false }
    let views: Set = [
      "View", "ObservableObject", "UIViewRepresentable", "UIViewControllerRepresentable",
      "NSViewRepresentable",
    ]
    var scope = node.typePath.split(separator: ".")
    while let name = scope.last {
      if let type = types.find(scope.joined(separator: "."), scope: "", path: path(of: node)),
        !views.isDisjoint(with: type.inherited) || type.attributes.contains("Observable"),
        !isNamed(String(name), outside: code(of: type).map(\.node))
      {
        return true
      }
      scope.removeLast()
    }
    guard let function = node.enclosing(FunctionDeclSyntax.self), function.attributes.isEmpty,
      !function.modifiers.contains(where: { $0.name.text == "override" }),
      !function.name.text.hasPrefix("make")
    else { return false }
    // A delegate's function is called by its protocol.
    let delegates = [
      "application", "collection", "completer", "control", "gesture", "location", "map", "picker",
      "scene", "scroll", "searchBar", "table", "text", "update", "user", "view",
    ]
    let bases = enclosingType(of: function)?.inherited ?? []
    let known: Set = ["ObservableObject", "View", "NSObject"]
    guard
      function.signature.parameterClause.parameters.isEmpty
        || bases.allSatisfy({ known.contains($0) || $0.hasSuffix("Delegate") })
          && !delegates.contains(where: function.name.text.hasPrefix)
    else { return false }
    return !isNamed(function.name.text, outside: [Syntax(function)])
  }

  /// Returns whether code or a file that is not parsed has a name outside of some nodes and previews.
  private func isNamed(_ name: String, outside nodes: [Syntax]) -> Bool {
    if others.contains(where: { $0.contains(name) }) { return true }
    return files.contains { file in
      guard file.identifiers.contains(name) else { return false }
      return file.tree.tokens(viewMode: .sourceAccurate).contains { token in
        guard token.text == name, !nodes.contains(where: token.isInside), !token.isInPreview else {
          return false
        }
        return token.parent?.is(ExtensionDeclSyntax.self) == false
      }
    }
  }
}
