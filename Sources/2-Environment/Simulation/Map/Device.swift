import Clustering
import Platform

/// The simulated screen and platform of a scenario.
public struct Device: Hashable, Sendable {
  /// The map view's size in points.
  public let viewport: Viewport
  /// Pixels for each point, in each direction: 1, 2 or 3, or 0 for a screen whose views have one
  /// pixel each.
  public let scale: Int
  /// The display's frames a second.
  public let refresh: Double
  /// The costs of the platform's operations.
  public let profile: PlatformProfile

  /// Creates a device from its screen and platform.
  public init(viewport: Viewport, scale: Int, refresh: Double, profile: PlatformProfile) {
    self.viewport = viewport
    self.scale = scale
    self.refresh = refresh
    self.profile = profile
  }

  /// A frame buffer of the screen's size in pixels.
  package func makeFrameBuffer() -> FrameBuffer {
    FrameBuffer(width: Int(viewport.width) * scale, height: Int(viewport.height) * scale)
  }
}
