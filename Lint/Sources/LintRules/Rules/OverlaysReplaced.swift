import SwiftSyntax

extension Rule {
  static let overlaysReplaced = Rule(
    "overlays-replaced",
    title: "Routes and areas are removed and added again at each update",
    sureness: .likely,
    cost: Cost(
      scenario: "growing-route", naive: "replace-all", improved: "append-chunks",
      metric: "points-drawn",
      effect: "the map draws {} points of the line"
    ),
    explanation: "Each location fix redraws all points of the growing line, and the line flickers.",
    remedy: """
      Add each new part of a line as its own overlay, join parts now and then, and leave unchanged \
      overlays alone.
      """,
    blindSpots: [
      "A comparison or a flag around the calls counts as a check that something has changed.",
      "Lines in a SwiftUI Map are not seen.",
    ]
  ) { file, project in
    let removes = file.calls("removeOverlays", "removeOverlay")
    guard !removes.isEmpty else { return [] }
    let fixes = project.reached(
      in: file, from: project.roots(["locationManager", "mapView"], where: \.runsAtFix))
    return (project.updates(in: file) + fixes).flatMap { code -> [Match] in
      // A flag such as 'is recording' is usual around the work for a fix.
      let isFix = !code.rootName.hasPrefix("update")
      return removes.filter { remove in
        (isFix ? code.node.id == remove.routine?.node.id : code.alwaysRuns(remove))
          && file.all(FunctionCallExprSyntax.self, in: code.node).contains {
            $0.addsOverlay && remove.isFollowed(by: $0)
          }
      }.map {
        Match(
          $0, "removes overlays and adds them again, in \(code.place)",
          sureness: isFix ? .certain : .likely)
      }
    }
  }
}

extension FunctionDeclSyntax {
  /// Indicates whether it is a delegate's function for a new location.
  var runsAtFix: Bool {
    hasLabel("didUpdateLocations")
      || signature.parameterClause.parameters.contains {
        $0.firstName.text == "didUpdate" && $0.type.code == "MKUserLocation"
      }
  }
}

extension FunctionCallExprSyntax {
  fileprivate var addsOverlay: Bool {
    guard let name = calledName else { return false }
    return name.hasPrefix("addOverlay") || name.hasPrefix("insertOverlay")
      || name == "add"
        && (arguments.first.map { argument in
          let name = (argument.expression.lastName ?? "").lowercased()
          return name.contains("line") || name.contains("overlay")
        } ?? false)
  }
}
