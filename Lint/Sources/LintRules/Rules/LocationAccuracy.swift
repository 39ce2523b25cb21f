import SwiftSyntax

extension Rule {
  static let locationAccuracy = Rule("location-accuracy") { file, project in
    var judged: Set<String> = []
    return file.calls("startUpdatingLocation", "requestLocation").compactMap { start -> Match? in
      guard project.callees(of: start).isEmpty, !project.isLocal(start.receiver),
        let type = project.managerOwner(of: start), judged.insert(type.name).inserted
      else {
        return nil
      }
      let code = project.code(of: type)
      let assignments = code.flatMap { $0.file.assignments(in: $0.node) }
      let accuracies = assignments.filter { $0.target.lastName == "desiredAccuracy" }
      let isFiltered = assignments.contains {
        $0.target.lastName == "distanceFilter" && $0.value.last?.code != "kCLDistanceFilterNone"
      }
      let isBest = accuracies.allSatisfy { $0.value.last?.code.contains("Best") ?? true }
      let names = code.reduce(into: Set<String>()) { $0.formUnion($1.node.names) }
      let isOnce = !names.contains("startUpdatingLocation") && start.calledName == "requestLocation"
      guard !isOnce || isBest && !accuracies.isEmpty else { return nil }
      let isStopped = code.contains { file, node in
        file.calls("stopUpdatingLocation").contains { $0.isInside(node) && !project.isUnused($0) }
      }
      let isWide = isBest && !isFiltered
      guard isWide || !isStopped && !isOnce else { return nil }
      let words: Set = [
        "activity", "background", "heading", "navigation", "record", "recording", "run", "speed",
        "track", "tracking", "workout",
      ]
      let isTrack = names.contains { !words.isDisjoint(with: $0.camelCaseWords) }
      let isDelegate = code.contains {
        !$0.file.functions("locationManager", label: "didUpdateLocations").isEmpty
      }
      let accuracy = accuracies.first { project.file(of: $0.node)?.path == file.path }
      let message =
        isOnce
        ? "waits for the best accuracy for one location"
        : isWide
          ? "asks for the best accuracy without a distance" + (isStopped ? "" : ", and never stops")
          : "never stops to ask for the location"
      return Match(
        isWide ? accuracy.map { Syntax($0.node) } ?? Syntax(start) : Syntax(start), message,
        sureness: isTrack || isStopped || isOnce || !isWide
          || !isDelegate && project.mentions("stopUpdatingLocation") ? .note : .likely,
        edits: isWide
          ? accuracy?.value.last.map {
            [Edit(replacing: $0, with: "kCLLocationAccuracyHundredMeters")]
          } ?? [] : [], isSuggestion: true)
    }
  }
}

extension Project {
  /// Returns whether an expression is a variable of a function.
  fileprivate func isLocal(_ expression: ExprSyntax?) -> Bool {
    guard let expression, let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      case .variable(_, let value?)? = declaration(of: name, at: expression)
    else { return false }
    return value.as(FunctionCallExprSyntax.self)?.calledName == "CLLocationManager"
  }

  /// The type that has the location manager of a call; `nil` if it starts its manager itself, too.
  fileprivate func managerOwner(of start: FunctionCallExprSyntax) -> DeclaredType? {
    guard let base = start.receiver?.as(MemberAccessExprSyntax.self)?.base, base.code != "self",
      let owner = type(of: base)?.declared
    else { return enclosingType(of: start) }
    return code(of: owner).contains { $0.node.names.contains("startUpdatingLocation") }
      && !code(of: owner).contains { start.isInside($0.node) } ? nil : owner
  }

  /// The declarations and extensions of a type.
  func code(of type: DeclaredType) -> [(file: SourceFile, node: Syntax)] {
    declarations[type.name] ?? []
  }

  /// The declarations and extensions in a file of types that fit.
  func declarations(in file: SourceFile, where fits: (DeclaredType) -> Bool) -> [Syntax] {
    (file.all(ClassDeclSyntax.self).map { Syntax($0) }
      + file.all(ExtensionDeclSyntax.self).map { Syntax($0) })
      .filter { node in
        node.asProtocol((any DeclGroupSyntax).self).flatMap {
          enclosingType(of: $0.memberBlock.members)
        }.map(fits) ?? false
      }.sorted { $0.position < $1.position }
  }
}
