import SwiftSyntax

extension Rule {
  static let statePerFrame = Rule("state-per-frame") { file, project in
    let written = project.code(at: .frame, in: file).flatMap { code -> [Match] in
      file.assignments(in: code.node).filter { assignment in
        code.alwaysRuns(assignment.node) && project.camera(movedBy: assignment.target) == nil
          && !assignment.isOfComparison && !code.waits && !code.node.namesDelay
          && project.isReadByMap(assignment.target)
      }.map { Match($0.node, "writes '\($0.target.code)' at each frame, in \(code.place)") }
    }
    // A Map with a region writes it at each frame; one with a position does so at the end.
    let bound = file.calls("Map").compactMap { map -> Match? in
      guard let region = map.argument("coordinateRegion"), region.code.hasPrefix("$") else {
        return nil
      }
      return Match(
        region, "writes the region at each frame, and evaluates the body", sureness: .note)
    }
    let published = project.code(at: .fix, in: file).flatMap { code -> [Match] in
      guard let type = project.enclosingType(of: code.node),
        project.code(of: type).allSatisfy({
          !$0.node.names.contains("distanceFilter")
        })
      else { return [] }
      return file.assignments(in: code.node).filter { assignment in
        code.alwaysRuns(assignment.node) && project.isReadByMap(assignment.target)
      }.prefix(1).map {
        Match(
          $0.node, "publishes each location fix, and evaluates each body that observes it",
          sureness: .note)
      }
    }
    return written + bound + published
  }
}

extension Project {
  /// Returns whether a property is state, whose change makes a body with a Map run again.
  fileprivate func isReadByMap(_ target: ExprSyntax) -> Bool {
    guard let (property, owner) = state(of: target) else { return false }
    if property.attributes.contains("Published") { return true }
    guard !property.attributes.isDisjoint(with: ["State", "Binding"]) || owner.isObservable else {
      return false
    }
    return (reached[.body] ?? [:]).values.joined().contains { code in
      code.file.all(DeclReferenceExprSyntax.self, in: code.node).contains {
        [property.name, "$" + property.name].contains($0.baseName.text)
          && !$0.isInAction(in: code.node)
      }
    }
  }

  /// The property that a target belongs to, with its type.
  private func state(of target: ExprSyntax) -> (DeclaredProperty, DeclaredType)? {
    var rest: ExprSyntax? = target
    while let expression = rest {
      if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
        case .property(let property, let owner)? = declaration(of: name, at: expression),
        property.type.map({ types.find($0, scope: owner.name, path: owner.path)?.keyword })
          != "class"
      {
        return (property, owner)
      }
      if let member = expression.as(MemberAccessExprSyntax.self),
        let owner = type(of: member.base)?.declared,
        owner.keyword == "class" || member.base?.code == "self"
          || owner.property(member.declName.baseName.text)?.attributes.contains("Binding") ?? false
      {
        return types.property(member.declName.baseName.text, of: owner)
      }
      rest = expression.as(MemberAccessExprSyntax.self)?.base
    }
    return nil
  }
}

extension DeclaredType {
  /// Indicates whether it is a class that SwiftUI observes property by property.
  fileprivate var isObservable: Bool { attributes.contains("Observable") }
}

extension Assignment {
  /// Indicates whether the value is a comparison's, which seldom changes.
  fileprivate var isOfComparison: Bool {
    value.contains { ["<", ">", "<=", ">=", "==", "!="].contains($0.code) }
  }
}
