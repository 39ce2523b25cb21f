import MapGeometry
import MapSimulation
import PlatformProfiles
import Statistics
import YAMLReading

/// All events on a device while its map is visible; they do not depend on the strategy.
struct UpdateEnvironment: Sendable {
  let device: Device
  let camera: CameraPath
  /// The places of the pins at the beginning.
  let points: [MapPoint]
  let changes: EnvironmentChanges

  /// The number of refreshes of the screen.
  var frameCount: Int { camera.rects.count }
  /// The time from one refresh to the next in nanoseconds.
  var interval: Int64 { FrameForecast.interval(refresh: device.refresh) }
  /// All events until the last refresh, including it, in order.
  var events: [EnvironmentEvent] {
    changes.events(until: Int64(frameCount - 1) * interval + 1)
  }
}

/// The part of the map that the screen would show at every refresh, with the beginnings and ends of
/// its movements.
struct CameraPath: Hashable, Sendable {
  /// The visible rectangle at each refresh.
  let rects: [MapRect]
  /// For each refresh the number of moves of the camera until then.
  let revisions: [Int]
  /// For each refresh the number of movements that had ended until then: the camera rested, or the
  /// path ended.
  let endedMovements: [Int]
  /// For each move of the camera the refresh at which it came; the first is 0, when the map
  /// appears.
  let movingRefreshes: [Int]

  /// - Parameter rects: at least one.
  init(_ rects: [MapRect]) {
    precondition(!rects.isEmpty, "a camera path has a beginning")
    self.rects = rects
    var revisions = [0]
    var endedMovements = [0]
    var movingRefreshes = [0]
    var isMoving = false
    for refresh in rects.indices.dropFirst() {
      let moves = rects[refresh] != rects[refresh - 1]
      if moves { movingRefreshes.append(refresh) }
      let ends = isMoving && !moves || moves && refresh == rects.count - 1
      revisions.append(movingRefreshes.count - 1)
      endedMovements.append(endedMovements[refresh - 1] + (ends ? 1 : 0))
      isMoving = moves
    }
    self.revisions = revisions
    self.endedMovements = endedMovements
    self.movingRefreshes = movingRefreshes
  }
}

/// Something that happens to an app while it shows its map.
struct EnvironmentEvent: Hashable, Sendable {
  enum Kind: Int, Hashable, Sendable, Comparable {
    /// The user taps a pin.
    case tap
    /// State changes that the map does not show, such as the user's location.
    case location
    /// Some pins move.
    case movement
    /// The data is loaded again.
    case refresh

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Indicates whether it changes the data that the map shows.
    var changesModel: Bool { self == .movement || self == .refresh }
  }

  /// Nanoseconds since the map appeared.
  let time: Int64
  let kind: Kind
}

/// The changes in the environment of a scenario while the map is shown: the `changes` of its file.
struct EnvironmentChanges: Hashable, Sendable {
  /// Changes of unrelated state per second; 0 for none.
  private var locationRate = 0.0
  /// The number of pins that move.
  private(set) var movingPins = 0
  /// Their movements a second.
  private(set) var movementRate = 0.0
  /// Seconds from one refresh of the data to the next; `nil` if there are no refreshes.
  private var refreshPeriod: Double?
  /// The fraction of the pins that a refresh replaces.
  private(set) var churn = 0.0
  /// Taps of the user on a pin per second; 0 for none.
  private var tapRate = 0.0
  private(set) var seed: UInt64 = 0

  private static let keys = ["location", "moving", "refresh", "taps", "seed"]
  /// From once in a hundred seconds to every refresh of the fastest screen.
  private static let rates = 0.01...240.0

  /// An environment in which nothing changes but the camera.
  init() {}

  init(_ yaml: YAMLValue) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    locationRate = try mapping["location"]?.number(in: Self.rates) ?? 0
    if let moving = try mapping["moving"]?.mapping(keys: ["pins", "rate"]) {
      movingPins = try moving.value("pins").integer(in: 1...AnnotationUpdatesWorkload.maxPinCount)
      movementRate = try moving.value("rate").number(in: Self.rates)
    }
    if let refresh = try mapping["refresh"]?.mapping(keys: ["every", "churn"]) {
      refreshPeriod = try refresh.value("every").number(in: 0.01...3_600)
      churn = try refresh.value("churn").number(in: 0...1)
    }
    tapRate = try mapping["taps"]?.number(in: Self.rates) ?? 0
    seed = UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0)
  }

  /// The groups of parameters that the changes of the data read.
  var profileGroups: [ProfileParameter.Group] {
    movingPins > 0 || refreshPeriod != nil ? [.changes] : []
  }

  func reseeded(_ seed: UInt64) -> EnvironmentChanges {
    var changes = self
    changes.seed = seed
    return changes
  }

  /// Returns all events before a time, in order. Each kind of event is periodic, with its own first
  /// time.
  ///
  /// - Parameter end: in nanoseconds.
  func events(until end: Int64) -> [EnvironmentEvent] {
    var random = SplitMix64(seed: seed)
    var events: [EnvironmentEvent] = []
    func add(_ kind: EnvironmentEvent.Kind, period: Double, phase: Double) {
      var number = 0.0
      while true {
        let time = Int64(((phase + number) * period * 1e9).rounded())
        guard time < end else { return }
        events.append(EnvironmentEvent(time: time, kind: kind))
        number += 1
      }
    }
    // Drawn for every kind, so that leaving one out does not shift the others.
    let phases = (0..<4).map { _ in random.unit() }
    if tapRate > 0 { add(.tap, period: 1 / tapRate, phase: phases[0]) }
    if locationRate > 0 { add(.location, period: 1 / locationRate, phase: phases[1]) }
    if movingPins > 0 { add(.movement, period: 1 / movementRate, phase: phases[2]) }
    if let refreshPeriod { add(.refresh, period: refreshPeriod, phase: phases[3]) }
    return events.sorted { ($0.time, $0.kind) < ($1.time, $1.kind) }
  }

  /// The maximum number of refreshes of the data in a time.
  ///
  /// - Parameter seconds: how long the map is shown.
  func maxRefreshCount(in seconds: Double) -> Int {
    guard let refreshPeriod else { return 0 }
    return Int((seconds / refreshPeriod).rounded(.up))
  }

  var description: String {
    var parts: [String] = []
    if locationRate > 0 { parts.append("unrelated state \(locationRate) times a second") }
    if movingPins > 0 { parts.append("\(movingPins) pins move \(movementRate) times a second") }
    if let refreshPeriod {
      parts.append("every \(refreshPeriod) s \(churn * 100) % of the pins are replaced")
    }
    if tapRate > 0 { parts.append("\(tapRate) taps a second") }
    return parts.isEmpty
      ? "nothing but the camera" : parts.joined(separator: ", ") + ", seed \(seed)"
  }
}

/// The data of an environment as it is at a time, whatever a screen shows of it by then.
final class CurrentPins {
  let model: PinModel

  private let feed: DataFeed
  private let events: [EnvironmentEvent]
  private let interval: Int64
  private var nextEvent = 0

  init(_ environment: UpdateEnvironment) {
    model = PinModel(points: environment.points)
    feed = DataFeed(
      model: model, changes: environment.changes, profile: environment.device.profile)
    events = environment.events
    interval = environment.interval
  }

  /// Lets everything happen to the data that is due by a refresh, that time included.
  func run(untilRefresh refresh: Int) {
    let time = Int64(refresh) * interval
    while nextEvent < events.count, events[nextEvent].time <= time {
      switch events[nextEvent].kind {
      case .movement: feed.move()
      case .refresh: feed.refresh()
      case .tap, .location: break
      }
      nextEvent += 1
    }
    // Nobody asks, and the list of what moved is not to grow.
    _ = feed.takeChanges()
  }
}
