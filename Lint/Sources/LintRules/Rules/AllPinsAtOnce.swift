import SwiftSyntax

extension Rule {
  static let allPinsAtOnce = Rule("all-pins-at-once") { file, project in
    guard !project.hasClusters else { return [] }
    let markers = file.calls("ForEach").filter { $0.isArgument(of: ["Map"]) }
    return (file.calls("addAnnotations", "showAnnotations") + markers).compactMap { call in
      guard let argument = call.arguments.first?.expression,
        let count = file.count(of: argument), count >= 1_000
      else { return nil }
      return Match(call, "adds \(count) pins at once")
    }
  }
}

extension SourceFile {
  /// The number of elements of an expression, if the code has it: in the range that it is made of,
  /// or in a loop that appends to it.
  fileprivate func count(of expression: ExprSyntax) -> Int? {
    if let array = expression.as(ArrayExprSyntax.self) { return array.elements.count }
    guard let name = expression.lastName, let body = expression.enclosing(CodeBlockSyntax.self)
    else { return rangeCount(Syntax(expression)) }
    let values = all(PatternBindingSyntax.self, in: body).filter { $0.pattern.code == name }
      .compactMap { $0.initializer.map { Syntax($0) } }
    let loops = all(ForStmtSyntax.self, in: body).filter { loop in
      all(FunctionCallExprSyntax.self, in: loop).contains {
        $0.calledName == "append" && $0.receiver?.code == name
      }
    }
    return (values + loops.map { Syntax($0.sequence) }).compactMap(rangeCount).max()
  }

  /// The number of elements of the first range in a node, such as `0..<10_000`.
  private func rangeCount(_ node: Syntax) -> Int? {
    for sequence in all(SequenceExprSyntax.self, in: node) {
      let parts = Array(sequence.elements)
      guard parts.count == 3, let sign = parts[1].as(BinaryOperatorExprSyntax.self)?.operator.text,
        let low = parts[0].integer, let high = parts[2].integer, low <= high
      else { continue }
      if sign == "..<" { return high - low }
      if sign == "..." { return high - low + 1 }
    }
    return nil
  }
}

extension ExprSyntax {
  fileprivate var integer: Int? {
    self.as(IntegerLiteralExprSyntax.self).flatMap { Int($0.literal.text.filter { $0 != "_" }) }
  }
}
