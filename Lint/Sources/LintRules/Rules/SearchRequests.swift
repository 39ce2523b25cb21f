import SwiftSyntax

/// A request of MKLocalSearch by text, and what the code sets of it.
struct SearchRequest {
  var call: FunctionCallExprSyntax
  /// The properties that are set, such as `region`.
  var properties: Set<String>
  /// Indicates whether it asks for addresses only.
  var isOfAddresses: Bool
}

extension SourceFile {
  /// The requests that the file makes from text. It leaves out a request that goes to another
  /// function, which may set more, and a request from a completion, which has all that it needs.
  func searchRequests() -> [SearchRequest] {
    (calls("Request").filter { $0.calledExpression.code == "MKLocalSearch.Request" }
      + calls("MKLocalSearchRequest"))
      .compactMap { call in
        guard call.argument("completion") == nil else { return nil }
        guard let name = call.assignedName,
          let scope = call.enclosing(CodeBlockItemListSyntax.self),
          !isPassedOn(name, in: scope)
        else { return nil }
        let area = call.isStored ? Syntax(tree) : Syntax(scope)
        let set = assignments(in: area).filter {
          $0.target.as(MemberAccessExprSyntax.self)?.base?.lastName == name
        }
        let isOfAddresses = set.contains {
          $0.target.lastName == "resultTypes"
            && [".address", "[.address]"].contains($0.value.last?.code)
        }
        let labels = call.arguments.compactMap(\.label?.text)
        return SearchRequest(
          call: call, properties: Set(set.compactMap(\.target.lastName) + labels),
          isOfAddresses: isOfAddresses)
      }
  }

  /// Returns whether a request is an argument of anything but a search, or is returned.
  private func isPassedOn(_ name: String, in scope: CodeBlockItemListSyntax) -> Bool {
    all(DeclReferenceExprSyntax.self, in: scope).contains { reference in
      guard reference.baseName.text == name, let parent = reference.parent else { return false }
      if parent.is(ReturnStmtSyntax.self) { return true }
      guard parent.is(LabeledExprSyntax.self),
        let call = reference.enclosing(FunctionCallExprSyntax.self)
      else { return false }
      return call.calledName != "MKLocalSearch" && call.calledExpression.code != ".init"
        && call.calledName != "print"
    }
  }
}

extension FunctionCallExprSyntax {
  /// The variable or property that gets the call's value.
  var assignedName: String? {
    if let binding = parent?.parent?.as(PatternBindingSyntax.self) { return binding.pattern.code }
    guard let sequence = parent?.parent?.as(SequenceExprSyntax.self),
      let first = sequence.elements.first,
      sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
    else { return nil }
    return first.lastName
  }

  /// Indicates whether a property gets the call's value, which any code of the file can then
  /// change.
  var isStored: Bool {
    guard let binding = parent?.parent?.as(PatternBindingSyntax.self) else { return true }
    return binding.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) ?? false
  }
}
