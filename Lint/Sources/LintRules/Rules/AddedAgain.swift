import SwiftSyntax

extension Rule {
  private static let events: [Event] = [
    .update, .fix, .regionChange, .frame, .tick, .keystroke, .row, .longPress,
  ]

  static let annotationsAddedAgain = Rule(
    "annotations-added-again",
    check: check(
      Cell(
        events: events, effects: [.addsPins], undone: [.removesPins, .stopsLocation], inMode: .note
      ) { site, code, project in
        project.isMadeHere(site.argument, in: code) || code.rootName.hasPrefix("update")
          ? (
            "adds pins each time and removes none, in \(code.place)",
            project.isMadeHere(site.argument, in: code) ? nil : .note
          ) : nil
      },
      Cell(events: [.appearance, .snapshot], effects: [.growsList], inMode: .note) {
        site, code, project in
        project.empties(site.name, from: code)
          ? nil : ("appends to '\(site.name)' each time, in \(code.place)", nil)
      },
      Cell(events: [.update, .appearance], effects: [.addsGesture]) { site, code, project in
        ("adds a gesture recognizer each time, in \(code.place)", nil)
      },
      Cell(events: [.appearance], effects: [.addsPins], undone: [.removesPins]) {
        site, code, project in
        project.isMadeHere(site.argument, in: code)
          ? ("adds pins each time the screen appears, in \(code.place)", nil) : nil
      }))

  static let overlaysStacked = Rule(
    "overlays-stacked",
    check: check(
      Cell(
        events: events + [.appearance], effects: [.addsOverlays], undone: [.removesOverlays],
        inMode: .note
      ) { site, code, project in
        ("adds overlays each time and removes none, in \(code.place)", nil)
      }))
}

extension Project {
  /// Returns whether code around an event's gives a list another value.
  fileprivate func empties(_ list: String, from code: ReachedCode) -> Bool {
    let places = [code.node, code.root] + [code.root.routine?.node].compactMap(\.self)
    return places.contains { place in
      guard let file = file(of: place) else { return false }
      return file.assignments(in: place).contains {
        $0.target.lastName == list && $0.operator == "="
      }
        || file.calls(["removeAll"]).contains {
          $0.isInside(place) && $0.receiver?.lastName == list
        }
    }
  }

  /// Returns whether the pins of a call are new ones each time: code that the event runs makes them.
  fileprivate func isMadeHere(_ argument: ExprSyntax?, in code: ReachedCode) -> Bool {
    guard let argument else { return false }
    let value = resolved(argument)
    if let call = value.as(FunctionCallExprSyntax.self) {
      return call.calledName.map {
        $0.first?.isUppercase ?? false || KnownType.listMethods.contains($0)
      }
        ?? false || !callees(of: call).isEmpty
    }
    return value.is(ArrayExprSyntax.self)
      || value.as(DeclReferenceExprSyntax.self).map { reference in
        switch declaration(of: reference.baseName.text, at: value) {
        case .variable: true
        default: false
        }
      } ?? false
  }
}
