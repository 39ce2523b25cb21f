import SwiftSyntax

extension Rule {
  static let freshAnnotationIDs = Rule("fresh-annotation-ids") { file, project in
    let places = file.calls("ForEach").filter { call in
      call.isArgument(of: ["Map"])
        && (call.argument("id")?.code.hasSuffix("offset") ?? false
          || call.argument(nil)?.lastName == "indices")
    }.map { Match($0, "identifies pins by their place in the list", sureness: .note) }
    return places
      + file.all(VariableDeclSyntax.self).flatMap { variable in
        variable.bindings.compactMap { binding -> Match? in
          guard binding.pattern.code == "id",
            !variable.modifiers.contains(where: { ["static", "class"].contains($0.name.text) }),
            let type = project.enclosingType(of: variable),
            project.isPlace(type)
          else { return nil }
          if let accessors = binding.accessorBlock, binding.isComputed {
            return file.all(FunctionCallExprSyntax.self, in: accessors).first(where: \.isNewUUID)
              .map {
                Match(
                  $0, "makes a new identifier for '\(type.name)' each time code reads it",
                  edits: project.storedIdentifier(variable, binding, of: type))
              }
          }
          guard let value = binding.initializer?.value.as(FunctionCallExprSyntax.self),
            value.isNewUUID, !type.attributes.contains("Model"), variable.bindings.count == 1
          else { return nil }
          guard let key = project.stableKey(of: type) else {
            return project.isMadeFromLists(type)
              ? Match(
                variable, "makes a new identifier for each '\(type.name)' that is made from data",
                sureness: .note) : nil
          }
          return Match(
            variable,
            "makes a new identifier for '\(type.name)' each time it is decoded, in spite of '\(key)'",
            sureness: project.isDecodedAgain(type) ? .likely : .note)
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
  /// The property that identifies a decoded value in the data that it comes from.
  fileprivate func stableKey(of type: DeclaredType) -> String? {
    let isDecoded = ["Decodable", "Codable"].contains { types.inherits(type, $0) }
    guard isDecoded else { return nil }
    let keys: Set = [
      "number", "code", "key", "mmsi", "icao", "iata", "uid", "uuid", "slug", "identifier",
      "callsign",
    ]
    return type.properties.map(\.name).first { name in
      name != "id"
        && (keys.contains(name.lowercased()) || name.hasSuffix("ID") || name.hasSuffix("Id")
          || name.hasSuffix("_id") || name.hasSuffix("Code") || name.hasSuffix("Number"))
    }
  }

  /// Returns whether a loop or a method of a list makes values of a type.
  fileprivate func isMadeFromLists(_ type: DeclaredType) -> Bool {
    let name = String(type.name.split(separator: ".").last ?? "")
    return calls(name).contains { $0.0.isInLoop }
  }

  /// Returns whether code that an event runs again and again decodes values of a type.
  fileprivate func isDecodedAgain(_ type: DeclaredType) -> Bool {
    [Event.tick, .appearance, .regionChange, .fix].contains { event in
      (reached[event] ?? [:]).values.joined().contains { code in
        code.file.calls(["decode"]).contains {
          $0.isInside(code.node)
            && $0.arguments.first?.expression.names.contains(type.name) ?? false
        }
      }
    }
  }

  /// The edit that stores `UUID()`: only in a structure or class that compares and encodes nothing,
  /// whose whole getter it is.
  fileprivate func storedIdentifier(
    _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax, of type: DeclaredType
  ) -> [Edit] {
    // A class may have a subclass with another getter, and a comment would be lost.
    let group = variable.ancestors.lazy.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
      .first
    guard let group,
      type.keyword == "struct"
        || type.keyword == "class" && group.modifiers.contains(where: { $0.name.text == "final" }),
      variable.modifiers.allSatisfy({
        ["public", "internal", "private", "fileprivate", "package"].contains($0.name.text)
      }), binding.accessorBlock?.hasComment == false,
      type.inherited.isSubset(of: ["Identifiable", "Sendable"]),
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
