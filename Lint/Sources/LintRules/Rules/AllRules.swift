extension Rule {
  /// All rules, in the order of documents and lists.
  package static let all: [Rule] = [
    .regionSetInUpdate
  ]
}
