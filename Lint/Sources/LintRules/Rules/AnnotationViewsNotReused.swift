import SwiftSyntax

extension Rule {
  static let annotationViewsNotReused = Rule("annotation-views-not-reused") { file, project in
    file.functions("mapView", label: "viewFor").flatMap { function -> [Match] in
      let calls = file.all(FunctionCallExprSyntax.self, in: function)
      let dequeued = file.dequeuedNames(in: function)
      let few: Sureness? = project.addsFewPins(in: file) ? .note : nil
      let made = calls.compactMap { call -> Match? in
        guard let name = call.calledName,
          !call.ancestors.prefix(while: { $0.id != function.id }).contains(where: {
            $0.as(IfExprSyntax.self)?.conditions.names.contains("MKUserLocation") ?? false
          })
        else { return nil }
        guard project.isAnnotationView(name, at: call) else {
          return project.makesAnnotationView(call)
            && !call.isFallback(for: dequeued, in: function)
            ? Match(call, "makes a view for each annotation, in '\(name)'", sureness: few) : nil
        }
        let isNamed = call.argument("reuseIdentifier").map { $0.code != "nil" } ?? false
        if call.isFallback(for: dequeued, in: function) {
          guard name.hasPrefix("MK"), !isNamed else { return nil }
          return Match(call, "fills no queue: the view has no identifier for reuse", sureness: few)
        }
        guard call.argument("annotation") != nil || file.setsAnnotation(of: call, in: function)
        else { return nil }
        return Match(
          call,
          "makes a view for each annotation "
            + (!isNamed
              ? "without an identifier for reuse"
              : dequeued.isEmpty ? "and never dequeues one" : "and drops the one that it dequeues"),
          sureness: few)
      }
      let named = calls.filter { call in
        call.argument("reuseIdentifier").map { project.isOfOnePin($0) } ?? false
      }.map { Match($0, "gives each view an identifier of its own: nothing is reused") }
      return made + named
    }
  }
}

extension Project {
  /// Returns whether a function of the app makes a view of a pin, and dequeues none.
  fileprivate func makesAnnotationView(_ call: FunctionCallExprSyntax) -> Bool {
    callees(of: call).contains { routine in
      !routine.node.names.contains("dequeueReusableAnnotationView")
        && routine.file.all(FunctionCallExprSyntax.self, in: routine.node).contains {
          $0.argument("annotation") != nil
            && $0.calledName.map { isAnnotationView($0, at: call) } ?? false
        }
    }
  }

  /// Indicates whether all pins of a file's map are added one by one, outside of loops and events.
  fileprivate func addsFewPins(in file: SourceFile) -> Bool {
    let own = sites([.addsPins], in: Syntax(file.tree))
    let adds = own.isEmpty ? files.flatMap { sites([.addsPins], in: Syntax($0.tree)) } : own
    return !adds.isEmpty && !file.imports.contains("SwiftUI") || !own.isEmpty
      ? adds.allSatisfy { site in
        site.name == "addAnnotation" && !site.node.isInLoop
          || (site.argument?.literalCount ?? 9) < 4
      } : false
  }
}

extension SourceFile {
  /// The variables of a function that get a view of the queue.
  func dequeuedNames(in function: FunctionDeclSyntax) -> Set<String> {
    let dequeue = "dequeueReusableAnnotationView"
    let bindings = all(PatternBindingSyntax.self, in: function)
      .filter { $0.initializer?.names.contains(dequeue) ?? false }.map(\.pattern.code)
    let conditions = all(OptionalBindingConditionSyntax.self, in: function)
      .filter { $0.initializer?.names.contains(dequeue) ?? false }.map(\.pattern.code)
    let assignments = assignments(in: function)
      .filter { $0.value.contains { $0.names.contains(dequeue) } }.compactMap(\.target.lastName)
    return Set(bindings + conditions + assignments)
  }

  /// Returns whether `view.annotation = annotation` follows `let view = MKMarkerAnnotationView()`.
  fileprivate func setsAnnotation(of call: FunctionCallExprSyntax, in function: FunctionDeclSyntax)
    -> Bool
  {
    guard let name = call.parent?.parent?.as(PatternBindingSyntax.self)?.pattern.code else {
      return false
    }
    return assignments(in: function).contains { $0.target.code == "\(name).annotation" }
  }
}

extension FunctionCallExprSyntax {
  /// Returns whether the view is made only where the queue has none: behind `??`, or in a branch
  /// whose condition names a dequeued view.
  func isFallback(for dequeued: Set<String>, in function: FunctionDeclSyntax) -> Bool {
    let dequeued = dequeued.union(["dequeueReusableAnnotationView"])
    if let sequence = enclosing(SequenceExprSyntax.self), sequence.isInside(function),
      sequence.elements.contains(where: { $0.code == "??" }),
      !sequence.names.isDisjoint(with: dequeued)
    {
      return true
    }
    return conditions(in: function).contains { !$0.names.isDisjoint(with: dequeued) }
  }
}
