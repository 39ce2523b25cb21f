/// The keys and values of a YAML mapping, in the file's order.
public struct YAMLMapping {
  public struct Entry {
    public let key: String
    public let location: SourceLocation
    public let value: YAMLValue
  }

  /// How errors call the mapping.
  public let name: String
  public let location: SourceLocation
  public let entries: [Entry]

  /// The value of a key that may be absent.
  public subscript(key: String) -> YAMLValue? {
    entries.first { $0.key == key }?.value
  }

  /// The value of a key that must be there.
  public func value(_ key: String) throws(InputError) -> YAMLValue {
    guard let value = self[key] else {
      throw InputError(.missingKey(key, in: name), at: location)
    }
    return value
  }
}
