import YAMLReading

/// How often things happen besides the fingers' movements, in times a second.
package struct RegionEventRates: Sendable {
  let location: Double
  let data: Double
  let commands: Double
  /// Changes of the view's size, each followed by its way back.
  let resizes: Double
  private(set) var seed: UInt64

  private static let keys = ["location", "data", "commands", "resizes", "seed"]

  /// What a scenario that says nothing gets: a position a second, a refresh in five, a wish of
  /// code's in ten, another size in twenty.
  static let standard = RegionEventRates(
    location: 1, data: 0.2, commands: 0.1, resizes: 0.05, seed: 0)

  package init(
    location: Double, data: Double, commands: Double, resizes: Double, seed: UInt64
  ) {
    self.location = location
    self.data = data
    self.commands = commands
    self.resizes = resizes
    self.seed = seed
  }

  init(_ yaml: YAMLValue) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    let standard = Self.standard
    location = try mapping["location"]?.number(in: 0...60) ?? standard.location
    data = try mapping["data"]?.number(in: 0...60) ?? standard.data
    commands = try mapping["commands"]?.number(in: 0...10) ?? standard.commands
    resizes = try mapping["resizes"]?.number(in: 0...10) ?? standard.resizes
    seed = UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0)
  }

  func reseeded(_ seed: UInt64) -> RegionEventRates {
    var rates = self
    rates.seed = seed
    return rates
  }

  var description: String {
    "\(location) positions, \(data) refreshes, \(commands) commands, \(resizes) resizes a second, "
      + "seed \(seed)"
  }
}
