import SwiftSyntax

extension Rule {
  static let freshAnnotationIDs = Rule(
    "fresh-annotation-ids",
    title: "The identifiers of a map's pins are new each time code reads them",
    sureness: .certain,
    source: GuideLine(document: "clustermap-blog", line: 112),
    cost: Cost(
      scenario: "annotations-in-body", naive: "fresh-ids-in-body", improved: "map-in-own-view",
      metric: "views-created",
      effect: "the map makes {} views"),
    explanation: """
      SwiftUI treats all pins as new: it removes every annotation and adds it again, and the user \
      loses the selection.
      """,
    remedy: "Store the identifier with the place, or derive it from the data.",
    blindSpots: [
      "An identifier that is computed in another function is not seen.",
      "A type counts as a pin if it has a coordinate, or belongs to MapKit.",
    ]
  ) { file, project in
    file.all(VariableDeclSyntax.self).flatMap { variable in
      variable.bindings.compactMap { binding -> Match? in
        guard binding.pattern.code == "id", binding.isComputed,
          let accessors = binding.accessorBlock,
          let type = variable.typeName, project.isPlace(type),
          let call = file.all(FunctionCallExprSyntax.self, in: accessors).first(where: \.isNewUUID)
        else { return nil }
        return Match(
          call, "makes a new identifier for '\(type)' each time code reads it",
          edits: project.storedIdentifier(variable, binding, of: type))
      }
    }
  }
}

extension FunctionCallExprSyntax {
  var isNewUUID: Bool {
    ["UUID", "NSUUID"].contains(calledExpression.code) && arguments.isEmpty
  }
}

extension Project {
  /// Returns whether a type has a place on a map.
  fileprivate func isPlace(_ name: String) -> Bool {
    if name.hasPrefix("MK") || name.hasPrefix("CL") { return true }
    let places: Set = [
      "CLLocationCoordinate2D", "CLLocation", "MKMapItem", "MKPlacemark", "CLPlacemark",
      "MKAnnotation",
    ]
    guard let type = types[name] else { return false }
    return !type.inherited.isDisjoint(with: places)
      || type.properties.contains { property in
        places.contains(String((property.type ?? "").trimmingSuffix { "?!".contains($0) }))
      }
  }

  /// The edit that stores `UUID()`: only in a structure or class that compares and encodes nothing,
  /// whose whole getter it is.
  fileprivate func storedIdentifier(
    _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax, of type: String
  ) -> [Edit] {
    guard let declared = types[type], ["struct", "class"].contains(declared.keyword),
      declared.inherited.isSubset(of: ["Identifiable", "Sendable"]),
      variable.parent?.parent?.parent?.parent?.is(ExtensionDeclSyntax.self) == false,
      variable.bindings.count == 1, binding.typeAnnotation?.type.code == "UUID",
      let getter = binding.accessorBlock?.accessors.as(CodeBlockItemListSyntax.self),
      getter.count == 1, ["UUID()", "return UUID()"].contains(getter.code)
    else { return [] }
    return [
      Edit(replacing: variable.bindingSpecifier, with: "let"),
      Edit(replacing: binding, with: "id = UUID()"),
    ]
  }
}
