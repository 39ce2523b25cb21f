import SwiftSyntax

extension Rule {
  static let allPinsAtOnce = Rule("all-pins-at-once") { file, project in
    guard !project.hasClusters else { return [] }
    let markers = file.calls("ForEach").filter { $0.isArgument(of: ["Map"]) }
    return (file.calls("addAnnotations", "showAnnotations") + markers).compactMap { call in
      guard let argument = call.arguments.first?.expression,
        let count = argument.literalCount ?? file.rangeCount(Syntax(project.resolved(argument))),
        count >= 1_000
      else { return nil }
      return Match(call, "adds \(count) pins at once")
    }
  }
}

extension SourceFile {
  /// The number of elements of the first range in a node, such as `0..<10_000`.
  fileprivate func rangeCount(_ node: Syntax) -> Int? {
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
