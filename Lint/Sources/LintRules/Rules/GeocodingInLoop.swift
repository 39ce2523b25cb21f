import SwiftSyntax

extension Rule {
  static let geocodingInLoop = Rule(
    "geocoding-in-loop",
    title: "A loop, or each row of a list, asks the geocoder",
    sureness: .likely,
    cost: Cost(
      scenario: "geocode-storm", naive: "geocode-per-row", improved: "geocode-single-flight-cached",
      metric: "requests-throttled"),
    explanation: """
      The system refuses geocoding requests beyond a limit per minute. A loop over addresses \
      reaches this limit at once, and a list reaches it while the user scrolls: the remaining \
      addresses get no place.
      """,
    remedy: """
      Ask for one address at a time, keep each answer, and store coordinates with the data if \
      possible.
      """,
    blindSpots: [
      "Code that names a cache, a delay or a limit counts as limiting its requests.",
      "The rule does not know how often a loop runs.",
    ]
  ) { file, project in
    let calls = file.geocodingCalls
    guard !calls.isEmpty else { return [] }
    return calls.compactMap { call in
      guard let routine = call.routine, !routine.node.holdsBack else { return nil }
      if call.isInLoop(in: routine.node) { return Match(call, "asks the geocoder in a loop") }
      if call.typeName.map({ project.isCell($0) }) ?? false
        || routine.node.as(FunctionDeclSyntax.self)?.makesRow ?? false
      {
        return Match(call, "asks the geocoder for each row of a list")
      }
      guard let function = routine.node.as(FunctionDeclSyntax.self), file.isCalledInLoop(function)
      else { return nil }
      return Match(call, "asks the geocoder in '\(routine.name)', which a loop calls")
    }
  }
}

extension SourceFile {
  var geocodingCalls: [FunctionCallExprSyntax] {
    calls(
      "geocodeAddressString", "geocodePostalAddress", "reverseGeocodeLocation",
      "MKReverseGeocodingRequest",
      "MKGeocodingRequest")
  }

  /// Returns whether a loop of the same type calls a function.
  fileprivate func isCalledInLoop(_ function: FunctionDeclSyntax) -> Bool {
    let type = function.typeName
    return calls(function.name.text).contains { call in
      guard call.typeName == type, call.fits(function),
        call.isOwn, let routine = call.routine, !routine.node.holdsBack
      else { return false }
      return call.isInLoop(in: routine.node)
    }
  }
}

extension Project {
  func isCell(_ type: String) -> Bool {
    self.type(type, is: "UITableViewCell") || self.type(type, is: "UICollectionViewCell")
  }
}

extension FunctionDeclSyntax {
  /// Indicates whether it makes the cell of a row.
  var makesRow: Bool { hasLabel("cellForRowAt") || hasLabel("cellForItemAt") }
}

extension SyntaxProtocol {
  fileprivate var holdsBack: Bool {
    namesDelay
      || names.contains { name in
        let name = name.lowercased()
        return name.contains("cache") || name.contains("limit")
      }
  }

  /// Returns whether a loop around a node repeats it. What a completion handler does is not of the
  /// loop around the request.
  func isInLoop(in body: some SyntaxProtocol) -> Bool {
    let loops: Set = ["forEach", "map", "compactMap", "flatMap", "enumerateObjects"]
    var child = Syntax(self)
    for parent in ancestors where child.id != body.id {
      if let loop = parent.as(ForStmtSyntax.self), child.id == loop.body.id { return true }
      if let loop = parent.as(WhileStmtSyntax.self), child.id == loop.body.id { return true }
      if let closure = parent.as(ClosureExprSyntax.self) {
        let name = closure.call?.calledName ?? ""
        let receiver = closure.call?.receiver?.lastName?.lowercased() ?? ""
        // `map` of an optional, and of a publisher, repeats nothing.
        if name == "forEach" { return true }
        if loops.contains(name) { return receiver.hasSuffix("s") || name == "enumerateObjects" }
        if !["Task", "addTask", "async", "run", "autoreleasepool", "sync"].contains(name) {
          return false
        }
      }
      child = parent
    }
    return false
  }
}
