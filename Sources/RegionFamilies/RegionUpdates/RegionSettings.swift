import MapSimulation
import PlatformProfiles
import YAMLReading

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
  package static let all = settings(StateDelivery.Mode.allCases, animated: [false, true])

  private static let keys = ["delivery", "animated"]

  /// Reads the settings that a scenario replays: each delivery with each choice of animation.
  static func settings(_ yaml: YAMLValue) throws(InputError) -> [RegionAppSetting] {
    let mapping = try yaml.mapping(keys: keys)
    let deliveries = try mapping["delivery"]?.choices { (value) throws(InputError) in
      try value.choice("delivery") as StateDelivery.Mode
    }
    let animated = try mapping["animated"]?.choices { (value) throws(InputError) in
      try value.boolean()
    }
    return settings(
      deliveries ?? StateDelivery.Mode.allCases, animated: animated ?? [false, true])
  }

  private static func settings(
    _ deliveries: [StateDelivery.Mode], animated: [Bool]
  ) -> [RegionAppSetting] {
    deliveries.flatMap { delivery in
      animated.map { RegionAppSetting(delivery: delivery, isAnimated: $0) }
    }
  }

  /// The label: `asynchronous, animated`.
  var name: String { "\(delivery.rawValue), \(isAnimated ? "animated" : "not animated")" }
}

/// The rates of events that are not gestures, per second.
package struct RegionEventRates: Hashable, Sendable {
  let location: Double
  let data: Double
  let commands: Double
  /// Changes of the view's size, each followed by the change back.
  let resizes: Double
  var seed: UInt64

  private static let keys = ["location", "data", "commands", "resizes", "seed"]

  package init(
    location: Double, data: Double, commands: Double, resizes: Double, seed: UInt64
  ) {
    self.location = location
    self.data = data
    self.commands = commands
    self.resizes = resizes
    self.seed = seed
  }

  /// Reads the key `events`; a rate that the file does not have is the profile's.
  init(_ yaml: YAMLValue?, profile: PlatformProfile) throws(InputError) {
    let mapping = try yaml?.mapping(keys: Self.keys)
    location = try mapping?["location"]?.number(in: 0...60) ?? profile[.locationRate]
    data = try mapping?["data"]?.number(in: 0...60) ?? profile[.dataRate]
    commands = try mapping?["commands"]?.number(in: 0...10) ?? profile[.commandRate]
    resizes = try mapping?["resizes"]?.number(in: 0...10) ?? profile[.resizeRate]
    seed = UInt64(try mapping?["seed"]?.integer(in: 0 ... .max) ?? 0)
  }

  var description: String {
    "\(location) positions, \(data) refreshes, \(commands) commands, \(resizes) resizes a second, "
      + "seed \(seed)"
  }
}

/// The exactness of a region that is read back from a map, as a scenario names it; a variant of the
/// scenario each.
enum RegionFittingMode: String, Hashable, Sendable, CaseIterable {
  case exact
  case residual
  case centerResidual = "center-residual"
  case expanding

  /// The map's effect on a region, for a reader of a report.
  var summary: String {
    switch self {
    case .exact:
      "documented: a region is adjusted to fit the view; one that is read back shows the same when "
        + "it is set again"
    case .residual:
      "assumed: each conversion leaves the region a little larger or smaller, in turn"
    case .centerResidual:
      "assumed: each conversion moves the centre a little north or south, in turn"
    case .expanding:
      "assumed: each conversion contains what it was given, and so shows a little more"
    }
  }

  /// Reads the modes of the key `map`; all modes if the file has none.
  static func modes(_ yaml: YAMLValue?) throws(InputError) -> [RegionFittingMode] {
    let modes = try yaml?.mapping(keys: ["fitting"])["fitting"]?.choices {
      (value) throws(InputError) in try value.choice("fitting") as RegionFittingMode
    }
    return modes ?? allCases
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
