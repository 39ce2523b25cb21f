import PinData
import Platform
import ScenarioModel
import Simulation
import Support

/// The keys of a scenario about a map's region: the map, the app, and what happens.
struct RegionSettings: MapSettings {
  /// An hour of use.
  static let maxSeconds = 3_600

  var fitting = MapFitting()
  var app = AppChoices()
  var events = RegionEvents()

  static let keys: [Key<Self>] = [
    .group("map", \.fitting, "which map it is"),
    .group("app", \.app, "the app's choices; each combination is replayed"),
    .group("events", \.events, "events besides gestures; a rate that is left out is the profile's"),
  ]

  struct MapFitting: Settings {
    /// At least one; each is a variant.
    var modes = RegionFittingMode.allCases

    static let keys: [Key<Self>] = [
      .choices(
        "fitting", \.modes, what: "fitting",
        "how a region that is read back differs from the one that was set; each is a variant")
    ]
  }

  struct AppChoices: Settings {
    private var deliveries = StateDelivery.Mode.allCases
    private var animations = [false, true]

    static let keys: [Key<Self>] = [
      .choices("delivery", \.deliveries, what: "delivery", "when the delegate writes state"),
      .value(
        "animated", \.animations, standard: "false, true",
        "whether code animates its changes of the region"
      ) { (yaml) throws(InputError) in
        try yaml.choices { (value) throws(InputError) in try value.boolean() }
      },
    ]

    /// The settings that are replayed: each delivery with each choice of animation.
    var combinations: [RegionAppSetting] {
      deliveries.flatMap { delivery in
        animations.map { RegionAppSetting(delivery: delivery, isAnimated: $0) }
      }
    }
  }

  var variants: [String] { fitting.modes.map(\.rawValue) }

  func facts(on profile: PlatformProfile) -> [(name: String, value: String)] {
    let conversions = profile.count(.layoutPassConversions)
    let rates = events.rates(on: profile)
    return [
      (
        "events",
        "\(rates.location) positions, \(rates.data) refreshes, \(rates.commands) commands, "
          + "\(rates.resizes) resizes a second, seed \(rates.seed)"
      ),
      ("app", app.combinations.map(\.name).joined(separator: "; ")),
    ] + fitting.modes.map { ("map that is \($0.rawValue)", $0.summary) } + [
      (
        "layout pass after a change",
        conversions == 0
          ? "converts nothing"
          : "assumed: converts the region \(conversions == 1 ? "once" : "\(conversions) times") "
            + "more, without calling the delegate; not on the exact map"
      ),
      (
        "which map it is",
        "setRegion(_:animated:) is documented to adjust a region to fit the view, which the exact "
          + "map does; no documentation describes the other maps, or a layout pass that converts"
      ),
    ]
  }

  /// The whole seconds of the camera's trace, at least one.
  func defaultSize(on map: MapSource) throws(InputError) -> Int {
    if case .generator(_, let length, _) = map.camera {
      return min(max(1, Int(length.seconds(refresh: map.device.refresh))), Self.maxSeconds)
    }
    do {
      return max(1, try recordedSeconds(on: map))
    } catch {
      let start = SourceLocation(file: map.camera?.file ?? "", line: 1, column: 1)
      throw error as? InputError ?? InputError(.unreadable(reason: "\(error)"), at: start)
    }
  }

  private func recordedSeconds(on map: MapSource) throws -> Int {
    let rects = try map.visibleMapRects(around: PinSet(coordinates: []), on: map.device)
    return Int((Double(rects.count - 1) / map.device.refresh + 0.01).rounded(.down))
  }

  func check(sizes: [Int], on map: MapSource) throws {
    try map.check(sizes: [])
    guard let path = map.camera?.file else { return }
    let found = try recordedSeconds(on: map)
    if let size = sizes.first(where: { $0 > max(1, found) }) {
      throw WorkloadError(
        "\(path): expected a camera trace of at least \(size) seconds for this size, "
          + "found \(found); lower 'sizes' or give a longer trace", size: size)
    }
  }
}

/// The choices of an app in addition to its strategy: the time when the delegate writes state, and
/// the animation of changes from code.
package struct RegionAppSetting: Hashable, Sendable {
  package let delivery: StateDelivery.Mode
  package let isAnimated: Bool

  package init(delivery: StateDelivery.Mode, isAnimated: Bool) {
    self.delivery = delivery
    self.isAnimated = isAnimated
  }

  /// Every setting, in the order of a report.
  package static let all = RegionSettings.AppChoices().combinations

  /// The label: `asynchronous, animated`.
  var name: String { "\(delivery.rawValue), \(isAnimated ? "animated" : "not animated")" }
}

/// The rates of events in a scenario's file; those that it does not have are the profile's.
struct RegionEvents: Settings {
  private var location: Double?
  private var data: Double?
  private var commands: Double?
  private var resizes: Double?
  private var seed: UInt64 = 0

  static let keys: [Key<Self>] = [
    .number("location", \.location, in: 0...60, "positions of the user per second"),
    .number("data", \.data, in: 0...60, "refreshes of the data per second"),
    .number("commands", \.commands, in: 0...10, "calls per second by code that moves the map"),
    .number("resizes", \.resizes, in: 0...10, "changes of the view's size per second"),
    .seed(\.seed),
  ]

  func rates(on profile: PlatformProfile) -> RegionEventRates {
    (
      location ?? profile[.locationRate], data ?? profile[.dataRate],
      commands ?? profile[.commandRate], resizes ?? profile[.resizeRate], seed
    )
  }
}

/// The rates of events that are not gestures, per second. Each change of the view's size is followed
/// by the change back.
package typealias RegionEventRates = (
  location: Double, data: Double, commands: Double, resizes: Double, seed: UInt64
)

/// The exactness of a region that is read back from a map, as a scenario names it.
enum RegionFittingMode: String, Hashable, Sendable, CaseIterable {
  case exact
  case residual
  case centerResidual = "center-residual"
  case expanding

  /// The map's effect on a region, for a reader of a report.
  var summary: String {
    switch self {
    case .exact:
      "documented: a region is adjusted to fit the view; a region that is read back and set again "
        + "shows the same"
    case .residual: "assumed: each conversion leaves the region a little larger or smaller, in turn"
    case .centerResidual:
      "assumed: each conversion moves the centre a little north or south, in turn"
    case .expanding:
      "assumed: each conversion returns a region that contains the given one and a little more"
    }
  }

  /// The mode with the sizes of a platform profile.
  func fitting(on profile: PlatformProfile) -> RegionFitting {
    switch self {
    case .exact: .exact
    case .residual: .residual(points: profile[.fittingResidual])
    case .centerResidual: .centerResidual(degrees: profile[.centerResidual])
    case .expanding: .expanding
    }
  }
}
