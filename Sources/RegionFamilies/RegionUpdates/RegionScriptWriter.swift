import MapGeometry
import MapSimulation
import PinData
import Workloads

/// Writes a script's events down, and follows with a camera of its own where the map should be, so
/// that what code wants lies where somebody might want it.
struct RegionScriptWriter {
  private let viewport: Viewport
  private let places: [Coordinate]
  private let home: Coordinate
  private var random: SplitMix64
  private var events: [RegionScript.Event] = []
  /// The middle of what the map should show.
  private var center: MapPoint
  /// Map points in a point of the screen there.
  private var scale: Double
  /// The same in the camera's trace, which knows no commands.
  private var traceScale: Double
  /// The view's size, where it is not the usual one.
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

  // MARK: - Chance

  /// The time to the next of events that come so often a second, in nanoseconds: between half and
  /// one and a half of the mean; the end of the clock where they never come.
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

  // MARK: - What comes by itself

  /// Positions and refreshes, whatever the fingers do.
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

  // MARK: - What somebody does

  /// A gesture, with another size of the view in its middle where that is asked for.
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

  /// The view turns, is split or gets a keyboard, or comes back from that; tells when.
  mutating func addResize(at time: Int64) -> Int64 {
    if resized != nil {
      resized = nil
      add(.resize(viewport, words: "the view gets its usual size back"), at: time)
      return time
    }
    let kind = Int(random.unit() * 3)
    let (size, words) =
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
    add(.resize(size, words: words), at: time)
    return time
  }

  /// Code wants the map elsewhere, a third of the times right after a gesture, a third of the
  /// times once more from nearer; tells when it did for the last time.
  mutating func addCommands(after rest: Int64, look: Int64) -> Int64 {
    let delay =
      chance(1, in: 3) ? number(in: 20...120) : number(in: 500...900)
    let time = rest + Int64(delay) * Self.millisecond
    scale = min(traceScale, Self.widestCommandScale)
    let (place, words) = placeToShow(at: time)
    let region = region(around: place, scale: scale)
    center = MapPoint(region.center)
    add(.command(.show(region), words: words), at: time)
    guard chance(1, in: 3) else { return time }
    scale /= 4
    let span = self.region(around: place, scale: scale).span
    add(
      .command(.zoom(to: span), words: "code shows the same place from nearer"), at: time + look)
    return time + look
  }

  private mutating func placeToShow(at time: Int64) -> (place: Coordinate, words: String) {
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

  /// As code asks for regions: a square of whole metres, as wide as the usual view.
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
  /// Rounded to whole parts of one in so many: away from the digits in which C libraries differ.
  fileprivate func rounded(to parts: Double) -> Double { (self * parts).rounded() / parts }
}
