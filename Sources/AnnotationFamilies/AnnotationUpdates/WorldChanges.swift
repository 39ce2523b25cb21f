import PinData
import YAMLReading

/// What changes in the world of a scenario while the map is shown: the `changes` of its file.
struct WorldChanges: Hashable, Sendable {
  /// How often a second unrelated state changes; 0: never.
  private(set) var locationRate = 0.0
  /// How many pins move.
  private(set) var movingPins = 0
  /// How often a second they do.
  private(set) var movementRate = 0.0
  /// Seconds from one refresh of the data to the next; `nil`: there is none.
  private(set) var refreshPeriod: Double?
  /// The share of the pins that leave in a refresh; as many come.
  private(set) var churn = 0.0
  /// How often a second the user taps a pin; 0: never.
  private(set) var tapRate = 0.0
  private(set) var seed: UInt64 = 0

  private static let keys = ["location", "moving", "refresh", "taps", "seed"]
  /// From once in a hundred seconds to every refresh of the fastest screen.
  private static let rates = 0.01...240.0

  /// A world in which nothing changes but the camera.
  init() {}

  init(_ yaml: YAMLValue) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    locationRate = try mapping["location"]?.number(in: Self.rates) ?? 0
    if let moving = try mapping["moving"]?.mapping(keys: ["pins", "rate"]) {
      movingPins = try moving.value("pins")
        .integer(in: 1...AnnotationUpdatesWorkload.greatestPinCount)
      movementRate = try moving.value("rate").number(in: Self.rates)
    }
    if let refresh = try mapping["refresh"]?.mapping(keys: ["every", "churn"]) {
      refreshPeriod = try refresh.value("every").number(in: 0.01...3_600)
      churn = try refresh.value("churn").number(in: 0...1)
    }
    tapRate = try mapping["taps"]?.number(in: Self.rates) ?? 0
    seed = UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0)
  }

  func reseeded(_ seed: UInt64) -> WorldChanges {
    var changes = self
    changes.seed = seed
    return changes
  }

  /// Everything that happens before a time, in order. Each kind keeps its rhythm, from a first
  /// time of its own.
  ///
  /// - Parameter end: in nanoseconds.
  func events(until end: Int64) -> [WorldEvent] {
    var random = SplitMix64(seed: seed)
    var events: [WorldEvent] = []
    func add(_ kind: WorldEvent.Kind, period: Double, phase: Double) {
      var number = 0.0
      while true {
        let time = Int64(((phase + number) * period * 1e9).rounded())
        guard time < end else { return }
        events.append(WorldEvent(time: time, kind: kind))
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

  /// How often the data is loaded again in a time, at most.
  ///
  /// - Parameter seconds: how long the map is shown.
  func refreshCount(in seconds: Double) -> Int {
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
