import SwiftSyntax

extension Rule {
  static let regionSetInUpdate = Rule("region-set-in-update") { file, project in
    guard !file.hasStillMap else { return [] }
    let isWrittenBack = file.writesRegionBack
    let moves = project.code(at: .update, in: file).flatMap { code -> [Match] in
      project.sites([.movesMap], in: code.node).filter { code.alwaysRuns($0.node) }.compactMap {
        move in
        let conditions = move.node.conditions(in: code.node)
        let names = conditions.reduce(code.conditionNames) { $0.union($1.names) }
        // An optional that code sets to nil is a command, which is shown once.
        guard !project.clears(names) else { return nil }
        let message =
          "sets the region without a comparison or a flag, in \(code.place)"
          + (isWrittenBack ? "; the delegate writes it back" : "")
        let isUnconditional =
          names.isEmpty || move.name == "showAnnotations" || names.contains("isEmpty")
        let sureness: Sureness =
          switch (isUnconditional, isWrittenBack) {
          case _ where code.isOfMode(move.node): .note
          case (_, false) where project.showsFewPins(file): .note
          case (true, true): .certain
          case (false, false): .note
          default: .likely
          }
        return Match(move.node, message, sureness: sureness)
      }
    }
    let tracking = [Event.update, .appearance].flatMap { event in
      project.code(at: event, in: file).flatMap { code in
        file.assignments(in: code.node).filter {
          $0.target.lastName == "userTrackingMode" && code.alwaysRuns($0.node)
        }.map {
          Match(
            $0.node, "sets the tracking mode each time, in \(code.place)",
            sureness: event == .update ? nil : .note)
        }
      }
    }
    return moves + tracking + project.constants(in: file)
  }
}

extension Project {
  /// Returns whether a file shows a place or a few, which seldom change: no list and no binding.
  fileprivate func showsFewPins(_ file: SourceFile) -> Bool {
    let adds = sites([.addsPins], in: Syntax(file.tree))
    return !adds.isEmpty && adds.allSatisfy { $0.name == "addAnnotation" && !$0.node.isInLoop }
      && !file.all(AttributeSyntax.self).contains {
        ["Binding", "ObservedObject", "EnvironmentObject"].contains($0.attributeName.code)
      } && !file.identifiers.contains("showAnnotations")
  }

  /// The Maps of bodies whose region is made again each time, and that the user can move.
  fileprivate func constants(in file: SourceFile) -> [Match] {
    file.calls("Map").filter { map in
      let bound = map.argument("coordinateRegion") ?? map.argument("position")
      let isStill =
        map.argument("interactionModes") != nil
        || map.ancestors.prefix { !$0.is(MemberBlockSyntax.self) }.contains {
          ["disabled", "allowsHitTesting"].contains($0.as(FunctionCallExprSyntax.self)?.calledName)
        }
      return bound?.as(FunctionCallExprSyntax.self)?.calledName == "constant" && !isStill
    }.map { Match($0, "sets a constant region at each evaluation of the body", sureness: .note) }
  }

  /// Returns whether code sets a property with one of these names to nil, or a function with one of
  /// them does so with a property.
  fileprivate func clears(_ names: Set<String>) -> Bool {
    if !names.isDisjoint(with: clearedNames) { return true }
    return names.contains { name in
      (routines.functions[name] ?? []).contains { routine in
        routine.file.assignments(in: routine.node).contains {
          $0.value.first?.is(NilLiteralExprSyntax.self) ?? false
        }
      }
    }
  }
}

extension SourceFile {
  /// Indicates whether a map of the file cannot be moved by the user.
  fileprivate var hasStillMap: Bool {
    assignments(in: tree).contains {
      ["isScrollEnabled", "isUserInteractionEnabled"].contains($0.target.lastName ?? "")
        && $0.value.first?.code == "false"
    }
  }

  /// Indicates whether a delegate's function writes the region of the map into state.
  fileprivate var writesRegionBack: Bool {
    let names = ["regionDidChangeAnimated", "regionWillChangeAnimated"]
    return all(FunctionDeclSyntax.self).filter { function in
      function.name.text == "mapViewDidChangeVisibleRegion"
        || function.name.text == "mapView" && names.contains(where: function.hasLabel)
    }.contains { function in
      assignments(in: function).contains {
        ["region", "visibleMapRect", "centerCoordinate"].contains($0.value.last?.lastName ?? "")
          && $0.target.code != "_"
      }
    }
  }
}
