import SwiftSyntax

extension Rule {
  static let searchPerKeystroke = Rule(
    "search-per-keystroke",
    title: "Each keystroke starts a search",
    sureness: .certain,
    source: GuideLine(document: "axiom-mapkit", line: 372),
    cost: Cost(
      scenario: "search-per-keystroke", naive: "search-per-keystroke", improved: "shared-completer",
      metric: "requests-throttled"),
    explanation: """
      The system refuses requests beyond a limit per minute, and answers arrive in any order: old \
      rows replace new ones.
      """,
    remedy: """
      Use one MKLocalSearchCompleter while the user types, and search when a completion is chosen \
      or the text is submitted.
      """,
    blindSpots: [
      "Code that names a timer, a delay, a debounce or a work item counts as waiting.",
      "A search in another file's function is seen only if the function's name is unique.",
      "A text's publisher and a property's didSet are not followed.",
    ]
  ) { file, project in
    let searches = file.calls("MKLocalSearch")
    guard !searches.isEmpty else { return [] }
    let roots =
      project.roots(
        [
          "searchBar", "updateSearchResults", "textField", "textFieldDidChangeSelection",
          "textView", "textViewDidChange",
        ], where: \.runsAtKeystroke)
      + file.textChangeClosures().map { ReachedCode($0, named: "onChange", in: file) }
    let reached = project.reached(in: file, from: roots).filter { !$0.waits }
    return searches.filter(\.isAtOnce).compactMap { search in
      reached.first { search.isInside($0.node) }.map {
        Match(search, "starts a search for each keystroke, in \($0.place)")
      }
    }
  }
}

extension FunctionDeclSyntax {
  /// Indicates whether it is a delegate's function for changes of a text.
  var runsAtKeystroke: Bool {
    let labels = ["textDidChange", "shouldChangeTextIn", "shouldChangeCharactersIn"]
    return !["searchBar", "textField", "textView"].contains(name.text)
      || labels.contains(where: hasLabel)
  }
}

extension ReachedCode {
  /// Indicates whether code between the keystroke and the function waits for the next keystroke.
  fileprivate var waits: Bool {
    // A comparison with a line feed waits for the return key.
    root.namesDelay || node.namesDelay || root.code.contains(#""\n""#)
  }
}

extension SyntaxProtocol {
  /// Indicates whether code names something that delays.
  var namesDelay: Bool {
    names.contains {
      let name = $0.lowercased()
      return ["debounce", "throttle", "timer", "workitem", "delay", "deadline", "sleep"].contains(
        where: name.contains)
    }
  }

  /// Indicates whether no closure that runs later, such as a button's, is around it.
  fileprivate var isAtOnce: Bool { !isArgument(of: ["Button", "addAction", "UIAlertAction"]) }
}

extension SourceFile {
  /// The closures of `onChange` for a text that a field or a search bar of the file is bound to.
  func textChangeClosures() -> [ClosureExprSyntax] {
    let texts = Set(
      (calls("searchable", "TextField", "SearchBar").compactMap { $0.argument("text") })
        .filter { $0.code.hasPrefix("$") }.map { String($0.code.dropFirst()) })
    return calls("onChange").filter { call in
      call.argument("of").map { texts.contains($0.code) } ?? false
    }.compactMap(\.trailingClosure)
  }
}
