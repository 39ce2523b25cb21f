import PinData
import YAMLReading

/// Somebody who moves a map about: how often they stop to look at it.
///
/// A camera's trace has the rests of somebody in a hurry. Here a share of them becomes a look at the
/// map, of 1 to 4 seconds; nothing is published about how long people look.
struct MapUser: Hashable, Sendable {
  /// The share of the gestures after which the user looks at the map.
  let lookShare: Double
  /// Where looks, and the region ends of flings, come from.
  private(set) var seed: UInt64

  private static let keys = ["looks", "seed"]
  private static let standardLookShare = 0.4

  init(lookShare: Double = Self.standardLookShare, seed: UInt64 = 0) {
    self.lookShare = lookShare
    self.seed = seed
  }

  init(_ yaml: YAMLValue) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    self.init(
      lookShare: try mapping["looks"]?.number(in: 0...1) ?? Self.standardLookShare,
      seed: UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0))
  }

  /// The generator of one gesture: what it draws does not depend on the gestures before.
  func generator(ofGesture gesture: Int) -> SplitMix64 {
    var mixed = SplitMix64(seed: seed &+ UInt64(gesture) &* 0xD134_2543_DE82_EF95)
    return SplitMix64(seed: mixed.next())
  }

  func reseeded(_ seed: UInt64) -> MapUser {
    MapUser(lookShare: lookShare, seed: seed)
  }

  var description: String {
    "looks at the map after \(lookShare * 100) % of the gestures, seed \(seed)"
  }
}
