import SwiftSyntax

extension Rule {
  static let cameraWrittenBack = Rule(
    "camera-written-back",
    title: "Code writes a Map's position each time the Map reports its camera",
    sureness: .certain,
    cost: Cost(
      scenario: "region-loop", naive: "position-written-at-end", improved: "camera-position",
      metric: "correct-change-rate"),
    explanation: """
      The Map fits the position to the screen, moves, and reports the new camera: each change \
      overwrites what other code sets, and can cause the next change.
      """,
    remedy: """
      Write the bound position only to move the camera. In another state variable, keep the camera \
      that `onMapCameraChange` reports.
      """,
    blindSpots: [
      "A write in a method that another type declares is not seen.",
      "A write behind any comparison or flag counts as guarded.",
    ]
  ) { file, project in
    file.calls("onMapCameraChange").flatMap { modifier -> [Match] in
      guard let closure = modifier.closure, let position = modifier.mapPosition(in: file) else {
        return []
      }
      let root = ReachedCode(closure, named: "onMapCameraChange", in: file)
      return project.reached(in: file, from: [root]).flatMap { code in
        // A property of this name in another type is another one.
        code.node.typeName != closure.typeName
          ? []
          : file.assignments(in: code.node).filter {
            $0.target.path == position && code.alwaysRuns($0.node)
          }.map {
            Match(
              $0.node, "writes '\(position)', the position of the Map, in \(code.place)")
          }
      }
    }
  }
}

extension FunctionCallExprSyntax {
  /// The closure that is called: the trailing one, or the last argument.
  fileprivate var closure: ClosureExprSyntax? {
    trailingClosure ?? arguments.last?.expression.as(ClosureExprSyntax.self)
  }

  /// The position of the Map that this modifies: the Map at the beginning of the chain, else the
  /// only one of the type around it.
  fileprivate func mapPosition(in file: SourceFile) -> String? {
    var rest = receiver
    while let call = rest?.as(FunctionCallExprSyntax.self) {
      if call.calledName == "Map" { return call.argument("position")?.boundPath }
      rest = call.receiver
    }
    let type = typeName
    let positions = Set(
      file.calls("Map").filter { $0.typeName == type }.compactMap {
        $0.argument("position")?.boundPath
      })
    return positions.count == 1 ? positions.first : nil
  }
}

extension ExprSyntax {
  /// The names of a path without `self`: `model.position` for `self.model.position`.
  fileprivate var path: String { code.hasPrefix("self.") ? String(code.dropFirst(5)) : code }

  /// The path of a binding: `model.position` for `$model.position`.
  fileprivate var boundPath: String? {
    let path = path
    return path.hasPrefix("$") ? String(path.dropFirst()) : nil
  }
}
