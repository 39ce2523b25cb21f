import SwiftSyntax

extension Rule {
  static let completerPerQuery = Rule(
    "completer-per-query",
    title: "A completer is made for each query, or is not kept",
    sureness: .certain,
    source: GuideLine("axiom-mapkit", line: 368),
    cost: Cost(
      "search-per-keystroke", naive: "completer-per-keystroke", improved: "shared-completer",
      metric: "requests-throttled"),
    explanation: """
      A new MKLocalSearchCompleter knows nothing of the queries before, so that it cannot wait and \
      cannot cancel. One that only a local variable holds is released before it answers.
      """,
    remedy: "Keep one completer as long as its search field, and set only its queryFragment.",
    blindSpots: ["A completer that another function makes and returns is not seen."]
  ) { file, project in
    file.calls("MKLocalSearchCompleter").compactMap { call in
      guard let name = call.assignedName, let routine = call.routine,
        file.assignments(in: routine.node).contains(where: {
          $0.target.code.trimmed == "\(name).queryFragment"
            || $0.target.lastName == "queryFragment" && $0.target.baseName == name
        })
      else { return nil }
      let isKept =
        call.isStored || file.assignments(in: routine.node).contains { $0.value.last?.code == name }
      return Match(
        call,
        "makes a completer for each query"
          + (isKept ? "" : ", which nothing keeps until it answers"))
    }
  }
}

extension ExprSyntax {
  fileprivate var baseName: String? { self.as(MemberAccessExprSyntax.self)?.base?.lastName }
}

extension String {
  fileprivate var trimmed: String { hasPrefix("self.") ? String(dropFirst(5)) : self }
}
