import Platform
import Simulation

/// The built-in profile, whose people, limits and ranking the tables use.
enum SearchPlatform {
  static let profile: PlatformProfile = {
    guard let profile = try? PlatformProfile.builtIn("iphone-simulator") else {
      preconditionFailure("the built-in profile iphone-simulator cannot be read")
    }
    return profile
  }()

  static let ranking = PlaceRanking(profile: profile)
}
