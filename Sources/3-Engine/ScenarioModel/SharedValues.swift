import Platform

/// Values that the replays of one process have in common, such as the pins of a scenario: each is
/// made once for the parameters that it depends on.
///
/// Keeps the values that were used last; finds one in a time linear in their number. Used by one
/// thread.
public final class SharedValues {
  private struct Entry {
    let key: [AnyHashable]
    /// The parameters that were read to make the value, with their values then.
    let read: [ProfileParameter.Name: Double]
    let value: Any
  }

  /// The one that was used last is at the end.
  private var entries: [Entry] = []
  private let capacity: Int

  /// Creates an empty collection.
  ///
  /// - Parameter capacity: the maximum number of values; a few for each size of a scenario.
  public init(capacity: Int = 32) {
    self.capacity = capacity
  }

  /// Returns the value of a key, which is made if it is not there.
  ///
  /// - Parameters:
  ///   - key: everything that the value is made from, without the profile.
  ///   - profile: the profile that it is made under. What was read from it to make the value counts
  ///     as read now, too.
  public func value<Value>(
    _ key: AnyHashable..., under profile: PlatformProfile,
    make: (PlatformProfile) throws -> Value
  ) rethrows -> Value {
    if let index = entries.lastIndex(where: { $0.key == key && profile.has($0.read) }),
      let value = entries[index].value as? Value
    {
      let entry = entries.remove(at: index)
      entries.append(entry)
      profile.noteReads(of: entry.read.keys)
      return value
    }
    let reads = ParameterReads()
    let value = try make(profile.overriding(ParameterOverrides([:], notingReadsIn: reads)))
    let names = reads.names
    profile.noteReads(of: names)
    if entries.count >= capacity { entries.removeFirst() }
    entries.append(Entry(key: key, read: profile.values(of: names), value: value))
    return value
  }
}
