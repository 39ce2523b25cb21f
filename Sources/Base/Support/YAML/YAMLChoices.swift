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

  /// The text, which is one of some names.
  package func choice(_ what: String, among known: [String]) throws(InputError) -> String {
    let name = try text()
    guard known.contains(name) else { throw unknownName(name, what: what, known: known) }
    return name
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

extension YAMLMapping {
  /// The entry of the only one of some keys that is given.
  package func entry(ofOneOf keys: [String]) throws(InputError) -> Entry {
    let given = entries.filter { keys.contains($0.key) }
    guard let entry = given.first else {
      throw InputError(.missingKey(keys.joined(separator: "' or '"), in: name), at: location)
    }
    try checkIsOne(given, of: keys)
    return entry
  }

  /// Throws where more than one of some keys is given.
  package func checkIsOne(_ given: [Entry], of keys: [String]) throws(InputError) {
    guard given.count > 1 else { return }
    throw InputError(
      .invalidValue(
        of: name, expected: "one of \(keys.joined(separator: ", "))",
        found: given.map(\.key).joined(separator: " and ")), at: given[1].location)
  }
}
