import PinData
import Platform
import ScenarioModel
import Simulation
import Support

/// The keys of a scenario with a map that changes, besides the keys of its map.
struct UpdateSettings: MapSettings {
  fileprivate(set) var changes = ChangeSettings()

  static let keys: [Key<Self>] = [
    .group("changes", \.changes, absent: "nothing but the camera", "what changes meanwhile")
  ]

  /// Pins times refreshes of the data: where all are replaced each time, their numbers alone take
  /// 8 bytes each, and no more than 0.8 GB.
  private static let maxReloadCount = 100_000_000

  /// The changes of the data read parameters of their own.
  var profileGroups: [ProfileParameter.Group] {
    changes.moving.pins > 0 || changes.loads.every > 0 ? [.changes] : []
  }

  func check(sizes: [Int], on map: MapSource) throws {
    try map.check(sizes: sizes)
    let moving = changes.moving.pins
    if let size = sizes.min(), size < moving {
      throw WorkloadError(
        "changes: expected at most \(size) moving pins for the size \(size), found \(moving); "
          + "lower 'pins' of 'moving' or raise 'sizes'", size: size)
    }
    guard changes.loads.every > 0, let size = sizes.max() else { return }
    let refreshes = Int((try seconds(on: map) / changes.loads.every).rounded(.up))
    if size > Self.maxReloadCount / max(1, refreshes) {
      throw WorkloadError(
        "changes: expected at most \(Self.maxReloadCount / size) refreshes of the data for the "
          + "size \(size), found \(refreshes); raise 'every' of 'refresh', or lower 'sizes' or "
          + "'frames'",
        size: size)
    }
  }

  /// The time for which the map is visible.
  private func seconds(on map: MapSource) throws -> Double {
    switch map.camera {
    case .generator(_, let length, _): return length.seconds(refresh: map.device.refresh)
    case .file(let path, _):
      let times = try CameraTrace.read(path: path).frames.map(\.time)
      return (times.last ?? 0) - (times.first ?? 0)
    case nil: return 0
    }
  }
}

/// The changes in the environment of a scenario while its map is shown.
struct ChangeSettings: Settings {
  /// More than a phone holds as annotations.
  static let maxPinCount = 10_000_000
  /// From once in a hundred seconds to every refresh of the fastest screen.
  private static let rates = 0.01...240.0

  private var location: Double?
  fileprivate(set) var moving = MovingPins()
  fileprivate(set) var loads = DataLoads()
  private var taps: Double?
  private(set) var seed: UInt64 = 0

  static let keys: [Key<Self>] = [
    .number(
      "location", \.location, in: rates, unit: " a second", "changes of other state per second"),
    .group("moving", \.moving, absent: "no pin moves", "pins that move"),
    .group("refresh", \.loads, absent: "the data stays", "loads of the data"),
    .number("taps", \.taps, in: rates, unit: " a second", "taps on a visible pin per second"),
    .seed(\.seed),
  ]

  struct MovingPins: Settings {
    fileprivate(set) var pins = 0
    fileprivate(set) var rate = 0.0

    static let keys: [Key<Self>] = [
      .integer(
        "pins", \.pins, in: 1...ChangeSettings.maxPinCount, required: true, unit: " moving",
        "their number"),
      .number(
        "rate", \.rate, in: ChangeSettings.rates, required: true, unit: " a second",
        "moves of each pin per second"),
    ]
  }

  struct DataLoads: Settings {
    fileprivate(set) var every = 0.0
    fileprivate(set) var churn = 0.0

    static let keys: [Key<Self>] = [
      .number(
        "every", \.every, in: 0.01...3_600, required: true, unit: " s", "seconds between two loads"),
      .number("churn", \.churn, in: 0...1, required: true, "the fraction of replaced pins"),
    ]
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
    if let taps { add(.tap, period: 1 / taps, phase: phases[0]) }
    if let location { add(.location, period: 1 / location, phase: phases[1]) }
    if moving.pins > 0 { add(.movement, period: 1 / moving.rate, phase: phases[2]) }
    if loads.every > 0 { add(.refresh, period: loads.every, phase: phases[3]) }
    return events.sorted { ($0.time, $0.kind.rawValue) < ($1.time, $1.kind.rawValue) }
  }
}
