import SwiftSyntax

extension Rule {
  static let cameraWrittenBack = Rule(
    "camera-written-back",
    title: "The position that a Map takes is written when the Map says where its camera is",
    sureness: .certain,
    cost: Cost(
      "region-loop", naive: "position-written-at-end", improved: "camera-position",
      metric: "correct-change-rate"),
    explanation: """
      `onMapCameraChange` writes the position that the Map is bound to. The Map fits it to the \
      screen, moves, and says so again: each change can cause the next one, and code that moves \
      the camera is overwritten.
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
      let own = file.assignments(in: closure).filter { $0.target.path == position }
      let writes =
        own.map { (Syntax($0.node), Syntax(closure)) }
        + file.calledFunctions(in: closure).flatMap { function in
          file.assignments(in: function).filter { $0.target.path == position }.map {
            (Syntax($0.node), Syntax(function))
          }
        }
      return writes.filter { !$0.0.isTested(in: $0.1) }.map {
        Match(
          $0.0, "writes '\(position)' in onMapCameraChange, which the Map takes as its position")
      }
    }
  }
}

extension FunctionCallExprSyntax {
  /// The closure that is called: the trailing one, or the last argument.
  fileprivate var closure: ClosureExprSyntax? {
    trailingClosure ?? arguments.last?.expression.as(ClosureExprSyntax.self)
  }

  /// What the Map that this modifies takes as its position: the Map at the beginning of the chain,
  /// else the only one of the type around it.
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

extension SourceFile {
  /// The functions of the type around a closure that it calls without a receiver.
  fileprivate func calledFunctions(in closure: ClosureExprSyntax) -> [FunctionDeclSyntax] {
    let type = closure.typeName
    return all(FunctionCallExprSyntax.self, in: closure).flatMap { call in
      guard call.receiver.map({ $0.code == "self" }) ?? true else { return [FunctionDeclSyntax]() }
      return all(FunctionDeclSyntax.self).filter {
        $0.name.text == call.calledName && $0.typeName == type && call.fits($0)
          && !call.isTested(in: closure)
      }
    }
  }
}
