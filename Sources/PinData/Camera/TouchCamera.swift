import MapGeometry

/// A camera that is moved by simulated touches and records a frame for each refresh of the screen.
struct TouchCamera {
  let viewport: Viewport
  /// Frames a second.
  let refresh: Double
  let frameLimit: Int
  private(set) var pose: CameraPose
  private(set) var frames: [CameraFrame] = []

  init(pose: CameraPose, viewport: Viewport, refresh: Double, frameLimit: Int) {
    self.pose = pose
    self.viewport = viewport
    self.refresh = refresh
    self.frameLimit = frameLimit
    frames.reserveCapacity(frameLimit)
  }

  /// Whether the trace has all its frames. What is recorded from then on is dropped.
  var isFull: Bool { frames.count >= frameLimit }

  /// The lowest zoom level at which nothing beyond the world is in view.
  var worldFillingZoom: Double {
    let widest = min(
      MapSize.world.width / viewport.width, CameraPose.worldHeight / viewport.height)
    return max(CameraPose(center: pose.center, mapPointsPerPoint: widest).zoom, 0)
  }

  /// How many frames a movement takes: one at least, so that every movement goes on.
  func frameCount(seconds: Double) -> Int {
    max(Int((seconds * refresh).rounded()), 1)
  }

  /// Moves the camera, as far as the world goes, and records what it shows on the next refresh.
  mutating func record(_ newPose: CameraPose) {
    pose = newPose.keptOnWorld(in: viewport)
    guard !isFull else { return }
    frames.append(
      CameraFrame(
        time: Double(frames.count) / refresh,
        region: Region(showing: pose.rect(in: viewport))))
  }

  /// The given place, moved around the earth to where it is nearest to the camera.
  func nearest(_ place: MapPoint) -> MapPoint {
    let world = MapSize.world.width
    let turns = ((place.x - pose.center.x) / world).rounded()
    return MapPoint(x: place.x - turns * world, y: place.y)
  }

  /// The distance to a place in points of the screen, the shorter way around the earth.
  func distanceOnScreen(to place: MapPoint) -> Double {
    let target = nearest(place)
    let x = target.x - pose.center.x
    let y = target.y - pose.center.y
    return (x * x + y * y).squareRoot() / pose.mapPointsPerPoint
  }
}
