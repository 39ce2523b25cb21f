import MapGeometry
import MapSimulation
import Statistics
import Workloads

/// The times of commands and of changes of the view's size: in the rests between gestures, or, for
/// a size, in the middle of a gesture.
struct RegionSchedule {
  /// The result of a rest.
  struct Rest {
    /// The time after which a gesture may follow, in nanoseconds.
    let end: Int64
    /// True if the view is resized in the middle of that gesture.
    let isFollowedByResize: Bool
  }

  private static let millisecond: Int64 = 1_000_000
  /// The time for which users look at a requested place, and at a resized view.
  private static let commandLook = 1_500 * millisecond
  private static let resizeLook = 1_000 * millisecond
  /// The time for which users look without a request.
  private static let look = 2_500 * millisecond
  /// The time before the end in which no visible change begins.
  private static let ending = 4_000 * millisecond

  let duration: Int64
  var writer: RegionScriptWriter
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

  /// Writes the events of a rest.
  mutating func rest(from start: Int64) -> Rest {
    var time = addDueCommand(at: start)
    var resizesGesture = false
    if isDue(resizeTime, at: time) {
      resizesGesture = writer.chance(1, in: 3)
      if !resizesGesture { time = addResize(at: time) }
    }
    if time == start, !resizesGesture, writer.chance(1, in: 5) { time += Self.look }
    return Rest(end: time, isFollowedByResize: resizesGesture)
  }

  /// Writes the events after the last gesture.
  mutating func finish(from start: Int64) {
    var time = max(start, min(commandTime, resizeTime))
    while time < duration - Self.ending {
      let end = addDueCommand(at: time)
      time = isDue(resizeTime, at: end) ? addResize(at: end) : end
      time = max(time, min(commandTime, resizeTime))
    }
  }

  /// The view has another size, or its usual one back.
  mutating func viewWasResized(by time: Int64) {
    // Devices are rotated back after some seconds.
    resizeTime =
      writer.isResized
      ? time + Int64(writer.number(in: 2_000...4_000)) * Self.millisecond
      : time.later(by: writer.gap(rate: rates.resizes))
  }

  private func isDue(_ dueTime: Int64, at time: Int64) -> Bool {
    dueTime <= time && time < duration - Self.ending
  }

  private mutating func addDueCommand(at time: Int64) -> Int64 {
    guard isDue(commandTime, at: time) else { return time }
    let latest = writer.addCommands(after: time, look: Self.commandLook)
    commandTime = max(commandTime, latest).later(by: writer.gap(rate: rates.commands))
    return latest + Self.commandLook
  }

  private mutating func addResize(at time: Int64) -> Int64 {
    let end = writer.addResize(at: time + 500 * Self.millisecond) + Self.resizeLook
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
  private var random: SplitMix64
  private var events: [RegionScript.Event] = []
  /// The center of the region that the map should show.
  private var center: MapPoint
  /// Map points in a point of the screen there.
  private var scale: Double
  /// The same in the camera's trace, which has no commands.
  private var traceScale: Double
  /// The view's size if it is not the usual one.
  private var resized: Viewport?

  /// Map points in a point of the screen where code shows a place: zoom level 12 at least.
  private static let widestCommandScale = 256.0
  private static let millisecond: Int64 = 1_000_000

  init(
    viewport: Viewport, camera: MapRect, home: Coordinate, places: [Coordinate], random: SplitMix64
  ) {
    self.viewport = viewport
    self.places = places
    self.home = home
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

  var isResized: Bool { resized != nil }

  // MARK: - Random times

  /// The time to the next event for a rate per second, in nanoseconds: between 0.5 and 1.5 of the
  /// mean; the end of the clock if there are no events.
  mutating func gap(rate: Double) -> Int64 {
    let share = 0.5 + random.unit()
    guard rate > 0 else { return .max }
    return Int64(min(share / rate, 1e9) * 1e9)
  }

  mutating func chance(_ part: Double, in whole: Double) -> Bool {
    random.unit() * whole < part
  }

  mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * random.unit()
  }

  // MARK: - Background events

  /// Positions and refreshes, independent of gestures.
  mutating func addBackground(_ rates: RegionEventRates, until duration: Int64) {
    var time = gap(rate: rates.location)
    var location = home
    while time < duration {
      // A walk of some metres.
      location.latitude = (location.latitude + number(in: -2e-5...2e-5)).rounded(to: 1e6)
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
    let kind = Int(random.unit() * 3)
    let (size, reason) =
      switch kind {
      case 0:
        (
          Viewport(width: viewport.height, height: viewport.width), "the device is turned"
        )
      case 1:
        (
          Viewport(width: (viewport.width / 2).rounded(), height: viewport.height),
          "another app takes half of the screen"
        )
      default:
        (
          Viewport(width: viewport.width, height: max(viewport.height - 300, viewport.height / 2)),
          "a keyboard comes up"
        )
      }
    resized = size
    add(.resize(size, reason: reason), at: time)
    return time
  }

  /// Code requests a region, in a third of the cases right after a gesture, in a third of the cases
  /// again with a smaller span; returns the time of the last command.
  mutating func addCommands(after rest: Int64, look: Int64) -> Int64 {
    let delay =
      chance(1, in: 3) ? number(in: 20...120) : number(in: 500...900)
    let time = rest + Int64(delay) * Self.millisecond
    scale = min(traceScale, Self.widestCommandScale)
    let (place, reason) = placeToShow(at: time)
    let region = region(around: place, scale: scale)
    center = MapPoint(region.center)
    add(.command(.show(region), reason: reason), at: time)
    guard chance(1, in: 3) else { return time }
    scale /= 4
    let span = self.region(around: place, scale: scale).span
    add(
      .command(.zoom(to: span), reason: "code zooms in on the same place"), at: time + look)
    return time + look
  }

  private mutating func placeToShow(at time: Int64) -> (place: Coordinate, reason: String) {
    switch Int(random.unit() * 3) {
    case 0:
      return (location(at: time), "the user taps “center on me”")
    case 1:
      let near = MapPoint(
        x: center.x + number(in: -1...1) * viewport.width * scale,
        y: center.y + number(in: -1...1) * viewport.height * scale)
      return (near.coordinate, "a search result is chosen")
    default:
      return (places[Int(random.unit() * Double(places.count))], "a link is opened")
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
    let region = Region(
      center: middle, latitudinalMeters: meters, longitudinalMeters: meters)
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
