import SwiftSyntax

extension Rule {
  static let annotationsReplaced = Rule(
    "annotations-replaced",
    title: "All annotations are removed and added again",
    sureness: .likely,
    cost: Cost(
      scenario: "annotation-churn", naive: "remove-all-add-all", improved: "difference-by-id",
      metric: "annotations-inserted",
      effect: "{} annotations are added to the map"),
    explanation: """
      The app replaces even unchanged annotations: the map makes every view again and flickers, \
      and the user loses the selection.
      """,
    remedy: "Compare stable identifiers: remove only what is gone, and add only what is new.",
    blindSpots: [
      "Only a removal and an addition in the same function are seen.",
      "Data that is entirely new, such as the results of another search, is reported too.",
    ]
  ) { file, project in
    let removes = file.calls("removeAnnotations")
    guard !removes.isEmpty else { return [] }
    let inUpdate = project.updates(in: file)
    return removes.compactMap { remove -> Match? in
      guard project.isMap(remove.receiver, at: remove), let removed = remove.argument(nil),
        let body = remove.routine, !["viewDidLoad", "init"].contains(body.name),
        let added = file.addedBehind(remove, removing: removed, in: body.node)
      else { return nil }
      let isAll = removed.lastName == "annotations" || removed.code.contains("annotations.filter")
      // A list of the view's own, which then gets the new ones: `shown = new`.
      let isKeptList = file.assignments(in: body.node).contains {
        $0.target.code == removed.code && $0.value.first?.code == added.code
      }
      guard isAll || isKeptList else { return nil }
      let reached = inUpdate.first { remove.isInside($0.node) }
      return Match(
        remove,
        "removes all annotations and adds all again" + (reached.map { ", in \($0.place)" } ?? ""))
    }
  }
}

extension SyntaxProtocol {
  /// The nearest function, initializer or accessor around a node.
  var routine: (node: Syntax, name: String)? {
    for parent in ancestors {
      if let function = parent.as(FunctionDeclSyntax.self) { return (parent, function.name.text) }
      if parent.is(InitializerDeclSyntax.self) { return (parent, "init") }
      if let accessor = parent.as(AccessorDeclSyntax.self) {
        return (parent, accessor.accessorSpecifier.text)
      }
    }
    return nil
  }

  /// Returns whether a node stands behind this one and runs whenever this one does, or in a branch
  /// of its own.
  func isFollowed(by other: some SyntaxProtocol) -> Bool {
    guard other.position > endPosition || other.position == endPosition else { return false }
    let list = enclosing(CodeBlockItemListSyntax.self)
    return list.map { other.isInside($0) } ?? false
  }
}

extension SourceFile {
  /// The annotations that a call after a removal adds; `nil` if they are the removed ones, or a
  /// single pin.
  fileprivate func addedBehind(
    _ remove: FunctionCallExprSyntax, removing removed: ExprSyntax, in body: Syntax
  ) -> ExprSyntax? {
    all(FunctionCallExprSyntax.self, in: body).lazy.compactMap { call -> ExprSyntax? in
      guard remove.isFollowed(by: call), let added = call.arguments.first?.expression,
        added.code != removed.code
      else { return nil }
      switch call.calledName {
      case "addAnnotations":
        return (added.as(ArrayExprSyntax.self)?.elements.count ?? 2) > 1 ? added : nil
      case "addAnnotation":
        return call.ancestors.prefix { $0.id != body.id }.contains {
          $0.is(ForStmtSyntax.self) || $0.as(ClosureExprSyntax.self)?.call?.calledName == "forEach"
        } ? added : nil
      default: return nil
      }
    }.first
  }
}
