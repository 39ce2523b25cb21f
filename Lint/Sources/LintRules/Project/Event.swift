import SwiftSyntax

/// Something that runs code again and again: a column of the matrix of events and effects.
enum Event: Sendable, CaseIterable {
  /// A wrapped view is updated: `updateUIView`.
  case update
  /// The user's location arrives.
  case fix
  /// The map's region has changed.
  case regionChange
  /// The map moves: each frame of it.
  case frame
  /// The map asks for a view or a renderer.
  case viewFor, rendererFor
  /// SwiftUI evaluates a body.
  case body
  /// SwiftUI makes the value of a view again.
  case viewInit
  /// The screen appears.
  case appearance
  case keystroke
  /// A row of a list appears.
  case row
  case loop
  /// A timer fires, or a loop that sleeps continues.
  case tick
  /// A long press begins, moves or ends: its handler runs for each.
  case longPress
  /// A database reports all that it has once more.
  case snapshot

  /// The code that the event begins with.
  func roots(in project: Project) -> [ReachedCode] {
    project.files.filter { !$0.isTest }.flatMap { file -> [ReachedCode] in
      let functions = file.all(FunctionDeclSyntax.self).filter { isRoot($0, project) }.map {
        ReachedCode($0, named: name(of: $0), in: file)
      }
      return functions + closures(in: file, project)
    }
  }

  private func name(of function: FunctionDeclSyntax) -> String {
    let labels = function.signature.parameterClause.parameters.map(\.firstName.text)
    return ["mapView", "locationManager", "tableView", "collectionView", "searchBar", "textField"]
      .contains(function.name.text)
      ? labels.dropFirst().first ?? function.name.text : function.name.text
  }

  private func isRoot(_ function: FunctionDeclSyntax, _ project: Project) -> Bool {
    let name = function.name.text
    func hasLabel(_ labels: String...) -> Bool { labels.contains(where: function.hasLabel) }
    switch self {
    case .update:
      return [
        "updateUIView", "updateNSView", "updateUIViewController", "updateNSViewController",
      ].contains(name)
    case .fix: return function.runsAtFix && !project.neverStarts(function)
    case .regionChange:
      return name == "mapView" && hasLabel("regionDidChangeAnimated", "regionWillChangeAnimated")
    case .frame: return name == "mapViewDidChangeVisibleRegion"
    case .viewFor: return name == "mapView" && hasLabel("viewFor", "viewForAnnotation")
    case .rendererFor: return name == "mapView" && hasLabel("rendererFor", "rendererForOverlay")
    case .appearance: return ["viewWillAppear", "viewDidAppear"].contains(name)
    case .keystroke:
      return hasLabel("textDidChange", "shouldChangeTextIn", "shouldChangeCharactersIn")
        || ["textFieldDidChangeSelection", "textViewDidChange"].contains(name)
        || name == "updateSearchResults" && hasLabel("for")
        || project.state.editingSelectors.contains(name)
    case .row:
      return hasLabel("cellForRowAt", "cellForItemAt", "cellForRowAtIndexPath")
        || project.enclosingType(of: function).map(project.isCell) ?? false
    case .tick: return project.state.timerSelectors.contains(name)
    case .longPress:
      return function.signature.parameterClause.parameters.contains {
        $0.type.code == "UILongPressGestureRecognizer"
      } && function.names.isDisjoint(with: ["began", "ended", "state"])
    case .body, .viewInit, .loop, .snapshot: return false
    }
  }

  private func closures(in file: SourceFile, _ project: Project) -> [ReachedCode] {
    func handlers(
      _ names: Set<String>, where fits: (FunctionCallExprSyntax) -> Bool
    ) -> [ReachedCode] {
      file.calls(names).filter(fits).compactMap { call in
        call.handler.map { ReachedCode($0, named: call.calledName ?? "", in: file) }
      }
    }
    /// The code that a change of a property with one of these names runs.
    func watchers(_ names: Set<String>) -> [ReachedCode] {
      guard !names.isEmpty else { return [] }
      let closures = file.calls(["onChange", "onReceive", "sink"]).compactMap {
        call -> ReachedCode? in
        let watched =
          call.calledName == "sink"
          ? call.receiver : call.argument("of") ?? call.arguments.first?.expression
        guard let watched, !watched.watchedNames.isDisjoint(with: names),
          !watched.names.contains("first"), let handler = call.handler
        else { return nil }
        var code = ReachedCode(handler, named: call.calledName ?? "", in: file)
        code.waits = code.waits || watched.namesDelay
        return code
      }
      return closures
        + project.routines.observers.values.joined().filter {
          $0.file.path == file.path && names.contains($0.name)
        }.sorted { $0.node.position < $1.node.position }
        .map { ReachedCode($0.node, named: "didSet of '\($0.name)'", in: file) }
    }
    switch self {
    case .fix:
      return file.all(ForStmtSyntax.self).filter { $0.sequence.names.contains("liveUpdates") }
        .map { ReachedCode($0.body, named: "liveUpdates", in: file) }
        + watchers(project.state.locations)
    case .regionChange:
      return handlers(["onMapCameraChange"]) { $0.argument("frequency")?.code != ".continuous" }
    case .frame:
      return handlers(["onMapCameraChange"]) { $0.argument("frequency")?.code == ".continuous" }
        + watchers(project.state.regions)
    case .body:
      return file.all(PatternBindingSyntax.self).filter {
        $0.pattern.code == "body" && $0.isComputed && $0.typeAnnotation?.type.code == "some View"
      }.compactMap(\.accessorBlock).map { ReachedCode($0, named: "body", in: file) }
    case .viewInit:
      return file.all(StructDeclSyntax.self).filter(\.isView).flatMap { view in
        view.memberBlock.members.flatMap { member -> [ReachedCode] in
          if let initializer = member.decl.as(InitializerDeclSyntax.self) {
            return [ReachedCode(initializer, named: "init", in: file)]
          }
          guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isMadeEachTime
          else { return [] }
          return variable.bindings.compactMap(\.initializer).map {
            ReachedCode($0, named: "init", in: file)
          }
        }
      }
    case .appearance: return handlers(["onAppear", "task"]) { $0.receiver != nil }
    case .keystroke: return watchers(project.state.texts)
    case .row:
      return handlers(["onAppear", "task"]) { call in
        call.receiver != nil && (call.isRow || project.state.rowViews.contains(call.typePath))
      }
    case .loop:
      return file.loops(in: project).map { ReachedCode($0, named: "a loop", in: file) }
    case .tick:
      return handlers(["scheduledTimer", "onReceive", "sink"]) { call in
        call.calledName == "scheduledTimer"
          || (call.argument(nil) ?? call.receiver)?.names.contains {
            $0.lowercased().contains("timer")
          } ?? false
      }
        + file.all(WhileStmtSyntax.self).filter { $0.body.names.contains("sleep") }.map {
          ReachedCode($0.body, named: "a loop that sleeps", in: file)
        }
    case .snapshot: return handlers(["addSnapshotListener", "observe"]) { _ in true }
    case .update, .viewFor, .rendererFor, .longPress: return []
    }
  }
}

/// The names of properties and functions that stand for an event in a project.
struct WatchedState: Sendable {
  /// The properties that a location fix sets.
  private(set) var locations: Set<String> = []
  /// The properties that a Map changes at each frame: `region` of `Map(coordinateRegion: $region)`.
  private(set) var regions: Set<String> = []
  /// The properties that a text field is bound to.
  private(set) var texts: Set<String> = []
  /// The views that are a row of a list.
  private(set) var rowViews: Set<String> = []
  /// The functions that a timer or a text field calls by their selector.
  private(set) var timerSelectors: Set<String> = []
  private(set) var editingSelectors: Set<String> = []

  init(_ files: [SourceFile], _ types: TypeTable) {
    for file in files {
      for function in file.all(FunctionDeclSyntax.self)
      where function.runsAtFix && !function.names.contains("stopUpdatingLocation") {
        locations.formUnion(file.assignments(in: function).compactMap(\.target.lastName))
      }
      let fields = file.calls([
        "TextField", "searchable", "SearchBar", "SearchField", "SearchBarView",
      ])
      texts.formUnion(fields.compactMap { $0.argument("text")?.boundName })
      regions.formUnion(
        file.calls(["Map"]).compactMap { $0.argument("coordinateRegion")?.boundName })
      for call in file.all(FunctionCallExprSyntax.self) {
        if call.calledName?.first?.isUppercase ?? false, call.isRow {
          rowViews.insert(call.calledExpression.code)
        }
        let selector =
          call.argument("selector") ?? call.argument("action")
          ?? (call.calledName == "addTarget" ? call.arguments.dropFirst().first?.expression : nil)
        guard
          let name = selector?.as(MacroExpansionExprSyntax.self)?.arguments.first?.expression
            .calledOrLastName
        else { continue }
        if call.calledName == "scheduledTimer" { timerSelectors.insert(name) }
        if call.arguments.contains(where: { $0.expression.code.contains("editingChanged") }) {
          editingSelectors.insert(name)
        }
      }
    }
  }
}

extension ExprSyntax {
  /// The names of a value that is watched, those of publishers without their `$`.
  fileprivate var watchedNames: Set<String> { Set(names.map { String($0.drop { $0 == "$" }) }) }

  /// The last name of a binding: `region` of `$model.region`.
  fileprivate var boundName: String? {
    guard code.hasPrefix("$") else { return nil }
    return lastName.map { String($0.drop { $0 == "$" }) }
  }

  fileprivate var calledOrLastName: String? {
    self.as(FunctionCallExprSyntax.self)?.calledName ?? lastName
  }
}

extension FunctionDeclSyntax {
  /// Indicates whether it is a delegate's function for a new location.
  var runsAtFix: Bool {
    hasLabel("didUpdateLocations") || hasLabel("didUpdateToLocation")
      || signature.parameterClause.parameters.contains {
        $0.firstName.text == "didUpdate" && $0.type.code == "MKUserLocation"
      }
  }
}

extension FunctionCallExprSyntax {
  /// The closure that a modifier or a timer runs: the trailing one, or the last argument.
  var handler: ClosureExprSyntax? {
    trailingClosure ?? arguments.last?.expression.as(ClosureExprSyntax.self)
  }
}

extension StructDeclSyntax {
  /// Indicates whether SwiftUI makes its values: a view, or a wrapped one.
  var isView: Bool {
    inheritanceClause?.inheritedTypes.contains {
      ["View", "UIViewRepresentable", "UIViewControllerRepresentable", "NSViewRepresentable"]
        .contains($0.type.code)
    } ?? false
  }
}

extension VariableDeclSyntax {
  /// Indicates whether each value of its type makes the initial value again; SwiftUI keeps state.
  var isMadeEachTime: Bool {
    let attributes = DeclaredProperty.all(in: self).first?.attributes ?? []
    return attributes.isDisjoint(with: [
      "static", "lazy", "StateObject", "GestureState", "FocusState", "AppStorage",
      "SceneStorage", "Namespace", "ScaledMetric", "Query", "FetchRequest", "Environment",
      "EnvironmentObject",
    ])
  }
}

extension SourceFile {
  /// The bodies of loops, and the closures that methods of lists repeat. An optional, a publisher
  /// and a literal of at most four elements repeat nothing.
  func loops(in project: Project) -> [Syntax] {
    let bodies =
      all(ForStmtSyntax.self)
      .filter { (project.resolved($0.sequence).literalCount ?? 9) > 4 }.map { Syntax($0.body) }
      + all(WhileStmtSyntax.self).map { Syntax($0.body) }
      + all(RepeatStmtSyntax.self).map { Syntax($0.body) }
    let methods: Set = ["forEach", "map", "compactMap", "flatMap", "enumerateObjects"]
    let closures = calls(methods).filter { call in
      if let count = call.receiver.flatMap({ project.resolved($0).literalCount }) {
        return count > 4
      }
      if let type = project.type(of: call.receiver) { return type.isList }
      let name = call.receiver?.lastName?.lowercased() ?? ""
      return ["forEach", "enumerateObjects"].contains(call.calledName) || name.hasSuffix("s")
    }.compactMap(\.handler).map { Syntax($0) }
    return bodies + closures
  }
}

extension ExprSyntax {
  /// The number of elements of an array literal.
  var literalCount: Int? { self.as(ArrayExprSyntax.self)?.elements.count }
}
