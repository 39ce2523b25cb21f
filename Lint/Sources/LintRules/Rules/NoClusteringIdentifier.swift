import SwiftSyntax

extension Rule {
  static let noClusteringIdentifier = Rule(
    "no-clustering-identifier",
    title: "Pins are added, and nothing makes clusters of them",
    sureness: .note,
    source: GuideLine(document: "axiom-mapkit", line: 94),
    cost: Cost(
      scenario: "annotation-count", naive: "all-pins-reused", improved: "native-clusters",
      metric: "marker-overlap"),
    explanation: "From some hundred pins on they overlap, and moving the map stutters.",
    remedy: "Give the views of pins that may stand for each other the same clusteringIdentifier.",
    blindSpots: [
      "How many pins there are is not known; for fewer than a hundred nothing is wrong.",
      "A project with anything that is called a cluster is left out.",
    ]
  ) { file, project in
    guard !project.hasClusters, !file.isTest else { return [] }
    return file.calls("addAnnotations").filter {
      $0.arguments.first?.expression.is(ArrayExprSyntax.self) == false
        && project.isMap($0.receiver, at: $0)
    }.prefix(1).map { Match($0, "adds pins that no clusteringIdentifier puts into clusters") }
  }
}
