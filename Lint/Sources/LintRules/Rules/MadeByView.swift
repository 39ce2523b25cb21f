import SwiftSyntax

extension Rule {
  static let madeByView = Rule("map-made-by-view-value", looksEverywhere: true) { file, project in
    let made = project.code(at: .viewInit, in: file).flatMap { code in
      project.sites([.makesMap, .makesManager], in: code.node).filter {
        !$0.node.isInAction(in: code.node) && $0.node.typePath == code.root.typePath
      }.map {
        Match(
          $0.node,
          "makes \($0.effect == .makesMap ? "a map" : "a location manager") for each value of the view"
        )
      }
    }
    let again = Cell(events: [.appearance], effects: [.makesManager]) { _, code, _ in
      ("makes a location manager each time, in \(code.place)", .note)
    }
    return made + again.matches(in: file, project) + project.objects(in: file)
  }
}

extension Project {
  /// Objects with a map or a manager that `@ObservedObject` does not keep.
  fileprivate func objects(in file: SourceFile) -> [Match] {
    file.all(VariableDeclSyntax.self).compactMap { variable in
      guard let property = DeclaredProperty.all(in: variable).first,
        variable.typePath == variable.enclosing(StructDeclSyntax.self)?.memberBlock.typePath,
        variable.enclosing(StructDeclSyntax.self)?.isView ?? false, variable.isMadeEachTime,
        property.value?.hasSuffix(")") ?? false,
        !(property.value?.contains("shared") ?? false),
        let type = property.type.flatMap({ known($0, at: variable).declared }),
        type.keyword == "class",
        hasManager(type) || property.attributes.contains("ObservedObject")
      else { return nil }
      return Match(
        variable,
        "makes a '\(type.name)' for each value of the view",
        sureness: property.attributes.contains("State") || !hasManager(type) ? .note : nil)
    }
  }

  /// Returns whether a type has a map or a manager, itself or in an object of its own.
  private func hasManager(_ type: DeclaredType, depth: Int = 2) -> Bool {
    type.properties.contains { property in
      let name = String((property.type ?? "").trimmingSuffix { "?!".contains($0) })
      return ["CLLocationManager", "MKMapView", "MKLocalSearchCompleter"].contains(name)
        || depth > 0 && property.value != nil
          && types.find(name, scope: type.name, path: type.path).map {
            $0.keyword == "class" && hasManager($0, depth: depth - 1)
          } ?? false
    }
  }
}
