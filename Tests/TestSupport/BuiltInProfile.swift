import Platform

extension PlatformProfile {
  /// The profile of most scenarios.
  private static let simulator: PlatformProfile = {
    guard let profile = try? PlatformProfile.builtIn("iphone-simulator") else {
      preconditionFailure("the profile iphone-simulator cannot be read")
    }
    return profile
  }()

  /// The profile of most scenarios, with other values of some parameters, in the base units of their
  /// dimensions.
  package static func sample(_ values: [ProfileParameter.Name: Double] = [:]) -> PlatformProfile {
    simulator.overriding(ParameterOverrides(values))
  }
}
