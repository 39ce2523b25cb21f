extension Rule {
  /// All rules, in the order of documents and lists.
  package static let all: [Rule] = {
    let rules: [Rule] = [
      .regionSetInUpdate, .mapMovedByDelegate, .mapMovedAtFix, .cameraWrittenBack, .statePerFrame,
      .freshAnnotationIDs, .annotationsMadeInBody,
      .annotationViewsNotReused, .imageMadePerMarker, .allPinsAtOnce, .noClusteringIdentifier,
      .clusteringIdentifierPerPin, .annotationsReplaced, .annotationsAddedAgain,
      .notFilteredToRegion, .workInBody, .madeByView,
      .searchWithoutRegion,
      .searchPerKeystroke, .completerPerQuery, .requestsInLoop,
      .requestPerEvent,
      .mapServiceBlocks, .locationWithoutRequest, .locationAccuracy, .lookAroundUnchecked,
      .overlaysReplaced, .overlaysStacked, .mapInRow,
    ]
    return rules.map(\.forApps)
  }()

  /// The rule without what only tests and previews do.
  private var forApps: Rule {
    var rule = self
    rule.check = { [check] file, project in
      file.isTest
        ? [] : check(file, project).filter { !$0.node.isInPreview && !project.isUnused($0.node) }
    }
    return rule
  }
}
