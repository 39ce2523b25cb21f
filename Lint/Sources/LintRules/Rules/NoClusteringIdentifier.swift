import SwiftSyntax

extension Rule {
  static let noClusteringIdentifier = Rule("no-clustering-identifier") { file, project in
    guard !project.hasClusters, !file.isTest else { return [] }
    return project.sites([.addsPins], in: Syntax(file.tree)).filter { site in
      site.name == "addAnnotations" ? site.argument?.literalCount == nil : site.node.isInLoop
    }.prefix(1).map { Match($0.node, "adds pins without a clusteringIdentifier") }
  }
}
