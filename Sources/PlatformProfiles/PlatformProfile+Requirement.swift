import YAMLReading

extension PlatformProfile {
  /// Makes sure that the profile has the parameters of a group.
  ///
  /// - Parameter value: where the profile is named: the place of the error.
  /// - Throws: an ``InputError`` that names the parameters that are missing.
  public func require(
    _ group: ProfileParameter.Group, for value: YAMLValue
  ) throws(InputError) {
    guard !provides(group) else { return }
    let names = group.names.map(\.rawValue).joined(separator: ", ")
    throw value.error(
      expected: "a profile with the parameters of \(group.noun): \(names); "
        + "the profile \(name) has none of them")
  }
}
