import SwiftSyntax

extension Rule {
  static let annotationsMadeInBody = Rule(
    "annotations-made-in-body",
    title: "The pins of a map are made again at each view update",
    sureness: .likely,
    source: GuideLine(document: "axiom-mapkit", line: 37),
    cost: Cost(
      scenario: "annotations-in-body", naive: "fresh-ids-in-body", improved: "map-in-own-view",
      metric: "views-created",
      effect: "the map makes {} views"),
    explanation: """
      If the identifiers are new, SwiftUI replaces all annotations; a wrapped MKMapView gets the \
      same pins again.
      """,
    remedy: """
      Make the pins where the data changes, keep them in state or in a model, and give them stable \
      identifiers. In `updateUIView`, add only what is not on the map yet.
      """,
    blindSpots: [
      "Pins that another function makes are not seen.",
      "An array with a single pin gets no finding: it costs nearly nothing.",
    ]
  ) { file, project in
    bodies(file, project) + updates(file, project)
  }

  /// Pins with a stored fresh identifier that the content of a Map makes.
  private static func bodies(_ file: SourceFile, _ project: Project) -> [Match] {
    let lists =
      file.calls("Map").compactMap { call in call.argument("annotationItems") }
      + file.calls("ForEach").filter { $0.isArgument(of: ["Map"]) }.compactMap { $0.argument(nil) }
    return lists.flatMap { list -> [Match] in
      let source = file.computedProperty(list) ?? Syntax(list)
      return file.all(FunctionCallExprSyntax.self, in: source).filter { call in
        call.isArgument(of: ["map", "compactMap", "flatMap"])
          && call.calledName.map(project.makesFreshID) ?? false
      }.prefix(1).map {
        Match(
          $0, "makes '\($0.calledName ?? "")' with a new identifier at each evaluation of the body")
      }
    }
  }

  /// Annotations that `updateUIView` makes and adds, and never removes.
  private static func updates(_ file: SourceFile, _ project: Project) -> [Match] {
    let adds = file.calls("addAnnotation", "addAnnotations")
    guard !adds.isEmpty else { return [] }
    let reached = project.updates(in: file)
    let called = reached.flatMap {
      file.all(FunctionCallExprSyntax.self, in: $0.node).compactMap(\.calledName)
    }
    guard
      Set(called).isDisjoint(
        with: ["removeAnnotation", "removeAnnotations", "removeAllAnnotations"])
    else { return [] }
    return reached.flatMap { reached in
      adds.filter { add in
        reached.alwaysRuns(add)
          && add.arguments.first.map { project.isMadeHere($0.expression, in: file) } ?? false
      }.map {
        Match($0, "makes annotations and adds them again at each update, in \(reached.place)")
      }
    }
  }
}

extension SourceFile {
  /// The getter of a computed property that an expression names.
  fileprivate func computedProperty(_ expression: ExprSyntax) -> Syntax? {
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
    let type = expression.typeName
    return all(PatternBindingSyntax.self).first {
      $0.pattern.code == name && $0.isComputed && $0.typeName == type
    }.map { Syntax($0) }
  }
}

extension Project {
  /// Returns whether a type of the project stores an identifier that is new for each value.
  fileprivate func makesFreshID(_ name: String) -> Bool {
    ["UUID()", "NSUUID()"].contains(types[name]?.property("id")?.value)
  }

  /// Returns whether an argument is an annotation that the same function makes.
  fileprivate func isMadeHere(_ expression: ExprSyntax, in file: SourceFile) -> Bool {
    let type =
      expression.as(FunctionCallExprSyntax.self)?.calledName
      ?? expression.lastName.flatMap { self.type(of: $0, at: expression) }
    guard let name = expression.lastName ?? type,
      let function = expression.enclosing(FunctionDeclSyntax.self)
    else { return false }
    let isLocal =
      expression.is(FunctionCallExprSyntax.self)
      || file.all(PatternBindingSyntax.self, in: function).contains {
        $0.pattern.code == name && ($0.initializer?.value.is(FunctionCallExprSyntax.self) ?? false)
      }
    return isLocal
      && type.map { $0.hasSuffix("Annotation") || self.type($0, is: "MKPointAnnotation") } ?? false
  }
}
