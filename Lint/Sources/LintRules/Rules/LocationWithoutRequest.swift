import SwiftSyntax

extension Rule {
  static let locationWithoutRequest = Rule(
    "location-without-request",
    title: "The map shows the user's location, and the app never asks for permission",
    sureness: .note,
    source: GuideLine(document: "axiom-mapkit", line: 202),
    cost: Cost(
      scenario: "location-authorization", naive: "implicit", improved: "ask-with-context",
      metric: "people-with-dot"),
    explanation: "Without a request, no user sees the location dot.",
    remedy: """
      Request authorization when the user asks for something that needs it, or hold a \
      CLServiceSession while the map shows the user.
      """,
    blindSpots: [
      "Requests in Objective-C or an outside library are not seen, so findings are notes.",
      "The rule does not know whether the app asks before it shows the map.",
    ]
  ) { file, project in
    guard
      !project.mentions(
        "requestWhenInUseAuthorization", "requestAlwaysAuthorization", "CLServiceSession",
        "LocationButton",
        "CLLocationButton")
    else { return [] }
    let annotations = file.calls("UserAnnotation").map { Syntax($0) }
    let arguments = file.calls("Map").filter { $0.argument("showsUserLocation")?.code == "true" }
      .map { Syntax($0) }
    let assignments = file.assignments(in: file.tree).filter {
      $0.target.lastName == "showsUserLocation" && $0.value.first?.code == "true"
    }.map { Syntax($0.node) }
    return (annotations + arguments + assignments).map {
      Match($0, "shows the user's location, but no code requests authorization")
    }
  }
}
