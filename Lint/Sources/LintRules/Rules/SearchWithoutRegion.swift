import SwiftSyntax

extension Rule {
  static let searchWithoutRegion = Rule(
    "search-without-region",
    title: "A search has no region",
    sureness: .likely,
    source: GuideLine(document: "axiom-mapkit", line: 187),
    cost: Cost(
      scenario: "search-misconfigured", naive: "default-request", improved: "region-hint",
      metric: "success-at-10"),
    explanation: "Distant places with the same name rank above places on the map.",
    remedy: "Set `request.region` to the visible region of the map.",
    blindSpots: [
      "A request that another function receives or returns is not checked.",
      "A search that is meant for the whole world is reported too.",
    ]
  ) { file, _ in
    file.searchRequests().filter { !$0.properties.contains("region") }.map {
      Match($0.call, "searches without a region")
    }
  }
}
