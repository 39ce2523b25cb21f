import SwiftSyntax

extension Rule {
  static let lookAroundUnchecked = Rule("look-around-unchecked") { file, project in
    let previews = file.calls("LookAroundPreview", "MKLookAroundViewController").compactMap {
      call -> Match? in
      guard let scene = call.argument("initialScene") ?? call.argument("scene") else { return nil }
      if scene.is(ForceUnwrapExprSyntax.self) {
        return Match(call, "opens Look Around with a scene that may be nil")
      }
      let path = scene.code.filter { $0 != "$" }
      guard let name = path.split(separator: ".").last.map(String.init),
        !path.contains("("), file.isOptional(name, of: path, at: call, in: project),
        !call.isChecked(for: name), !call.isBehindFlag(for: name, in: file)
      else { return nil }
      return Match(call, "shows Look Around without checking for a scene")
    }
    let forced = file.all(TryExprSyntax.self).filter {
      $0.questionOrExclamationMark?.text == "!" && $0.expression.names.contains("scene")
        && $0.names.contains { $0.contains("LookAround") }
    }.map { Match($0, "assumes that there is a scene") }
    return previews + forced
  }
}

extension SourceFile {
  /// Returns whether a scene is declared as optional where the call stands.
  fileprivate func isOptional(
    _ name: String, of path: String, at call: FunctionCallExprSyntax, in project: Project
  ) -> Bool {
    let declared =
      path == name || path == "self.\(name)"
      ? project.declaredType(of: name, at: call)
      : project.types.property(name, of: "MKLookAroundScene")
    return declared?.hasSuffix("?") ?? false
  }
}

extension FunctionCallExprSyntax {
  /// Returns whether a flag opens the sheet with the call, and code sets it only where a condition
  /// names the scene.
  fileprivate func isBehindFlag(for name: String, in file: SourceFile) -> Bool {
    let sheets = ancestors.compactMap { $0.as(FunctionCallExprSyntax.self) }
    guard let flag = sheets.lazy.compactMap({ $0.argument("isPresented")?.lastName }).first else {
      return false
    }
    let openings = file.assignments(in: file.tree).filter {
      $0.target.lastName == String(flag.drop { $0 == "$" }) && $0.value.first?.code == "true"
    }
    return !openings.isEmpty
      && openings.allSatisfy { opening in
        opening.node.conditions(in: file.tree).contains { $0.names.contains(name) }
      }
  }

  /// Returns whether a condition around the call names the scene, or binds it.
  fileprivate func isChecked(for name: String) -> Bool {
    ancestors.contains { node in
      if let statement = node.as(IfExprSyntax.self) {
        return statement.conditions.names.contains(name)
      }
      if let statement = node.as(SwitchExprSyntax.self) {
        return statement.subject.names.contains(name)
      }
      if let sequence = node.as(SequenceExprSyntax.self) {
        return sequence.elements.contains { $0.is(UnresolvedTernaryExprSyntax.self) }
          && sequence.names.contains(name)
      }
      guard let list = node.as(CodeBlockItemListSyntax.self) else { return false }
      return list.contains {
        $0.position < position && $0.item.is(GuardStmtSyntax.self) && $0.names.contains(name)
      }
    }
  }
}
