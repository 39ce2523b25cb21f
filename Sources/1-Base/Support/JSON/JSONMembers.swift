extension Encoder {
  /// Encodes an object from its members, without those that have no value.
  package func encode(_ members: KeyValuePairs<String, (any Encodable)?>) throws {
    var object = container(keyedBy: MemberName.self)
    for (name, value) in members {
      if let value { try object.encode(value, forKey: MemberName(stringValue: name)) }
    }
  }
}

/// The name of a member of an object, whatever it is.
package struct MemberName: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) {
    self.stringValue = stringValue
  }

  package init?(intValue: Int) { return nil }
}
