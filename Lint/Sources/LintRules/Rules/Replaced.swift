import SwiftSyntax

extension Rule {
  static let annotationsReplaced = Rule("annotations-replaced") { file, project in
    project.sites([.removesPins], in: Syntax(file.tree)).compactMap { remove -> Match? in
      guard let routine = remove.node.routine, !["viewDidLoad", "init"].contains(routine.name),
        project.isWhole(remove, in: routine.node)
      else { return nil }
      let events: [Event] = [.update, .regionChange, .frame, .fix, .tick, .appearance]
      let reached = events.lazy.compactMap { event in
        project.code(at: event, in: file).first { remove.node.isInside($0.node) }
      }.first
      let added = project.callers(of: routine, in: file).flatMap { caller in
        project.replacements(
          of: remove, by: .addsPins, .removesPins, in: caller.node, of: caller.file)
      }
      let hasMany = added.contains {
        $0.site.name == "addAnnotations" && $0.site.argument?.literalCount == nil
          || $0.site.node.isInLoop || $0.place.isInLoop
      }
      guard hasMany || reached != nil && !added.isEmpty else { return nil }
      return Match(
        remove.node,
        "removes all annotations and adds all again" + (reached.map { ", in \($0.place)" } ?? ""),
        sureness: hasMany && reached != nil ? nil : .note)
    }
  }

  static let overlaysReplaced = Rule("overlays-replaced") { file, project in
    [Event.update, .fix, .tick].flatMap { event in
      project.code(at: event, in: file).flatMap { code -> [Match] in
        // A flag such as 'is recording' is usual around the work for a fix.
        project.sites([.removesOverlays], in: code.node).filter { remove in
          (event == .update ? code.alwaysRuns(remove.node) : remove.node.isInside(code.node))
            && !project.isTail(remove, in: code.node)
            && !project.replacements(
              of: remove, by: .addsOverlays, .removesOverlays, in: code.node, of: file
            ).isEmpty
        }.map {
          Match(
            $0.node, "removes overlays and adds them again, in \(code.place)",
            sureness: event != .update ? .certain : code.isOfMode($0.node) ? .note : .likely)
        }
      }
    }
  }
}

extension Project {
  /// Returns whether a removal takes all pins: those of the map, or a list of what is shown that
  /// gets other values.
  fileprivate func isWhole(_ remove: Site, in routine: Syntax) -> Bool {
    guard let argument = remove.argument else { return remove.name.hasPrefix("removeAll") }
    switch part(argument, of: remove.node) {
    case .all: return remove.name != "removeAnnotation"
    case .kept(let list):
      // A refresh of what stays is one at an event only.
      if let file = file(of: routine),
        [Event.regionChange, .frame, .update, .fix].contains(where: {
          code(at: $0, in: file).contains { remove.node.isInside($0.node) }
        })
      {
        return true
      }
      return file(of: routine)?.assignments(in: routine).contains {
        $0.target.code == list && $0.operator == "="
      } ?? false
        || file(of: routine)?.all(FunctionCallExprSyntax.self, in: routine).contains {
          $0.calledName == "removeAll" && $0.receiver?.code == list && $0.arguments.isEmpty
        } ?? false
    case .difference, .few, .other:
      // One by one: `for pin in mapView.annotations { mapView.removeAnnotation(pin) }`.
      guard let name = argument.as(DeclReferenceExprSyntax.self)?.baseName.text,
        case .element(let list)? = declaration(of: name, at: argument),
        case .all = part(list, of: remove.node), !remove.node.isTested(in: routine)
      else { return false }
      return true
    }
  }

  /// The additions behind a removal, in a function that does or calls both; none where either is a
  /// difference.
  fileprivate func replacements(
    of remove: Site, by adding: Effect, _ removing: Effect, in node: Syntax, of file: SourceFile
  ) -> [(site: Site, place: Syntax)] {
    if isDifference(remove) { return [] }
    let flow = flow(of: [adding, removing], in: node, file: file)
    guard let place = flow.first(where: { $0.site.node.id == remove.node.id })?.place else {
      return []
    }
    let kept = keptNames(remove, in: flow.map(\.site))
    // What the map has is removed before; what was kept may go after the new ones came.
    let isAll = kept == nil
    return flow.filter { site, added in
      site.effect == adding && added.id != place.id
        && (place.isFollowed(by: added) || !isAll && added.isFollowed(by: place))
        && kept.map { $0.contains(site.argument?.plainPath ?? "") } ?? true && !isDifference(site)
    }
  }

  /// The values that a list of a view's own gets, as it is written: only that replaces what it had.
  private func keptNames(_ remove: Site, in flow: [Site]) -> Set<String>? {
    guard case .kept(let list) = part(remove.argument, of: remove.node) else { return nil }
    let routines = Set((flow + [remove]).compactMap { $0.node.routine?.node })
    var names: Set<String> = [list.plainPath]
    for routine in routines {
      guard let file = file(of: routine) else { continue }
      for assignment in file.assignments(in: routine) where assignment.target.code == list {
        names.insert(assignment.value.first?.plainPath ?? list)
      }
      for call in file.all(FunctionCallExprSyntax.self, in: routine)
      where call.receiver?.code == list && call.calledName == "append" {
        names.insert(call.arguments.first?.expression.plainPath ?? list)
      }
    }
    return names
  }

  private func isDifference(_ site: Site) -> Bool {
    if case .difference = part(site.argument, of: site.node) { return true }
    return false
  }

  /// Returns whether a removed line is only the end of one: code shortens the list of its points.
  fileprivate func isTail(_ remove: Site, in code: Syntax) -> Bool {
    guard let file = file(of: code) else { return false }
    let lists = file.all(FunctionCallExprSyntax.self, in: code)
      .filter { $0.calledName == "MKPolyline" }.compactMap { $0.argument("coordinates")?.lastName }
    return file.assignments(in: code).contains { assignment in
      assignment.operator == "=" && assignment.target.lastName.map(lists.contains) ?? false
        && assignment.node.isTested(in: code)
    }
  }
}

extension ExprSyntax {
  /// The code without `self.` and `!`.
  fileprivate var plainPath: String { code.plainPath }
}

extension String {
  fileprivate var plainPath: String {
    let path = hasPrefix("self.") ? String(dropFirst(5)) : self
    return path.hasSuffix("!") ? String(path.dropLast()) : path
  }
}

extension SyntaxProtocol {
  /// Indicates whether a loop of its function repeats it.
  var isInLoop: Bool {
    for parent in ancestors {
      if parent.is(ForStmtSyntax.self) || parent.is(WhileStmtSyntax.self) { return true }
      if let name = parent.as(ClosureExprSyntax.self)?.call?.calledName,
        ["forEach", "map", "compactMap"].contains(name)
      {
        return true
      }
      if parent.is(FunctionDeclSyntax.self) { return false }
    }
    return false
  }
}
