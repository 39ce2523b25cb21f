import SwiftSyntax

extension Rule {
  static let completerPerQuery = Rule("completer-per-query") { file, project in
    file.calls("MKLocalSearchCompleter").compactMap { call in
      guard let name = call.assignedName, let routine = call.routine, routine.name != "init",
        file.assignments(in: routine.node).contains(where: {
          $0.target.lastName == "queryFragment"
            && $0.target.as(MemberAccessExprSyntax.self)?.base?.lastName == name
        })
      else { return nil }
      // A closure of the function, such as a continuation, may keep it as long as that waits.
      let isKept =
        call.isStored || file.assignments(in: routine.node).contains { $0.value.last?.code == name }
        || file.all(ClosureExprSyntax.self, in: routine.node).contains { $0.names.contains(name) }
      return Match(
        call,
        "makes a completer for each query"
          + (isKept ? "" : " and does not keep it until it answers"))
    }
  }
}
