import SwiftSyntax

extension Rule {
  static let mapInRow = Rule("map-in-row") { file, project in
    rows(file, project) + cells(file, project)
  }

  private static func rows(_ file: SourceFile, _ project: Project) -> [Match] {
    let views = file.all(FunctionCallExprSyntax.self).filter { call in
      guard let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
      else { return false }
      return call.isRow
        && (name == "Map" || project.known(name, at: call).declared.map(project.isMapView) ?? false)
    }
    return views.map { Match($0, "shows a live map in each row") }
  }

  /// Cells with a property that is a map view, or code that makes one.
  private static func cells(_ file: SourceFile, _ project: Project) -> [Match] {
    file.all(ClassDeclSyntax.self).filter { cell in
      project.enclosingType(of: cell.memberBlock.members).map(project.isCell) ?? false
    }.flatMap {
      cell -> [Match] in
      let properties = cell.memberBlock.members.compactMap {
        $0.decl.as(VariableDeclSyntax.self)
      }.filter {
        DeclaredProperty.all(in: $0).contains {
          !$0.isComputed && $0.type.map { $0.hasPrefix("MKMapView") } ?? false
        }
      }
      let made = file.calls("MKMapView").filter { call in
        call.enclosing(FunctionDeclSyntax.self)?.isInside(cell) ?? false
      }
      return properties.map { Match($0, "has a live map in each cell", sureness: .note) }
        + made.map { Match($0, "makes a map view for each cell") }
    }
  }
}

extension FunctionCallExprSyntax {
  /// Indicates whether the closure of a list repeats the view. A view that a row opens and a page
  /// are not repeated.
  var isRow: Bool {
    var child = Syntax(self)
    for parent in ancestors {
      if let call = parent.as(FunctionCallExprSyntax.self), let name = call.calledName {
        let opens: Set = [
          "NavigationLink", "sheet", "fullScreenCover", "popover", "navigationDestination",
          "contextMenu", "TabView", "Map", "destination",
        ]
        if opens.contains(name) { return false }
        if name == "ForEach",
          child.is(ClosureExprSyntax.self)
            || child.is(MultipleTrailingClosureElementListSyntax.self)
        {
          return !call.isArgument(of: ["TabView", "Picker", "Map"])
        }
        if name == "List", child.is(ClosureExprSyntax.self), call.argument(nil) != nil {
          return true
        }
      }
      if parent.is(FunctionDeclSyntax.self) || parent.is(MemberBlockSyntax.self) { return false }
      child = parent
    }
    return false
  }
}

extension Project {
  /// Returns whether a view of the project is a map: it wraps one, its body has one, or a view that
  /// is one.
  fileprivate func isMapView(_ type: DeclaredType) -> Bool { isMapView(type, depth: 2) }

  private func isMapView(_ type: DeclaredType, depth: Int) -> Bool {
    let opened: Set = ["NavigationLink", "sheet", "fullScreenCover", "popover"]
    return type.keyword == "struct"
      && code(of: type).contains { file, node in
        file.all(FunctionCallExprSyntax.self, in: node).contains { call in
          guard let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            name.first?.isUppercase ?? false, call.typePath == type.name
          else { return false }
          let isMap =
            ["Map", "MKMapView"].contains(name)
            || depth > 0 && name != type.name
              && known(name, at: call).declared.map { isMapView($0, depth: depth - 1) } ?? false
          return isMap && !call.isArgument(of: opened)
            && (call.enclosing(VariableDeclSyntax.self)?.bindings.first?.pattern.code == "body"
              || call.routine?.name.hasPrefix("make") ?? false)
        }
      }
  }
}
