import SwiftSyntax

extension Rule {
  static let annotationsMadeInBody = Rule("annotations-made-in-body") { file, project in
    let lists =
      file.calls("Map").compactMap { call in call.argument("annotationItems") }
      + file.calls("ForEach").filter { $0.isArgument(of: ["Map"]) }.compactMap { $0.argument(nil) }
    let stored = project.code(at: .viewInit, in: file).filter { $0.name == "init" }.compactMap {
      code -> Match? in
      project.freshPin(in: code.node, of: file, depth: 0).map {
        Match(
          code.node, "makes '\($0)' with a new identifier for each value of the view",
          sureness: .note)
      }
    }
    return stored
      + lists.compactMap { list -> Match? in
        project.freshPin(in: Syntax(list), of: file).map {
          Match(
            list, "makes '\($0)' with a new identifier at each evaluation of the body",
            sureness: (list.literalCount ?? 9) > 3 ? nil : .note)
        }
      }
  }
}

extension Project {
  /// A type with a stored identifier that is new for each value, and that code makes: itself, or in
  /// a getter or function that it runs.
  fileprivate func freshPin(in node: Syntax, of file: SourceFile, depth: Int = 2) -> String? {
    let calls = file.all(FunctionCallExprSyntax.self, in: node)
    for call in calls {
      if let name = call.calledName, let type = known(name, at: call).declared,
        ["UUID()", "NSUUID()"].contains(type.property("id")?.value), depth > 0 || isPlace(type)
      {
        return name
      }
    }
    guard depth > 0 else { return nil }
    let getters =
      file.all(DeclReferenceExprSyntax.self, in: node).flatMap { self.getters(readBy: $0) }
      + file.all(MemberAccessExprSyntax.self, in: node).flatMap { self.getters(readBy: $0) }
    return (calls.flatMap { callees(of: $0) } + getters).lazy.compactMap {
      self.freshPin(in: $0.node, of: $0.file, depth: depth - 1)
    }.first
  }
}
