import SwiftSyntax

extension Rule {
  static let notFilteredToRegion = Rule("not-filtered-to-region") { file, project in
    let lists =
      file.calls("ForEach").filter { $0.isArgument(of: ["Map"]) }.map { $0.argument(nil) }
      + file.calls("Map").map { $0.argument("annotationItems") }
    return lists.compactMap(\.self).filter(project.isOfStore).map {
      Match($0, "gives the Map all of '\($0.code)', whatever region it shows")
    }
  }
}

extension Project {
  /// Returns whether a list is a stored list of another type, or the rows of a query.
  fileprivate func isOfStore(_ list: ExprSyntax) -> Bool {
    if let member = list.as(MemberAccessExprSyntax.self),
      let owner = type(of: member.base)?.declared, owner.keyword == "class",
      let (property, _) = types.property(member.declName.baseName.text, of: owner)
    {
      let name = property.name.lowercased()
      return !property.isComputed
        && !["visible", "filter", "nearby", "route", "result"].contains(
          where: name.contains)
    }
    guard let name = list.as(DeclReferenceExprSyntax.self)?.baseName.text,
      case .property(let property, _)? = declaration(of: name, at: list)
    else { return false }
    return !property.attributes.isDisjoint(with: ["Query", "FetchRequest"])
  }
}
