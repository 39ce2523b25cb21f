import SwiftSyntax

/// Code that runs at an event: a delegate's function or a closure, or a function that it calls,
/// itself or through others.
struct ReachedCode {
  /// The beginning of the calls, such as `updateUIView` or the closure of `onChange`.
  let root: Syntax
  let rootName: String
  private(set) var file: SourceFile
  private(set) var node: Syntax
  private(set) var name: String
  /// The conditions of all calls between both.
  private(set) var conditions: [PathCondition] = []

  /// A root: it runs at each event.
  init(_ root: some SyntaxProtocol, named name: String, in file: SourceFile) {
    (self.root, rootName, self.file, node, self.name) = (
      Syntax(root), name, file, Syntax(root), name
    )
  }

  /// A function that this code calls.
  fileprivate func callee(_ called: Project.Function, by call: FunctionCallExprSyntax) -> Self {
    var callee = self
    callee.conditions += call.conditions(in: node)
    (callee.file, callee.node) = (called.file, Syntax(called.node))
    callee.name = called.node.name.text
    return callee
  }

  var isTested: Bool { conditions.contains { $0.kind == .test } }

  /// Returns whether a node is a part of the code and runs at each event.
  func alwaysRuns(_ node: some SyntaxProtocol) -> Bool {
    !isTested && node.isInside(self.node) && !node.isTested(in: self.node)
  }

  /// The root, and the function if it is another one.
  var place: String { rootName == name ? name : "'\(name)', which \(rootName) calls" }
}

extension Project {
  /// The code of a file that roots run, at most three calls away, with the conditions of the path
  /// that has the smallest number of them.
  func reached(in file: SourceFile, from roots: [ReachedCode]) -> [ReachedCode] {
    var found: [SyntaxIdentifier: ReachedCode] = [:]
    var (level, depth) = (roots, 0)
    while !level.isEmpty {
      var calls: [ReachedCode] = []
      for code in level {
        // The first visit without a test replaces one with a test.
        if let known = found[code.node.id], !known.isTested || code.isTested { continue }
        found[code.node.id] = code
        guard depth < 3 else { continue }
        calls += code.file.all(FunctionCallExprSyntax.self, in: code.node).compactMap { call in
          function(of: call, in: code.file).map { code.callee($0, by: call) }
        }
      }
      (level, depth) = (calls, depth + 1)
    }
    return found.values.filter { $0.file.path == file.path }.sorted {
      $0.node.position < $1.node.position
    }
  }

  /// The functions of these names that events run.
  func roots(
    _ names: Set<String>, where isRoot: (FunctionDeclSyntax) -> Bool = { _ in true }
  ) -> [ReachedCode] {
    names.flatMap { functions[$0] ?? [] }.filter { isRoot($0.node) }
      .sorted { ($0.file.path, $0.node.position) < ($1.file.path, $1.node.position) }
      .map { ReachedCode($0.node, named: $0.node.name.text, in: $0.file) }
  }

  /// The code of a file that each update of a wrapped view runs.
  func updates(in file: SourceFile) -> [ReachedCode] {
    reached(
      in: file,
      from: roots([
        "updateUIView", "updateNSView", "updateUIViewController", "updateNSViewController",
      ]))
  }

  /// The function that a call calls, as far as names show: the function with the name in the
  /// receiver's type if the type is known, else in the file, else the only one of the project.
  func function(of call: FunctionCallExprSyntax, in file: SourceFile) -> Function? {
    let fitting = (call.calledName.flatMap { functions[$0] } ?? []).filter { call.fits($0.node) }
    guard fitting.count > 1 else { return fitting.first }
    let type =
      call.isOwn ? call.typeName : call.receiver?.lastName.flatMap { self.type(of: $0, at: call) }
    let ofType = fitting.filter { $0.node.typeName == type }
    if ofType.count == 1 { return ofType.first }
    let near = fitting.filter { $0.file.path == file.path }
    return call.isOwn || near.count == 1 ? near.first : nil
  }
}

extension FunctionCallExprSyntax {
  /// Indicates whether it has no receiver, or `self`.
  var isOwn: Bool {
    calledExpression.is(DeclReferenceExprSyntax.self) || receiver?.code == "self"
  }

  /// Returns whether the arguments' labels are among a function's parameters, in their order.
  func fits(_ function: FunctionDeclSyntax) -> Bool {
    var labels = function.signature.parameterClause.parameters.map(\.firstName.text)[...]
    for argument in arguments {
      let label = argument.label?.text ?? "_"
      guard let index = labels.firstIndex(of: label) else { return false }
      labels = labels[(index + 1)...]
    }
    return true
  }
}
