import SwiftSyntax

extension Rule {
  static let regionSetInUpdate = Rule(
    "region-set-in-update",
    title: "The region is set at each update of a view",
    sureness: .likely,
    source: GuideLine(document: "axiom-mapkit", line: 39),
    cost: Cost(
      scenario: "region-loop", naive: "unguarded", improved: "gesture-only",
      metric: "correct-change-rate"),
    explanation: """
      If the delegate writes the region back into state, each change causes the next update. If \
      not, an update for another reason moves the map back while the user drags it.
      """,
    remedy: """
      Set the region only for a command that is new since the last update. Write the map's region \
      into state only after a user's gesture.
      """,
    blindSpots: [
      "Any comparison, flag or case around the call, or early exit before it, counts as a guard.",
      "An optional region is a command, shown once, if code sets a property of that name to nil.",
      "Any other optional region gets only a note unless the delegate writes it back.",
      "A map without scrolling or interaction gets no finding.",
    ]
  ) { file, project in
    let changes = cameraChanges(in: file, of: project)
    guard !changes.isEmpty, !file.hasStillMap else { return [] }
    let isWrittenBack = file.writesRegionBack
    return project.updates(in: file).flatMap { reached in
      changes.filter(reached.alwaysRuns).compactMap { change in
        let conditions = change.conditions(in: reached.node) + reached.conditions
        // An optional that code sets to nil is a command, which is shown once.
        guard !conditions.contains(where: { project.clears($0.names) }) else { return nil }
        let message =
          "sets the region without a comparison or a flag, in \(reached.place)"
          + (isWrittenBack ? "; the delegate writes it back" : "")
        let sureness: Sureness =
          switch (conditions.isEmpty, isWrittenBack) {
          case (true, true): .certain
          case (false, false): .note
          default: .likely
          }
        return Match(change, message, sureness: sureness)
      }
    }
  }

  /// The statements of a file that move a map.
  private static func cameraChanges(in file: SourceFile, of project: Project) -> [Syntax] {
    let calls = file.calls("setRegion", "setVisibleMapRect", "setCamera", "setCenter").filter {
      project.isMap($0.receiver, at: $0)
    }
    let properties: Set = ["region", "visibleMapRect", "camera", "centerCoordinate"]
    let assignments = file.assignments(in: file.tree).filter {
      guard $0.operator == "=", let target = $0.target.as(MemberAccessExprSyntax.self)
      else { return false }
      return target.base != nil && properties.contains(target.declName.baseName.text)
        && project.isMap(target.base, at: $0.node)
    }
    return calls.map { Syntax($0) } + assignments.map { Syntax($0.node) }
  }
}

extension Project {
  /// Returns whether code of a file about maps assigns nil to a property with one of these names.
  fileprivate func clears(_ names: Set<String>) -> Bool {
    files.contains { file in
      file.assignments(in: file.tree).contains {
        $0.value.first?.is(NilLiteralExprSyntax.self) ?? false
          && $0.target.lastName.map(names.contains) ?? false
      }
    }
  }
}

extension SourceFile {
  /// Indicates whether a map of the file cannot be moved by the user.
  fileprivate var hasStillMap: Bool {
    assignments(in: tree).contains {
      ["isScrollEnabled", "isUserInteractionEnabled"].contains($0.target.lastName ?? "")
        && $0.value.first?.code == "false"
    }
  }

  /// Indicates whether a delegate's function writes the region of the map into state.
  fileprivate var writesRegionBack: Bool {
    let names = ["regionDidChangeAnimated", "regionWillChangeAnimated"]
    return all(FunctionDeclSyntax.self).filter { function in
      function.name.text == "mapViewDidChangeVisibleRegion"
        || function.name.text == "mapView" && names.contains(where: function.hasLabel)
    }.contains { function in
      assignments(in: function).contains {
        ["region", "visibleMapRect", "centerCoordinate"].contains($0.value.last?.lastName ?? "")
          && $0.target.code != "_"
      }
    }
  }
}
