import SwiftSyntax

extension Rule {
  static let searchWithoutResultTypes = Rule(
    "search-without-result-types",
    title: "A search does not say what kind of result it wants",
    sureness: .note,
    source: GuideLine(document: "axiom-mapkit", line: 43),
    cost: Cost(
      scenario: "search-misconfigured", naive: "default-request", improved: "result-types",
      metric: "precision-at-10"),
    explanation: """
      The request has no `resultTypes`: points of interest, addresses and more come in one list. \
      That is right if users search for anything.
      """,
    remedy:
      "Set `request.resultTypes` if the app wants only points of interest, or only addresses.",
    blindSpots: ["The rule does not know what the app wants, so findings are notes."]
  ) { file, _ in
    file.searchRequests().filter {
      $0.properties.isDisjoint(with: ["resultTypes", "pointOfInterestFilter"])
    }.map {
      Match($0.call, "searches for all kinds of results")
    }
  }
}
