import Synchronization

/// Values that replace those of a platform's profile, for an analysis that moves parameters.
public struct ParameterOverrides: Sendable {
  /// The values, in the units of ``PlatformProfile/subscript(_:)``; they need not be in the
  /// parameters' spans.
  package let values: [ProfileParameter.Name: Double]
  /// The factor by which each piece of work on the main thread takes longer.
  package let slowness: Double
  /// Notes the parameters that are read from the profile; `nil` to note nothing.
  package let reads: ParameterReads?

  /// Creates overrides.
  package init(
    _ values: [ProfileParameter.Name: Double], slowness: Double = 1,
    notingReadsIn reads: ParameterReads? = nil
  ) {
    self.values = values
    self.slowness = slowness
    self.reads = reads
  }

  /// No value is replaced.
  public static let none = ParameterOverrides([:])
}

/// The names of the parameters that were read from a profile and its copies.
package final class ParameterReads: Sendable {
  private let noted = Mutex<Set<ProfileParameter.Name>>([])

  package init() {}

  /// The names so far.
  package var names: Set<ProfileParameter.Name> { noted.withLock(\.self) }

  func note(_ name: ProfileParameter.Name) {
    noted.withLock { _ = $0.insert(name) }
  }
}

extension PlatformProfile {
  /// Returns the profile with other values of some parameters.
  ///
  /// A percentile or a maximum that would be below its median or minimum is raised to it. A name
  /// that the profile does not have is ignored.
  public func overriding(_ overrides: ParameterOverrides) -> PlatformProfile {
    let slowness = overrides.slowness
    guard !overrides.values.isEmpty || slowness != 1 else {
      guard let reads = overrides.reads else { return self }
      var noting = self
      noting.reads = reads
      return noting
    }
    // An analysis does this for each point and each shared value: what stays is not made again.
    var contents = own ?? Self.builtInContents
    var moved = overrides.values.filter { contents.scaledValues[$0.key] != nil }
    if slowness != 1 {
      for parameter in contents.parameters where parameter.name.isMainThreadWork {
        moved[parameter.name] = (moved[parameter.name] ?? parameter.scaled) * slowness
      }
    }
    for (name, lower) in ProfileParameter.Name.lowerBounds {
      guard let value = moved[name] ?? contents.scaledValues[name],
        let least = moved[lower] ?? contents.scaledValues[lower], value < least
      else { continue }
      moved[name] = least
    }
    for index in moved.isEmpty ? 0..<0 : contents.parameters.indices {
      let name = contents.parameters[index].name
      guard let value = moved[name] else { continue }
      let parameter = contents.parameters[index].withScaled(value)
      contents.parameters[index] = parameter
      contents.scaledValues[name] = parameter.scaled
    }
    var profile = self
    profile.own = contents
    profile.reads = overrides.reads
    return profile
  }

  /// The values of some parameters, which does not count as reading them.
  package func values(
    of names: some Sequence<ProfileParameter.Name>
  ) -> [ProfileParameter.Name: Double] {
    Dictionary(
      names.compactMap { name in scaledValue(name).map { (name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns whether some parameters have given values, which does not count as reading them.
  package func has(_ values: [ProfileParameter.Name: Double]) -> Bool {
    values.allSatisfy { scaledValue($0.key) == $0.value }
  }

  /// Notes parameters as read, where reads are noted.
  package func noteReads(of names: some Sequence<ProfileParameter.Name>) {
    guard let reads else { return }
    for name in names { reads.note(name) }
  }

  /// Returns the profile with another value of a parameter, in the unit of
  /// ``subscript(_:)``; it need not be in the parameter's span.
  package func setting(_ name: ProfileParameter.Name, to scaled: Double) -> PlatformProfile {
    overriding(ParameterOverrides([name: scaled]))
  }
}
