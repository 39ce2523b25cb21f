import SwiftSyntax

extension Rule {
  static let annotationViewsNotReused = Rule(
    "annotation-views-not-reused",
    title: "Each annotation gets a new view",
    sureness: .certain,
    source: GuideLine(document: "axiom-mapkit", line: 38),
    cost: Cost(
      scenario: "view-reuse", naive: "all-pins", improved: "all-pins-reused",
      metric: "views-created",
      effect: "the app makes {} views"),
    explanation: """
      The app makes a view for each pin that comes into view, and never reuses one.
      """,
    remedy: """
      Register the view's class, and return `dequeueReusableAnnotationView(withIdentifier:for:)`.
      """,
    blindSpots: [
      "A view that another function makes is not seen.",
      "The rule does not know the number of annotations: for a few, the cost is small.",
    ]
  ) { file, project in
    file.functions("mapView", label: "viewFor").flatMap { function -> [Match] in
      let calls = file.all(FunctionCallExprSyntax.self, in: function)
      let dequeued = file.dequeuedNames(in: function)
      return calls.filter { call in
        guard let name = call.calledName, project.isAnnotationView(name),
          call.argument("annotation") != nil || file.setsAnnotation(of: call, in: function)
        else { return false }
        return !call.isFallback(for: dequeued, in: function)
      }.map { call in
        let isNamed = call.argument("reuseIdentifier").map { $0.code != "nil" } ?? false
        return Match(
          call,
          "makes a view for each annotation "
            + (isNamed ? "and never dequeues one" : "without an identifier for reuse"))
      }
    }
  }
}

extension Project {
  func isAnnotationView(_ name: String) -> Bool {
    name.hasPrefix("MK") && name.hasSuffix("AnnotationView")
      || ["MKAnnotationView", "MKMarkerAnnotationView", "MKPinAnnotationView"].contains {
        type(name, is: $0)
      }
  }
}

extension SourceFile {
  /// The variables of a function that get a view of the queue.
  fileprivate func dequeuedNames(in function: FunctionDeclSyntax) -> Set<String> {
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
  fileprivate func isFallback(for dequeued: Set<String>, in function: FunctionDeclSyntax) -> Bool {
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
