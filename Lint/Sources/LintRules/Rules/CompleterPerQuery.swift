import SwiftSyntax

extension Rule {
  static let completerPerQuery = Rule(
    "completer-per-query",
    title: "A completer is made for each query, or is not kept",
    sureness: .certain,
    source: GuideLine(document: "axiom-mapkit", line: 368),
    cost: Cost(
      scenario: "search-per-keystroke", naive: "completer-per-keystroke",
      improved: "shared-completer",
      metric: "requests-throttled"),
    explanation: """
      A new MKLocalSearchCompleter does not know the earlier queries, so it can neither delay nor \
      cancel them. A completer in a local variable is released before it answers.
      """,
    remedy: "Keep one completer while its search field exists, and set only its queryFragment.",
    blindSpots: ["A completer that another function makes and returns is not seen."]
  ) { file, project in
    file.calls("MKLocalSearchCompleter").compactMap { call in
      guard let name = call.assignedName, let routine = call.routine,
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
