import SwiftSyntax

extension Rule {
  static let clusteringIdentifierPerPin = Rule("clustering-identifier-per-pin") { file, project in
    file.assignments(in: file.tree).compactMap { assignment in
      // The value after `??` is for a pin without a title.
      let value = assignment.value.split { $0.code == "??" }.first ?? []
      guard assignment.target.lastName == "clusteringIdentifier",
        value.last.map(project.isOfOnePin) ?? false
      else { return nil }
      // One constant is right only if all pins may share a cluster.
      let edits =
        assignment.value.count == 1 ? [Edit(replacing: assignment.value[0], with: "\"pins\"")] : []
      return Match(
        assignment.node, "gives each pin its own clusteringIdentifier", edits: edits,
        isSuggestion: true)
    }
  }
}

extension Project {
  /// Returns whether a value is another one for each pin: a new UUID, or the title, name, number or
  /// identifier of the pin itself, not of its kind.
  func isOfOnePin(_ value: ExprSyntax) -> Bool {
    let value = resolved(value)
    if value.names.contains("UUID") { return true }
    if let text = value.as(StringLiteralExprSyntax.self) {
      return text.segments.contains { segment in
        segment.as(ExpressionSegmentSyntax.self)?.expressions.contains { isOfOnePin($0.expression) }
          ?? false
      }
    }
    if let sequence = value.as(SequenceExprSyntax.self) {
      return sequence.elements.contains { isOfOnePin($0) }
    }
    if let call = value.as(FunctionCallExprSyntax.self) {
      return call.receiver.map(isOfOnePin) ?? call.arguments.contains { isOfOnePin($0.expression) }
    }
    if let chained = value.as(OptionalChainingExprSyntax.self) {
      return isOfOnePin(chained.expression)
    }
    if let forced = value.as(ForceUnwrapExprSyntax.self) { return isOfOnePin(forced.expression) }
    let own: Set = [
      "title", "subtitle", "name", "id", "uuid", "uuidString", "hash", "hashValue",
      "number",
    ]
    guard let member = value.as(MemberAccessExprSyntax.self), let base = member.base else {
      return false
    }
    // `pin.id.uuidString`, `pin.title!`: what is of one pin is so through its parts.
    if isOfOnePin(base) { return true }
    guard own.contains(member.declName.baseName.text) else { return false }
    let type = type(of: base)
    let isName =
      base.is(DeclReferenceExprSyntax.self)
      || base.as(OptionalChainingExprSyntax.self)?.expression.is(DeclReferenceExprSyntax.self)
        ?? false
    guard let declared = type?.declared else { return isName || type?.plain == "MKAnnotation" }
    return declared.keyword != "enum"
      && (types.inherits(declared, "MKAnnotation") || isPlace(declared)
        || isName)
  }

  /// Returns whether a type has a place on a map.
  func isPlace(_ type: DeclaredType) -> Bool {
    let places: Set = [
      "CLLocationCoordinate2D", "CLLocation", "MKMapItem", "MKPlacemark", "CLPlacemark",
      "MKAnnotation",
    ]
    let names = Set(type.properties.map(\.name))
    return type.name.hasPrefix("MK") || type.name.hasPrefix("CL")
      || !type.inherited.isDisjoint(with: places)
      || type.properties.contains { property in
        places.contains(String((property.type ?? "").trimmingSuffix { "?!".contains($0) }))
      }
      || [["latitude", "longitude"], ["lat", "lng"], ["lat", "lon"]].contains {
        names.isSuperset(of: $0)
      }
  }
}
