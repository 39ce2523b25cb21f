import MapGeometry

/// What a map shows at one refresh of the screen.
public struct CameraFrame: Hashable, Sendable, Codable {
  /// Seconds on the trace's own clock.
  public var time: Double
  /// The region that the map is asked for. Its centre's longitude is within ±180; the region spans
  /// the antimeridian where the map does.
  public var region: Region

  public init(time: Double, region: Region) {
    self.time = time
    self.region = region
  }
}

/// The way of a map's camera, frame by frame: generated, or recorded in an app.
public struct CameraTrace: Hashable, Sendable {
  /// The frames in the order of their times.
  public let frames: [CameraFrame]

  /// A trace of the given frames, kept as they are.
  public init(frames: [CameraFrame]) {
    self.frames = frames
  }
}
