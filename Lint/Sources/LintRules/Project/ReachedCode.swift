import SwiftSyntax

/// Code that runs at an event: a delegate's function or a closure, or a routine that it runs,
/// itself or through others.
struct ReachedCode: Sendable {
  /// The beginning of the calls, such as `updateUIView` or the closure of `onChange`.
  let root: Syntax
  let rootName: String
  private(set) var file: SourceFile
  private(set) var node: Syntax
  private(set) var name: String
  /// Indicates whether a test decides whether it runs, and the names of the conditions.
  private(set) var isTested = false
  /// Indicates whether it runs only in a mode of the app.
  private(set) var isOfMode = false
  private(set) var conditionNames: Set<String> = []
  /// Indicates whether code between the event and this code waits for the next event.
  var waits = false
  /// The nodes that lead here, from the root: each is the place of a call.
  private(set) var calls: [Syntax] = []

  /// A root: it runs at each event.
  init(_ root: some SyntaxProtocol, named name: String, in file: SourceFile) {
    (self.root, rootName, self.file, node, self.name) = (
      Syntax(root), name, file, Syntax(root), name
    )
    waits = root.namesDelay
  }

  /// A routine that this code runs.
  fileprivate func callee(_ called: Routine, by call: some SyntaxProtocol) -> Self {
    var callee = self
    let conditions = call.conditions(in: node)
    callee.isTested = isTested || conditions.contains { $0.kind == .test }
    callee.isOfMode = isOfMode || conditions.contains { $0.kind == .mode }
    callee.conditionNames.formUnion(conditions.flatMap(\.names))
    (callee.file, callee.node, callee.name) = (called.file, called.node, called.name)
    callee.waits = waits || called.node.namesDelay
    callee.calls.append(Syntax(call))
    return callee
  }

  /// Returns whether a node is a part of the code and runs at each event.
  func alwaysRuns(_ node: some SyntaxProtocol) -> Bool {
    !isTested && node.isInside(self.node) && !node.isTested(in: self.node)
  }

  /// Returns whether a node runs at each event only in a mode of the app.
  func isOfMode(_ node: some SyntaxProtocol) -> Bool {
    isOfMode || node.conditions(in: self.node).contains { $0.kind == .mode }
  }

  /// The root, and the function if it is another one.
  var place: String { rootName == name ? name : "'\(name)', which \(rootName) runs" }
}

extension Project {
  /// The code that roots run, at most four calls away. Of several ways to it, the first without a
  /// test counts.
  func reached(from roots: [ReachedCode]) -> [ReachedCode] {
    var found: [SyntaxIdentifier: ReachedCode] = [:]
    var order: [SyntaxIdentifier] = []
    var (level, depth) = (roots, 0)
    while !level.isEmpty {
      var next: [ReachedCode] = []
      for code in level {
        if let known = found[code.node.id] {
          // The first visit without a test replaces one with a test.
          guard known.isTested && !code.isTested else { continue }
        } else {
          order.append(code.node.id)
        }
        found[code.node.id] = code
        guard depth < 4 else { continue }
        next += runs(code)
      }
      (level, depth) = (next, depth + 1)
    }
    return order.compactMap { found[$0] }
  }

  /// The routines that code runs itself: functions, getters, observers of what it assigns.
  private func runs(_ code: ReachedCode) -> [ReachedCode] {
    var next: [ReachedCode] = []
    func add(_ routines: [Routine], _ place: some SyntaxProtocol) {
      for routine in routines where routine.node.id != code.node.id {
        if place.isInAction(in: code.node) { return }
        next.append(code.callee(routine, by: place))
      }
    }
    for call in code.file.all(FunctionCallExprSyntax.self, in: code.node) {
      add(callees(of: call), call)
    }
    if !routines.getters.isEmpty {
      for name in code.file.all(DeclReferenceExprSyntax.self, in: code.node)
      where routines.getters[name.baseName.text] != nil {
        if let member = name.parent?.as(MemberAccessExprSyntax.self), member.declName.id == name.id
        {
          add(getters(readBy: member), member)
        } else {
          add(getters(readBy: name), name)
        }
      }
    }
    for assignment in code.file.assignments(in: code.node) {
      add(observers(of: assignment.target), assignment.node)
    }
    return next
  }
}
