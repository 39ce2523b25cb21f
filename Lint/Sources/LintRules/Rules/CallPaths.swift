import SwiftSyntax

/// A function that another one calls, itself or through others.
struct ReachedFunction {
  /// Where the calls begin, such as `updateUIView`.
  var root: FunctionDeclSyntax
  var function: FunctionDeclSyntax
  /// The conditions of all calls between both.
  var conditions: [PathCondition]

  var isTested: Bool { conditions.contains { $0.kind == .test } }
}

extension Project {
  /// The functions of a file that are roots, or that roots of any file call through at most three
  /// calls, each with the conditions of the path that has the fewest tests.
  ///
  /// A call belongs to the function of the name in the receiver's type, where that is known, else
  /// in the file, else to the only one of the project.
  func reached(
    in file: SourceFile, from isRoot: (FunctionDeclSyntax) -> Bool
  ) -> [ReachedFunction] {
    let index = FunctionIndex(files)
    var found: [SyntaxIdentifier: ReachedFunction] = [:]
    var queue: [(file: SourceFile, reached: ReachedFunction, depth: Int)] = []
    for file in files {
      for root in file.all(FunctionDeclSyntax.self) where root.body != nil && isRoot(root) {
        queue.append((file, ReachedFunction(root: root, function: root, conditions: []), 0))
      }
    }
    var next = 0
    while next < queue.count {
      let (from, reached, depth) = queue[next]
      next += 1
      // The first visit of a function without a test replaces one with a test.
      if let known = found[reached.function.id], !known.isTested || reached.isTested { continue }
      found[reached.function.id] = reached
      guard depth < 3, let body = reached.function.body else { continue }
      for call in from.all(FunctionCallExprSyntax.self, in: body) {
        guard let (file, function) = index.declaration(of: call, in: from, of: self) else {
          continue
        }
        let conditions = reached.conditions + call.conditions(in: reached.function)
        let callee = ReachedFunction(
          root: reached.root, function: function, conditions: conditions)
        queue.append((file, callee, depth + 1))
      }
    }
    return file.all(FunctionDeclSyntax.self).compactMap { found[$0.id] }
  }
}

/// The functions of files by name.
struct FunctionIndex {
  private var functions: [String: [(file: SourceFile, function: FunctionDeclSyntax)]] = [:]

  init(_ files: [SourceFile]) {
    for file in files {
      for function in file.all(FunctionDeclSyntax.self) where function.body != nil {
        functions[function.name.text, default: []].append((file, function))
      }
    }
  }

  /// The function that a call calls, as far as names tell.
  func declaration(
    of call: FunctionCallExprSyntax, in file: SourceFile, of project: Project
  ) -> (file: SourceFile, function: FunctionDeclSyntax)? {
    guard let name = call.calledName, let all = functions[name] else { return nil }
    let fitting = all.filter { call.fits($0.function) }
    guard fitting.count > 1 else { return fitting.first }
    let isOwn =
      !call.calledExpression.is(MemberAccessExprSyntax.self) || call.receiver?.code == "self"
    let type =
      isOwn ? call.typeName : call.receiver?.lastName.flatMap { project.type(of: $0, at: call) }
    let ofType = fitting.filter { $0.function.typeName == type }
    if ofType.count == 1 { return ofType.first }
    let near = fitting.filter { $0.file.path == file.path }
    return isOwn || near.count == 1 ? near.first : nil
  }
}

extension FunctionCallExprSyntax {
  /// Whether the arguments' labels are among a function's parameters, in their order.
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
