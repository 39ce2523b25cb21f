import Clustering
import PinData
import Platform
import Simulation
import Support

/// The external events of a map screen: gestures, positions, new data, commands of code, and sizes
/// of the view. All strategies have the same events.
package struct RegionScript: Hashable, Sendable {
  /// A region that the app's code requests.
  package enum Command: Hashable, Sendable {
    /// A region: where the user is, a search result, the place of a link.
    case show(Region)
    /// The center of the region that is on screen according to the app's state, with another span.
    case zoom(to: CoordinateSpan)
  }

  package enum Action: Hashable, Sendable {
    case gestureBegins
    case movement(UserMovement)
    case gestureEnds
    /// A new position of the user.
    case location(Coordinate)
    /// New data.
    case refresh
    /// Code requests another region, for a reason that a transcript shows.
    case command(Command, reason: String)
    /// The view gets another size, for a reason that a transcript shows.
    case resize(Viewport, reason: String)
  }

  package struct Event: Hashable, Sendable {
    /// Nanoseconds since the screen appeared.
    package let time: Int64
    package let action: Action

    package init(at time: Int64, _ action: Action) {
      self.time = time
      self.action = action
    }
  }

  /// The rectangle that the map shows first.
  let start: MapRect
  /// The user's first position.
  let userLocation: Coordinate
  /// The places that the map's content shows.
  let places: PinSet
  /// In ascending order of time.
  package let events: [Event]
  /// The time at which the screen is left, in nanoseconds.
  package let duration: Int64

  package init(
    start: MapRect, userLocation: Coordinate, places: PinSet = PinSet(coordinates: []),
    events: [Event], duration: Int64
  ) {
    self.start = start
    self.userLocation = userLocation
    self.places = places
    self.events = events
    self.duration = duration
  }

  /// The rectangle around the places; `nil` if there are none.
  var content: MapRect? { places.count > 0 ? MapRect(places.region) : nil }

  /// The number of places in a rectangle.
  func placeCount(in rect: MapRect) -> Int {
    let parts = rect.partsOnWorld
    return places.coordinates.count { place in
      let point = MapPoint(place)
      return parts.contains { $0.contains(point) }
    }
  }

  /// The number of gestures, commands and resizes; a resize or a command in the middle of a gesture
  /// is part of the gesture.
  var changeCount: Int {
    var isInGesture = false
    var count = 0
    for event in events {
      if event.action.isChange, !isInGesture { count += 1 }
      if event.action == .gestureBegins { isInGesture = true }
      if event.action == .gestureEnds { isInGesture = false }
    }
    return count
  }
}

extension RegionScript.Action {
  /// Indicates whether a change begins of the region that the map should show.
  var isChange: Bool {
    switch self {
    case .gestureBegins, .command, .resize: true
    case .movement, .gestureEnds, .location, .refresh: false
    }
  }

  /// Indicates whether an app may write state for it; false for a movement of the fingers.
  var writesState: Bool {
    if case .movement = self { false } else { true }
  }
}

extension RegionScript {
  /// Writes the script of a case: a camera's gestures, and the events between and during them.
  ///
  /// Users look at the places that they request: the next gesture is later than a command and a
  /// resize by the profile's `command-look` and `resize-look`. Sometimes they look without a request.
  /// The gestures are later than in the camera's trace by these times.
  ///
  /// - Parameters:
  ///   - seconds: the duration of the use.
  ///   - profile: the parameters of the group ``ProfileParameter/Group/regionUse``, without the rates.
  package init(
    gestures: CameraGestures, pins: PinSet, viewport: Viewport, refresh: Double,
    rates: RegionEventRates, seconds: Int, profile: PlatformProfile
  ) {
    var random = SplitMix64(seed: rates.seed)
    let start = gestures.start
    // A file may have no pins; then the only place is the camera's first.
    let places =
      pins.coordinates.isEmpty
      ? [MapPoint(x: start.midX, y: start.midY).coordinate] : pins.coordinates
    let home = places[random.index(below: places.count)]
    let duration = Int64(seconds) * 1_000_000_000
    var writer = RegionScriptWriter(
      viewport: viewport, camera: start, home: home, places: places, profile: profile,
      random: random)
    writer.addBackground(rates, until: duration)
    var schedule = RegionSchedule(rates: rates, duration: duration, writer: writer)
    schedule.add(gestures, refresh: refresh)
    self.init(
      start: start, userLocation: home, places: pins, events: schedule.writer.sortedEvents,
      duration: duration)
  }
}
