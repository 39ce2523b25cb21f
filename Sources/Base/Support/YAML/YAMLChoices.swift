extension YAMLValue {
  /// The choices of a value that is one of them, or a list of different ones.
  package func choices<Choice: Hashable>(
    _ read: (YAMLValue) throws(InputError) -> Choice
  ) throws(InputError) -> [Choice] {
    guard let elements = try? elements() else { return [try read(self)] }
    var choices: [Choice] = []
    for element in elements {
      let choice = try read(element)
      guard !choices.contains(choice) else { throw element.error(expected: "each value once") }
      choices.append(choice)
    }
    return choices
  }

  /// A choice by its name.
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ what: String
  ) throws(InputError) -> Choice where Choice.RawValue == String {
    let name = try text()
    guard let choice = Choice(rawValue: name) else {
      throw unknownName(name, what: what, known: Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  /// `true` or `false`.
  package func boolean() throws(InputError) -> Bool {
    switch try text() {
    case "true": return true
    case "false": return false
    default: throw error(expected: "true or false")
    }
  }
}
