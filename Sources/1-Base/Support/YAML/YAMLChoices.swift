extension YAMLValue {
  /// The choices of a value that is one of them, or a list of different ones.
  package func choices<Choice: Hashable>(
    _ read: (YAMLValue) throws(InputError) -> Choice
  ) throws(InputError) -> [Choice] {
    guard (try? elements()) != nil else { return [try read(self)] }
    return try elements(differentBy: \.self, expected: { _ in "each value once" }, read: read)
  }

  /// The elements of a list, which have different `id`s.
  ///
  /// - Parameter expected: what is expected in the place of a second one.
  package func elements<Element, ID: Hashable>(
    differentBy id: (Element) -> ID, expected: (Element) -> String,
    read: (YAMLValue) throws(InputError) -> Element
  ) throws(InputError) -> [Element] {
    var ids: Set<ID> = []
    var elements: [Element] = []
    for value in try self.elements() {
      let element: Element? = try mistakes.part(or: nil, try read(value))
      guard let element else { continue }
      if ids.insert(id(element)).inserted {
        elements.append(element)
      } else {
        try mistakes.report(value.error(expected: expected(element)))
      }
    }
    return elements
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
      throw missing(oneOf: keys)
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
