import SwiftSyntax

extension Rule {
  static let clusteringIdentifierPerPin = Rule(
    "clustering-identifier-per-pin",
    title: "Pins that could be in one cluster have different identifiers",
    sureness: .likely,
    source: GuideLine(document: "axiom-mapkit", line: 488),
    cost: Cost(
      scenario: "annotation-count", naive: "native-clusters-by-kind", improved: "native-clusters",
      metric: "max-live-views"),
    explanation: """
      Only views with the same clusteringIdentifier share a cluster. An identifier from the pin's \
      own data differs for each pin, so the map makes no clusters at all.
      """,
    remedy: "Use one constant for all pins that may share a cluster.",
    blindSpots: [
      "A value that another function computes is not seen.",
      "Constants that differ by kind of pin are not reported: the app may want that.",
    ]
  ) { file, project in
    file.assignments(in: file.tree).compactMap { assignment in
      // The value after `??` is for a pin without a title.
      let value = assignment.value.split { $0.code == "??" }.first ?? []
      guard assignment.target.lastName == "clusteringIdentifier", value.last?.isOfOnePin ?? false
      else { return nil }
      return Match(assignment.node, "gives each pin its own clusteringIdentifier")
    }
  }
}

extension ExprSyntax {
  /// Indicates whether a value is another one for each pin: a new UUID, or a pin's title, name or
  /// identifier.
  fileprivate var isOfOnePin: Bool {
    let own: Set = [
      "title", "subtitle", "name", "id", "uuid", "uuidString", "hash", "hashValue", "coordinate",
    ]
    if names.contains("UUID") { return true }
    guard let last = lastName else {
      return self.is(StringLiteralExprSyntax.self) && !names.isDisjoint(with: own)
    }
    return self.is(MemberAccessExprSyntax.self) && own.contains(last)
  }
}
