import Clustering
import Foundation
import Platform
import Simulation
import Support

/// Collects a script's events, and follows the intended region of the map with its own camera, so
/// that commands request plausible places.
struct RegionScriptWriter {
  private let viewport: Viewport
  private let places: [Coordinate]
  private let home: Coordinate
  let profile: PlatformProfile
  var random: SplitMix64
  private var events: [RegionScript.Event] = []
  /// The center of the region that the map should show.
  private var center: MapPoint
  /// Map points in a point of the screen there.
  private var scale: Double
  /// The same in the camera's trace, which has no commands.
  private var traceScale: Double
  /// The view's size if it is not the usual one.
  private(set) var resized: Viewport?

  init(
    viewport: Viewport, camera: MapRect, home: Coordinate, places: [Coordinate],
    profile: PlatformProfile, random: SplitMix64
  ) {
    self.viewport = viewport
    self.places = places
    self.home = home
    self.profile = profile
    self.random = random
    center = MapPoint(x: camera.midX, y: camera.midY)
    scale = camera.width / viewport.width
    traceScale = scale
  }

  /// The events in the order of their times; of one time in the order in which they were added.
  var sortedEvents: [RegionScript.Event] {
    events.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  // MARK: - Random times

  /// The time to the next event for a rate per second, in nanoseconds: the mean, and up to the
  /// profile's `event-gap-spread` of it more or less; the end of the clock if there are no events.
  mutating func gap(rate: Double) -> Int64 {
    let spread = profile[.eventGapSpread]
    let share = number(from: 1 - spread, to: 1 + spread)
    guard rate > 0 else { return .max }
    return Int64(min(share / rate, 1e9) * 1e9)
  }

  private mutating func number(from min: Double, to max: Double) -> Double {
    min + (max - min) * random.unit()
  }

  /// A time between two parameters, in whole milliseconds.
  mutating func time(from min: ProfileParameter.Name, to max: ProfileParameter.Name) -> Int64 {
    Int64(number(from: profile[min] / 1e6, to: profile[max] / 1e6)) * 1_000_000
  }

  // MARK: - Background events

  /// Positions and refreshes, independent of gestures.
  mutating func addBackground(_ rates: RegionEventRates, until duration: Int64) {
    var time = gap(rate: rates.location)
    var location = home
    let step = profile[.walkStep]
    while time < duration {
      location.latitude = (location.latitude + number(from: -step, to: step)).rounded(to: 1e6)
      add(.location(location), at: time)
      time += gap(rate: rates.location)
    }
    time = gap(rate: rates.data)
    while time < duration {
      add(.refresh, at: time)
      time += gap(rate: rates.data)
    }
  }

  // MARK: - Actions of the user and of code

  /// A gesture, optionally with another size of the view in its middle.
  mutating func add(
    _ gesture: CameraGestures.Gesture, at start: Int64, frame: Double, resizing: Bool
  ) {
    func time(_ frames: Double) -> Int64 { start + Int64((frames * frame).rounded()) }
    add(.gestureBegins, at: start)
    for (step, movement) in gesture.movements.enumerated() {
      add(.movement(movement), at: time(Double(step + 1)))
      scale *= movement.scale
      traceScale *= movement.scale
      center.x += movement.x * scale
      center.y += movement.y * scale
    }
    add(.gestureEnds, at: time(Double(gesture.movements.count + 1)))
    if resizing { _ = addResize(at: time(Double(gesture.movements.count / 2) + 0.5)) }
  }

  /// The view rotates, is split, gets a keyboard, or gets its usual size back; returns the time.
  mutating func addResize(at time: Int64) -> Int64 {
    if resized != nil {
      resized = nil
      add(.resize(viewport, reason: "the view gets its usual size back"), at: time)
      return time
    }
    var size = viewport
    let reason: String
    switch random.index(below: 3) {
    case 0:
      size = Viewport(width: viewport.height, height: viewport.width)
      reason = "the device is turned"
    case 1:
      size.width = max((viewport.width * profile[.splitWidth]).rounded(), 1)
      reason = "another app takes a part of the screen"
    default:
      size.height = max(viewport.height - profile[.keyboardHeight], viewport.height / 2)
      reason = "a keyboard comes up"
    }
    resized = size
    add(.resize(size, reason: reason), at: time)
    return time
  }

  /// Code requests a region, sometimes right after a gesture, and sometimes again with a smaller
  /// span; returns the time of the last command.
  mutating func addCommands(after rest: Int64, look: Int64) -> Int64 {
    let delay =
      random.chance(profile[.commandQuickShare])
      ? time(from: .commandQuickDelayMin, to: .commandQuickDelayMax)
      : time(from: .commandDelayMin, to: .commandDelayMax)
    let time = rest + delay
    // Map points in a point of the screen; 1 is zoom level 20.
    scale = min(traceScale, exp2(20 - profile[.commandZoomMin]))
    let (place, reason) = placeToShow(at: time)
    let region = region(around: place, scale: scale)
    center = MapPoint(region.center)
    add(.command(.show(region), reason: reason), at: time)
    guard random.chance(profile[.commandZoomShare]) else { return time }
    scale /= profile[.commandZoomFactor]
    let span = self.region(around: place, scale: scale).span
    add(.command(.zoom(to: span), reason: "code zooms in on the same place"), at: time + look)
    return time + look
  }

  private mutating func placeToShow(at time: Int64) -> (place: Coordinate, reason: String) {
    // As many commands show a search result as show the user; the rest follow links.
    let userShare = profile[.commandUserShare]
    let kind = random.unit()
    if kind < userShare {
      return (location(at: time), "the user taps “center on me”")
    } else if kind < 2 * userShare {
      let reach = profile[.commandNearReach]
      let near = MapPoint(
        x: center.x + number(from: -reach, to: reach) * viewport.width * scale,
        y: center.y + number(from: -reach, to: reach) * viewport.height * scale)
      return (near.coordinate, "a search result is chosen")
    } else {
      return (places[random.index(below: places.count)], "a link is opened")
    }
  }

  /// A region as code requests it: a square of whole metres, as wide as the usual view.
  private func region(around coordinate: Coordinate, scale: Double) -> Region {
    let latitude = min(max(coordinate.latitude, -70), 70)
    let turns = (coordinate.longitude / 360).rounded()
    let middle = Coordinate(
      latitude: latitude.rounded(to: 1e6),
      longitude: (coordinate.longitude - 360 * turns).rounded(to: 1e6))
    let meters = (viewport.width * scale * MapPoint.metersPerMapPoint(atLatitude: latitude))
      .rounded(.up)
    let region = Region(center: middle, latitudinalMeters: meters, longitudinalMeters: meters)
    return Region(
      center: middle,
      span: CoordinateSpan(
        latitudeDelta: region.span.latitudeDelta.rounded(to: 1e9),
        longitudeDelta: region.span.longitudeDelta.rounded(to: 1e9)))
  }

  private func location(at time: Int64) -> Coordinate {
    var latest = home
    for event in events where event.time <= time {
      if case .location(let location) = event.action { latest = location }
    }
    return latest
  }

  private mutating func add(_ action: RegionScript.Action, at time: Int64) {
    events.append(RegionScript.Event(at: time, action))
  }
}

extension Double {
  /// Rounded to a fraction of 1, without the digits in which C libraries differ.
  fileprivate func rounded(to parts: Double) -> Double { (self * parts).rounded() / parts }
}
