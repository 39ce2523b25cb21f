import Clustering
import PinData
import Platform

/// A pattern in which a simulated user moves the map. The raw value is the name in scenario files.
///
/// The distances, speeds and rests are parameters of the group ``ProfileParameter/Group/gestures``.
/// Flings decelerate as scroll views do. The same arguments give the same frames.
package enum CameraTraceGenerator: String, CaseIterable, Hashable, Sendable, Codable {
  /// All pins in view; zooms in to a pin, pans and flings around it, zooms out to all pins; again.
  case panAndZoom = "pan-and-zoom"
  /// From a pin out to all pins and in again, one zoom level after the other in quick bursts.
  case zoomOutAndIn = "zoom-out-and-in"
  /// From pin to pin at street zoom, by jump cuts and by animated flights in turn.
  case cityHop = "city-hop"
  /// All pins in view on every frame, with pans of a few points.
  case world
  /// One fling after the other at city zoom.
  case fling
  /// Short drags and small pinches within one whole zoom level, around one place after the other.
  case smallMoves = "small-moves"

  /// Returns a trace over the given pins on a screen of the given size.
  ///
  /// Frame `i` is at `i / refresh` seconds. ``Viewport/mapRectThatFits(_:)`` turns a frame's region
  /// into what the map shows. That stays between the latitudes ±85 unless showing all pins takes
  /// more, and between the zoom level that shows all pins or fills the view with the world and
  /// zoom level 20. Where the pins lie around the antimeridian, so does the trace. An empty pin set
  /// counts as one that covers the world. Degrees are rounded to 1e-9, about 0.1 mm, so that the
  /// last bits of the C library's mathematics do not matter. Takes O(frames + pins) time.
  ///
  /// - Precondition: `frames` is not negative; `refresh` (frames a second) and the viewport's sides
  ///   are positive.
  package func trace(
    frames: Int, refresh: Double, seed: UInt64, pins: PinSet, viewport: Viewport,
    profile: PlatformProfile
  ) -> CameraTrace {
    precondition(frames >= 0, "The number of frames must not be negative.")
    precondition(refresh > 0, "A refresh rate is positive.")
    precondition(viewport.width > 0 && viewport.height > 0, "A viewport has a size.")
    var itinerary = Itinerary(pins: pins, viewport: viewport, seed: seed, profile: profile)
    var camera = TouchCamera(
      pose: itinerary.overview, viewport: viewport, refresh: refresh, frameLimit: frames,
      profile: profile)
    switch self {
    case .panAndZoom: camera.panAndZoom(along: &itinerary)
    case .zoomOutAndIn: camera.zoomOutAndIn(along: &itinerary)
    case .cityHop: camera.hopBetweenCities(along: &itinerary)
    case .world: camera.stayOnOverview(along: &itinerary)
    case .fling: camera.flingRepeatedly(along: &itinerary)
    case .smallMoves: camera.moveALittle(along: &itinerary)
    }
    return CameraTrace(frames: camera.frames)
  }
}

extension TouchCamera {
  mutating func panAndZoom(along itinerary: inout Itinerary) {
    while !isFull {
      dwell(.dwellBeforeZoom)
      let drawnZoom = itinerary.number(from: .stayZoomMin, to: .stayZoomMax)
      let zoom = itinerary.zoomOfStay(atLeast: drawnZoom)
      pinch(to: CameraPose(center: itinerary.placeToStay(), zoom: zoom))
      let there = itinerary.direction()
      let distance = itinerary.number(from: .dragDistanceMin, to: .dragDistanceMax)
      drag(by: (there.x * distance, there.y * distance), in: .dragTime)
      dwell(.dwellAfterDrag)
      // Back over the place where the pan began, and beyond.
      fling(
        direction: (-there.x, -there.y),
        speed: max(itinerary.flingSpeed(), profile[.returnFlingSpeedMin]))
      dwell(.dwellAfterFling)
      pinch(to: itinerary.overview)
    }
  }

  mutating func zoomOutAndIn(along itinerary: inout Itinerary) {
    let zoom = itinerary.zoomOfStay(atLeast: profile[.burstZoom])
    while !isFull {
      let place = CameraPose(center: itinerary.placeToStay(), zoom: zoom)
      jump(to: place)
      dwell(.dwellBetweenBursts)
      pinch(to: itinerary.overview, levels: .burstPinchLevels, in: .burstPinchTime)
      dwell(.dwellBetweenBursts)
      pinch(to: place, levels: .burstPinchLevels, in: .burstPinchTime)
      dwell(.dwellBetweenBursts)
    }
  }

  mutating func hopBetweenCities(along itinerary: inout Itinerary) {
    while !isFull {
      jump(to: hop(along: &itinerary))
      dwell(.dwellAfterHop)
      fly(to: hop(along: &itinerary))
      dwell(.dwellAfterHop)
    }
  }

  private func hop(along itinerary: inout Itinerary) -> CameraPose {
    // From a whole city to a few streets.
    CameraPose(center: itinerary.pin(), zoom: itinerary.number(from: .hopZoomMin, to: .hopZoomMax))
  }

  mutating func stayOnOverview(along itinerary: inout Itinerary) {
    let overview = itinerary.overview
    let slack = itinerary.overviewSlack
    // A few points, and never so far that a pin leaves the view.
    let reach = profile[.overviewDragReach]
    let reachX = min(reach, 0.9 * slack.x / overview.mapPointsPerPoint)
    let reachY = min(reach, 0.9 * slack.y / overview.mapPointsPerPoint)
    record(overview)
    while !isFull {
      dwell(seconds: itinerary.seconds(from: .dwellAtOverviewMin, to: .dwellAtOverviewMax))
      let goal = overview.moved(
        by: (
          itinerary.number(from: -reachX, to: reachX),
          itinerary.number(from: -reachY, to: reachY)
        ))
      drag(
        by: (
          (goal.center.x - pose.center.x) / pose.mapPointsPerPoint,
          (goal.center.y - pose.center.y) / pose.mapPointsPerPoint
        ), in: .overviewDragTime)
    }
  }

  mutating func flingRepeatedly(along itinerary: inout Itinerary) {
    var direction = itinerary.direction()
    var speed = itinerary.flingSpeed()
    // Starts next to a pin, so that the first fling rolls over it.
    let place = CameraPose(center: itinerary.placeToStay(), zoom: profile[.flingZoom])
    let lead = -deceleration.distance(speed: speed) / 2
    jump(to: place.moved(by: (direction.x * lead, direction.y * lead)))
    while !isFull {
      fling(direction: direction, speed: speed)
      dwell(seconds: itinerary.seconds(from: .dwellBetweenFlingsMin, to: .dwellBetweenFlingsMax))
      // Users keep their direction for a while.
      if itinerary.number(from: 0, to: 1) > profile[.flingKeepsDirection] {
        direction = itinerary.direction()
      }
      speed = itinerary.flingSpeed()
    }
  }

  mutating func moveALittle(along itinerary: inout Itinerary) {
    while !isFull {
      // The middle between two whole levels, so that small pinches cross none.
      let drawnZoom = itinerary.number(from: .stayZoomMin, to: .stayZoomMax)
      let zoom = min(itinerary.zoomOfStay(atLeast: drawnZoom).rounded(.down), 19) + 0.5
      jump(to: CameraPose(center: itinerary.placeToStay(), zoom: zoom))
      let reach = profile[.nudgeLevels] / 2
      for _ in 0..<Self.nudgesAtAPlace where !isFull {
        dwell(.dwellBetweenNudges)
        let direction = itinerary.direction()
        let distance = itinerary.number(from: 0, to: profile[.nudgeDistanceMax])
        drag(by: (direction.x * distance, direction.y * distance), in: .nudgeTime)
        dwell(.dwellBetweenNudges)
        let target = zoom + itinerary.number(from: -reach, to: reach)
        pinch(
          to: CameraPose(center: pose.center, zoom: target), levels: .pinchLevels, in: .nudgeTime)
      }
    }
  }

  /// The number of drags and of pinches at one place.
  private static let nudgesAtAPlace = 6
}
