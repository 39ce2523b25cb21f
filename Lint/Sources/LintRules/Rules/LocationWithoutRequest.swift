import SwiftSyntax

extension Rule {
  static let locationWithoutRequest = Rule("location-without-request") { file, project in
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
