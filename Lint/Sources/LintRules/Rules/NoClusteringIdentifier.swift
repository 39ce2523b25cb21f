import SwiftSyntax

extension Rule {
  static let noClusteringIdentifier = Rule(
    "no-clustering-identifier",
    title: "The app adds pins and does not cluster them",
    sureness: .note,
    source: GuideLine(document: "axiom-mapkit", line: 94),
    cost: Cost(
      scenario: "annotation-count", naive: "all-pins-reused", improved: "native-clusters",
      metric: "marker-overlap"),
    explanation: "A few hundred pins overlap, and the map stutters when it moves.",
    remedy: """
      Give the same clusteringIdentifier to the views of all pins that may share a cluster.
      """,
    blindSpots: [
      "The rule does not know the number of pins; fewer than a hundred need no clusters.",
      "The rule skips a project in which any name contains 'cluster'.",
    ]
  ) { file, project in
    guard !project.hasClusters, !file.isTest else { return [] }
    return file.calls("addAnnotations").filter {
      $0.arguments.first?.expression.is(ArrayExprSyntax.self) == false
        && project.isMap($0.receiver, at: $0)
    }.prefix(1).map { Match($0, "adds pins without a clusteringIdentifier") }
  }
}
