import MapGeometry
import PlatformProfiles

/// The simulated screen and platform that a scenario runs on.
public struct Device: Hashable, Sendable {
  /// The map view's size in points.
  public let viewport: Viewport
  /// Pixels for each point, in each direction: 1, 2 or 3.
  public let scale: Int
  /// Frames a second that the display can show.
  public let refresh: Double
  public let profile: PlatformProfile

  public init(viewport: Viewport, scale: Int, refresh: Double, profile: PlatformProfile) {
    self.viewport = viewport
    self.scale = scale
    self.refresh = refresh
    self.profile = profile
  }
}
