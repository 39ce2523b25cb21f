import MapSimulation
import PlatformProfiles

/// How exactly a map's region comes back, as a scenario names it; a variant of the world each.
enum RegionFittingMode: String, Hashable, Sendable, CaseIterable {
  case exact
  case residual
  case centerResidual = "center-residual"
  case expanding

  /// The mode with the sizes that a platform profile knows.
  func fitting(on profile: PlatformProfile) -> RegionFitting {
    switch self {
    case .exact: .exact
    case .residual: .residual(points: profile[.fittingResidual])
    case .centerResidual: .centerResidual(degrees: profile[.centerResidual])
    case .expanding: .expanding
    }
  }
}
