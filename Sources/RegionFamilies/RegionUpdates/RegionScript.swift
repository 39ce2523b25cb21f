import MapGeometry
import MapSimulation

/// What happens to a map screen from outside: fingers, the positioning, the network, code, and the
/// device's own shape. The same for every strategy.
package struct RegionScript: Hashable, Sendable {
  /// What somebody's code wants.
  package enum Command: Hashable, Sendable {
    /// A region: where the user is, a search result, the place of a link.
    case show(Region)
    /// The middle of what the app believes to be on screen, from nearer.
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
    /// Code wants the map elsewhere; the words tell a reader who.
    case command(Command, words: String)
    /// The view gets another size; the words tell a reader why.
    case resize(Viewport, words: String)
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

  /// What the map shows in the beginning.
  let start: MapRect
  package let viewport: Viewport
  /// Where the user is in the beginning.
  let userLocation: Coordinate
  /// In ascending order of time.
  package let events: [Event]
  /// When the screen is left, in nanoseconds.
  package let duration: Int64

  package init(
    start: MapRect, viewport: Viewport, userLocation: Coordinate, events: [Event], duration: Int64
  ) {
    self.start = start
    self.viewport = viewport
    self.userLocation = userLocation
    self.events = events
    self.duration = duration
  }

  /// How often something begins that changes what the map is to show; a resize or a command in the
  /// middle of a gesture is part of it.
  var changeCount: Int {
    var isInGesture = false
    var count = 0
    for event in events {
      if event.action.isChange, !isInGesture { count += 1 }
      switch event.action {
      case .gestureBegins: isInGesture = true
      case .gestureEnds: isInGesture = false
      case .movement, .location, .refresh, .command, .resize: break
      }
    }
    return count
  }
}

extension RegionScript.Action {
  /// Whether something begins that changes what the map is to show.
  var isChange: Bool {
    switch self {
    case .gestureBegins, .command, .resize: true
    case .movement, .gestureEnds, .location, .refresh: false
    }
  }

  /// Whether an app writes state for it: not for a step of the fingers.
  var writesState: Bool {
    if case .movement = self { false } else { true }
  }
}
