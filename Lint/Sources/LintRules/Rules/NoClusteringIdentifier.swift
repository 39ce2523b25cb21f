import SwiftSyntax

extension Rule {
  static let noClusteringIdentifier = Rule("no-clustering-identifier") { file, project in
    guard !project.hasClusters, !file.isTest else { return [] }
    return project.sites([.addsPins], in: Syntax(file.tree)).filter { site in
      site.name == "addAnnotations" ? site.argument?.literalCount == nil : site.node.isInLoop
    }.prefix(1).map { site in
      let way = site.name == "addAnnotation" ? "one by one, and " : ""
      return Match(site.node, "adds pins \(way)without a clusteringIdentifier")
    }
  }
}
