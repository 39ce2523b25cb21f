import SwiftSyntax

extension Rule {
  static let searchPerKeystroke = Rule(
    "search-per-keystroke",
    title: "Each keystroke starts a search",
    sureness: .certain,
    source: GuideLine("axiom-mapkit", line: 372),
    cost: Cost(
      "search-per-keystroke", naive: "search-per-keystroke", improved: "shared-completer",
      metric: "requests-throttled"),
    explanation: """
      The code that runs when the text changes starts an MKLocalSearch. The system refuses \
      requests beyond a limit for each minute, and answers arrive in any order: old rows replace \
      new ones.
      """,
    remedy: """
      Use one MKLocalSearchCompleter while the user types, and search when a completion is chosen \
      or the text is submitted.
      """,
    blindSpots: [
      "Code that names a timer, a delay, a debounce or a work item counts as one that waits.",
      "A search in a function of another file is seen only if its name is unique.",
      "Publishers of a text, and didSet of a property, are not followed.",
    ]
  ) { file, project in
    let searches = file.calls("MKLocalSearch")
    guard !searches.isEmpty else { return [] }
    let functions = project.reached(in: file, from: \.runsAtKeystroke).filter { !$0.waits }
    let closures = file.textChangeClosures()
    return searches.compactMap { search in
      if let reached = functions.first(where: { search.isInside($0.function) }),
        !search.isLate(in: reached.function)
      {
        return Match(search, "starts a search for each keystroke, in \(reached.place)")
      }
      let isInChange = closures.contains { closure in
        search.isInside(closure)
          || search.routine.map { routine in
            !routine.node.namesDelay
              && file.all(FunctionCallExprSyntax.self, in: closure).contains {
                $0.calledName == routine.name && $0.receiver.map { $0.code == "self" } ?? true
              }
          } ?? false
      }
      guard isInChange else { return nil }
      return Match(search, "starts a search for each keystroke, in onChange")
    }
  }
}

extension FunctionDeclSyntax {
  /// Whether it is a delegate's function for changes of a text.
  var runsAtKeystroke: Bool {
    switch name.text {
    case "searchBar": hasLabel("textDidChange") || hasLabel("shouldChangeTextIn")
    case "updateSearchResults", "textViewDidChange", "textFieldDidChangeSelection": true
    case "textField", "textView":
      hasLabel("shouldChangeCharactersIn") || hasLabel("shouldChangeTextIn")
    default: false
    }
  }
}

extension ReachedFunction {
  /// Whether code between the keystroke and the function waits for the next keystroke.
  fileprivate var waits: Bool {
    // A comparison with a line feed waits for the return key.
    root.namesDelay || function.namesDelay || root.code.contains(#""\n""#)
  }
}

extension SyntaxProtocol {
  /// Whether code names something that delays.
  var namesDelay: Bool {
    names.contains {
      let name = $0.lowercased()
      return ["debounce", "throttle", "timer", "workitem", "delay", "deadline", "sleep"].contains(
        where: name.contains)
    }
  }

  /// Whether a closure that runs later, such as a button's, starts the search.
  fileprivate func isLate(in function: FunctionDeclSyntax) -> Bool {
    isArgument(of: ["Button", "addAction", "UIAlertAction"])
  }
}

extension SourceFile {
  /// The closures of `onChange` for a text that a field or a search bar of the file is bound to,
  /// which do not wait.
  func textChangeClosures() -> [ClosureExprSyntax] {
    let texts = Set(
      (calls("searchable", "TextField", "SearchBar").compactMap { $0.argument("text") })
        .filter { $0.code.hasPrefix("$") }.map { String($0.code.dropFirst()) })
    return calls("onChange").filter { call in
      call.argument("of").map { texts.contains($0.code) } ?? false
    }.compactMap(\.trailingClosure).filter { !$0.namesDelay }
  }
}
