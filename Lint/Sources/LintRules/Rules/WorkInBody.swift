import SwiftSyntax

extension Rule {
  static let workInBody = Rule("work-in-body") { file, project in
    var seen: Set<SyntaxIdentifier> = []
    return [Event.body, .viewInit, .update, .fix, .frame, .regionChange].flatMap { event in
      project.code(at: event, in: file).flatMap { code in
        file.all(FunctionCallExprSyntax.self, in: code.node).compactMap { call -> Match? in
          guard !call.isInAction(in: code.node), let work = project.work(call),
            call.code != code.node.code, seen.insert(call.id).inserted
          else { return nil }
          return Match(call, "\(work) each time, in \(code.place)")
        }
      }
    }
  }
}

extension Project {
  private static let listWork = [
    "sorted": "sorts", "filter": "filters", "min": "goes through a list",
    "max": "goes through a list", "map": "goes through a list",
  ]

  /// The work of a call, as a verb with its object.
  fileprivate func work(_ call: FunctionCallExprSyntax) -> String? {
    switch call.calledName {
    case let method? where Self.listWork[method] != nil && call.receiver != nil:
      let verb = Self.listWork[method] ?? ""
      if call.handler?.names.contains("distance") ?? false { return "\(verb) by distance" }
      guard call.handler != nil || method == "sorted",
        method == "sorted" || method == "filter" && hasMap(call.typePath)
      else { return nil }
      return "\(verb) a list"
    case "Dictionary" where call.argument("grouping") != nil: return "groups a list"
    case "UIImage" where call.argument("data") != nil || call.argument("contentsOfFile") != nil:
      return "decodes an image"
    case "decode" where call.receiver?.code.contains("Decoder") ?? false:
      return "decodes data"
    case let name? where name.first?.isUppercase ?? false && makesLine(call):
      return "makes the points of a line"
    default:
      // An object that the body makes, and hands to a view.
      guard let name = call.calledName,
        call.parent?.as(LabeledExprSyntax.self).map({ $0.label?.text != "wrappedValue" }) ?? false,
        call.calledExpression.is(DeclReferenceExprSyntax.self), name.first?.isUppercase ?? false,
        let type = known(name, at: call).declared, type.keyword == "class",
        types.inherits(type, "ObservableObject") || type.attributes.contains("Observable")
      else { return nil }
      return "makes a '\(name)'"
    }
  }

  /// Returns whether a type shows a Map.
  private func hasMap(_ type: String) -> Bool {
    !type.isEmpty && calls("Map").contains { $0.0.typePath == type }
  }

  /// Returns whether an argument is a line that code makes each time: by a getter, or by a function
  /// of the app that returns its points.
  private func makesLine(_ call: FunctionCallExprSyntax) -> Bool {
    call.arguments.contains { labelled -> Bool in
      let argument = labelled.expression
      if let points = argument.as(FunctionCallExprSyntax.self) {
        let makers: Set = ["MapPolyline", "MapPolygon"]
        return makers.contains(call.calledName ?? "") && !callees(of: points).isEmpty
      }
      var read: [Routine] = []
      if let name = argument.as(DeclReferenceExprSyntax.self) { read = getters(readBy: name) }
      if let name = argument.as(MemberAccessExprSyntax.self) { read = getters(readBy: name) }
      return read.contains { routine in
        routine.file.calls(["MKPolyline", "MKPolygon"]).contains { $0.isInside(routine.node) }
      }
    }
  }
}
