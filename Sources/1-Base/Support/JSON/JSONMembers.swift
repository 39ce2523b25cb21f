extension Encoder {
  /// Encodes an object from its members, without those that have no value.
  package func encode(_ members: KeyValuePairs<String, (any Encodable)?>) throws {
    var object = container(keyedBy: MemberName.self)
    for (name, value) in members {
      if let value { try object.encode(value, forKey: MemberName(stringValue: name)) }
    }
  }
}

private struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) { return nil }
}
