import SwiftSyntax

extension Rule {
  static let cameraWrittenBack = Rule(
    "camera-written-back",
    title: "The position that a Map takes is written when the Map says where its camera is",
    sureness: .certain,
    cost: Cost(
      scenario: "region-loop", naive: "position-written-at-end", improved: "camera-position",
      metric: "correct-change-rate"),
    explanation: """
      The Map fits the position to the screen, moves, and says so again: each change can cause \
      the next one, and code that moves the camera is overwritten.
      """,
    remedy: """
      Leave the bound position to the Map and to code that moves the camera. Keep what \
      `onMapCameraChange` says in a state of its own.
      """,
    blindSpots: [
      "A write in a method that another type declares is not seen.",
      "A write behind a comparison or a flag counts as guarded.",
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
              $0.node, "writes '\(position)' in \(code.place), which the Map takes as its position")
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
