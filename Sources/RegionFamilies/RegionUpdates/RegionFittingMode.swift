import MapSimulation
import PlatformProfiles

/// How exactly a map's region comes back, as a scenario names it; a variant of the world each.
enum RegionFittingMode: String, Hashable, Sendable, CaseIterable {
  case exact
  case residual
  case centerResidual = "center-residual"
  case expanding

  /// What the map makes of a region, for a reader of a report.
  var summary: String {
    switch self {
    case .exact: "a region that is read back shows the same when it is set again"
    case .residual: "each conversion leaves the region a little larger or smaller, in turn"
    case .centerResidual: "each conversion moves the centre a little north or south, in turn"
    case .expanding: "each conversion contains what it was given, and so shows a little more"
    }
  }

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
