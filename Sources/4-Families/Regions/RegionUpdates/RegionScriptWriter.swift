import Clustering
import Foundation
import Platform
import Simulation
import Support

/// The times of commands and of changes of the view's size: in the rests between gestures, or, for
/// a size, in the middle of a gesture.
struct RegionSchedule {
  private(set) var writer: RegionScriptWriter
  private let duration: Int64
  private let rates: RegionEventRates
  /// The times at which the next of each is due; it waits for a rest.
  private var commandTime: Int64
  private var resizeTime: Int64

  init(rates: RegionEventRates, duration: Int64, writer: RegionScriptWriter) {
    self.rates = rates
    self.duration = duration
    self.writer = writer
    commandTime = self.writer.gap(rate: rates.commands)
    resizeTime = self.writer.gap(rate: rates.resizes)
  }

  /// Writes a camera's gestures, and the events between and after them.
  mutating func add(_ gestures: CameraGestures, refresh: Double) {
    let frame = 1_000_000_000 / refresh
    func duration(ofFrames count: Int) -> Int64 { Int64((Double(count) * frame).rounded()) }
    var restStart: Int64 = 0
    var restFrame = 0
    for gesture in gestures.gestures {
      let rest = rest(from: restStart)
      let start = max(rest.end, restStart + duration(ofFrames: gesture.firstFrame - restFrame))
      let end = start + duration(ofFrames: gesture.movements.count + 1)
      guard end < self.duration else { return }
      writer.add(gesture, at: start, frame: frame, resizing: rest.isFollowedByResize)
      if rest.isFollowedByResize { viewWasResized(by: end) }
      restStart = end
      restFrame = gesture.firstFrame + gesture.movements.count
    }
    finish(from: restStart)
  }

  /// Writes the events of a rest.
  ///
  /// - Returns: the time after which a gesture may follow, and whether the view is resized in the
  ///   middle of that gesture.
  private mutating func rest(from start: Int64) -> (end: Int64, isFollowedByResize: Bool) {
    var time = addDueCommand(at: start)
    var resizesGesture = false
    if isDue(resizeTime, at: time) {
      resizesGesture = writer.random.chance(writer.profile[.resizeInGestureShare])
      if !resizesGesture { time = addResize(at: time) }
    }
    if time == start, !resizesGesture, writer.random.chance(writer.profile[.idleLookShare]) {
      time += Int64(writer.profile[.idleLook])
    }
    return (time, resizesGesture)
  }

  /// Writes the events after the last gesture.
  private mutating func finish(from start: Int64) {
    var time = max(start, min(commandTime, resizeTime))
    while time < quietTime {
      let end = addDueCommand(at: time)
      time = isDue(resizeTime, at: end) ? addResize(at: end) : end
      time = max(time, min(commandTime, resizeTime))
    }
  }

  /// The view has another size, or its usual one back.
  private mutating func viewWasResized(by time: Int64) {
    // Devices are rotated back after some seconds.
    resizeTime =
      writer.resized != nil
      ? time + writer.time(from: .resizeBackMin, to: .resizeBackMax)
      : time.later(by: writer.gap(rate: rates.resizes))
  }

  private func isDue(_ dueTime: Int64, at time: Int64) -> Bool {
    dueTime <= time && time < quietTime
  }

  /// The time from which on no visible change begins.
  private var quietTime: Int64 { duration - Int64(writer.profile[.quietEnding]) }

  private mutating func addDueCommand(at time: Int64) -> Int64 {
    guard isDue(commandTime, at: time) else { return time }
    let look = Int64(writer.profile[.commandLook])
    let latest = writer.addCommands(after: time, look: look)
    commandTime = max(commandTime, latest).later(by: writer.gap(rate: rates.commands))
    return latest + look
  }

  private mutating func addResize(at time: Int64) -> Int64 {
    let start = time + Int64(writer.profile[.resizeDelay])
    let end = writer.addResize(at: start) + Int64(writer.profile[.resizeLook])
    viewWasResized(by: end)
    return end
  }
}

extension Int64 {
  /// The sum, at most the maximum.
  fileprivate func later(by delay: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(delay)
    return overflow ? .max : sum
  }
}

/// Collects a script's events, and follows the intended region of the map with its own camera, so
/// that commands request plausible places.
struct RegionScriptWriter {
  private let viewport: Viewport
  private let places: [Coordinate]
  private let home: Coordinate
  fileprivate let profile: PlatformProfile
  fileprivate var random: SplitMix64
  private var events: [RegionScript.Event] = []
  /// The center of the region that the map should show.
  private var center: MapPoint
  /// Map points in a point of the screen there.
  private var scale: Double
  /// The same in the camera's trace, which has no commands.
  private var traceScale: Double
  /// The view's size if it is not the usual one.
  fileprivate var resized: Viewport?

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
