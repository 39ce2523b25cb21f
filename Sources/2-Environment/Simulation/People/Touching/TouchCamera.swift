import Clustering
import Foundation
import PinData
import Platform

/// A camera that is moved by simulated touches and records a frame for each refresh of the screen.
struct TouchCamera {
  let viewport: Viewport
  /// Frames a second.
  let refresh: Double
  let frameLimit: Int
  /// The parameters of gestures.
  let profile: PlatformProfile
  let deceleration: FlingDeceleration
  private(set) var pose: CameraPose
  private(set) var frames: [CameraFrame] = []

  init(
    pose: CameraPose, viewport: Viewport, refresh: Double, frameLimit: Int,
    profile: PlatformProfile
  ) {
    self.pose = pose
    self.profile = profile
    deceleration = FlingDeceleration(profile)
    self.viewport = viewport
    self.refresh = refresh
    self.frameLimit = frameLimit
    frames.reserveCapacity(frameLimit)
  }

  /// Indicates whether the trace has all its frames; later frames are dropped.
  var isFull: Bool { frames.count >= frameLimit }

  /// The lowest zoom level at which nothing beyond the world is in view.
  var worldFillingZoom: Double {
    let widest = min(MapSize.world.width / viewport.width, CameraPose.worldHeight / viewport.height)
    return max(CameraPose(center: pose.center, mapPointsPerPoint: widest).zoom, 0)
  }

  /// The number of frames of a movement: at least one, so that every movement advances.
  func frameCount(seconds: Double) -> Int { max(Int((seconds * refresh).rounded()), 1) }

  /// The number of frames of a movement whose length is a parameter.
  func frameCount(_ time: ProfileParameter.Name) -> Int {
    frameCount(seconds: profile[time] / 1e9)
  }

  /// Moves the camera within the world and records its region at the next refresh.
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

  /// Shows the same for a while.
  mutating func dwell(seconds: Double) {
    for _ in 0..<frameCount(seconds: seconds) { record(pose) }
  }

  /// Shows the same for a time that is a parameter.
  mutating func dwell(_ time: ProfileParameter.Name) {
    dwell(seconds: profile[time] / 1e9)
  }

  /// Cuts to another pose.
  mutating func jump(to newPose: CameraPose) { record(newPose) }

  /// Drags the map by a distance on the screen, in points, and comes to rest.
  mutating func drag(by distance: (x: Double, y: Double), in time: ProfileParameter.Name) {
    let start = pose
    let count = frameCount(time)
    for step in 1...count {
      let progress = eased(Double(step) / Double(count))
      record(start.moved(by: (distance.x * progress, distance.y * progress)))
    }
  }

  /// Pinches until the map shows another pose: as many pinches as it takes, with a short lift of
  /// the fingers after each.
  ///
  /// A pinch keeps one place under the fingers, so the centre moves in proportion to the scale.
  ///
  /// - Parameters:
  ///   - levels: the zoom levels of a pinch.
  ///   - time: the length of a pinch.
  mutating func pinch(
    to target: CameraPose, levels levelsPerPinch: ProfileParameter.Name = .pinchLevels,
    in time: ProfileParameter.Name = .pinchTime
  ) {
    let start = pose
    let end = CameraPose(
      center: nearest(target.center), mapPointsPerPoint: target.mapPointsPerPoint)
    let levels = end.zoom - start.zoom
    let pinchCount = max(Int((abs(levels) / profile[levelsPerPinch]).rounded(.up)), 1)
    let count = frameCount(time)
    for pinch in 0..<pinchCount {
      for step in 1...count {
        let progress = (Double(pinch) + eased(Double(step) / Double(count))) / Double(pinchCount)
        record(start.scaled(towards: end, progress: progress))
      }
      dwell(.pinchLift)
    }
  }

  /// Flies to another pose, as an animated change of the region: out until both places fit the
  /// screen or the world fills it, and in again.
  mutating func fly(to target: CameraPose) {
    let start = pose
    let destination = nearest(target.center)
    let screens = distanceOnScreen(to: destination) / min(viewport.width, viewport.height)
    let zoomShowingBoth = max(start.zoom - log2(max(screens, 1)), worldFillingZoom)
    let widestZoom = min(zoomShowingBoth, start.zoom, target.zoom)
    let drop = (start.zoom + target.zoom) / 2 - widestZoom
    let count = frameCount(.flightTime)
    for step in 1...count {
      let progress = eased(Double(step) / Double(count))
      let arc = 4 * progress * (1 - progress)
      let zoom = start.zoom + (target.zoom - start.zoom) * progress - drop * arc
      record(
        CameraPose(
          center: start.center.interpolated(to: destination, at: progress),
          zoom: max(zoom, widestZoom)))
    }
  }

  /// Drags the map faster and faster, lets go at the given speed (points a second), and lets the
  /// map roll out.
  mutating func fling(direction: (x: Double, y: Double), speed: Double) {
    let start = pose
    let count = frameCount(.flingTouchTime)
    for step in 1...count {
      let progress = Double(step) / Double(count)
      let travelled = speed * deceleration.touchSeconds / 2 * progress * progress
      record(start.moved(by: (direction.x * travelled, direction.y * travelled)))
    }
    let kept = exp(-deceleration.decayPerSecond / refresh)
    var speed = speed
    while speed > deceleration.restingSpeed, !isFull {
      let travelled = speed * (1 - kept) / deceleration.decayPerSecond
      record(pose.moved(by: (direction.x * travelled, direction.y * travelled)))
      speed *= kept
    }
  }

  /// Starts and stops gently: 0 to 1 with no speed at either end.
  private func eased(_ progress: Double) -> Double {
    progress * progress * (3 - 2 * progress)
  }
}

/// The deceleration of a flung map: as a scroll view whose speed falls to a fraction of itself in
/// each millisecond.
struct FlingDeceleration {
  /// Seconds from touch to release.
  let touchSeconds: Double
  /// The logarithm of the inverse of the fraction that is left, for a second.
  let decayPerSecond: Double
  /// Points a second below which the map stands still.
  let restingSpeed: Double

  init(_ profile: PlatformProfile) {
    touchSeconds = profile[.flingTouchTime] / 1e9
    decayPerSecond = -1000 * log(profile[.flingDecay])
    restingSpeed = profile[.flingRestingSpeed]
  }

  /// The distance of a whole fling in points.
  func distance(speed: Double) -> Double {
    speed * touchSeconds / 2 + max(speed - restingSpeed, 0) / decayPerSecond
  }
}

extension CameraPose {
  /// The pose after the camera moved by a distance on the screen, in points.
  func moved(by distance: (x: Double, y: Double)) -> CameraPose {
    CameraPose(
      center: MapPoint(
        x: center.x + distance.x * mapPointsPerPoint,
        y: center.y + distance.y * mapPointsPerPoint),
      mapPointsPerPoint: mapPointsPerPoint)
  }

  /// Returns a pose between this and another one, scaled about a fixed place.
  fileprivate func scaled(towards end: CameraPose, progress: Double) -> CameraPose {
    let scale = mapPointsPerPoint * exp2(log2(end.mapPointsPerPoint / mapPointsPerPoint) * progress)
    let range = end.mapPointsPerPoint - mapPointsPerPoint
    // Poses of the same zoom level have no such place; the map is moved instead.
    let isSameZoom = abs(range) < 1e-9 * mapPointsPerPoint
    let share = isSameZoom ? progress : (scale - mapPointsPerPoint) / range
    return CameraPose(
      center: center.interpolated(to: end.center, at: share), mapPointsPerPoint: scale)
  }
}

extension MapPoint {
  fileprivate func interpolated(to end: MapPoint, at share: Double) -> MapPoint {
    MapPoint(x: x + (end.x - x) * share, y: y + (end.y - y) * share)
  }
}
