import Clustering
import MapGeometry
import PinData
import ScenarioModel
import Statistics
import YAMLReading

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How many of a scenario's pins lie in stacks: at one coordinate, or within a metre or so.
///
/// Offices of one building, offers of one shop, photographs of one place.
struct StackSource: Hashable, Sendable {
  /// The fraction of the pins in stacks.
  let share: Double
  /// The numbers of pins of a stack; small ones are more frequent, by Zipf's law.
  let sizes: ClosedRange<Int>
  /// The fraction of the stacks whose pins are not at one coordinate but near it.
  let nearShare: Double
  /// The radius of such a stack in metres.
  let spread: Double
  var seed: UInt64

  private static let keys = ["share", "sizes", "near", "spread", "seed"]
  private static let defaultSpread = 1.0

  /// - Parameter yaml: `nil` for data that have their own stacks, if any.
  init(_ yaml: YAMLValue?) throws(InputError) {
    guard let yaml else {
      (share, sizes, nearShare, spread, seed) = (0, 2...2, 0, Self.defaultSpread, 0)
      return
    }
    let mapping = try yaml.mapping(keys: Self.keys)
    share = try mapping.value("share").number(in: 0...1)
    let sizesValue = try mapping.value("sizes")
    let ends = try sizesValue.elements()
    guard ends.count == 2 else {
      throw sizesValue.error(expected: "the fewest and the most pins of a stack: [2, 50]")
    }
    let fewest = try ends[0].integer(in: 2...10_000)
    sizes = fewest...(try ends[1].integer(in: fewest...10_000))
    nearShare = try mapping["near"]?.number(in: 0...1) ?? 0
    spread = try mapping["spread"]?.number(in: 0.001...100) ?? Self.defaultSpread
    seed = UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0)
  }

  /// Returns the pins with some of them moved into stacks, each at the place of its first pin.
  ///
  /// Fewer pins give a prefix of more, whose last stack may be cut off.
  func stacked(_ pins: PinSet) -> PinSet {
    guard share > 0 else { return pins }
    var random = SplitMix64(seed: seed ^ 0x57AC_4ED5)
    // Of the places, stacks and single pins, so many are stacks.
    let chance = share / (share + meanSize * (1 - share))
    var coordinates: [Coordinate] = []
    coordinates.reserveCapacity(pins.count)
    while coordinates.count < pins.count {
      let place = pins.coordinates[coordinates.count]
      guard random.chance(chance) else {
        coordinates.append(place)
        continue
      }
      let isNear = random.chance(nearShare)
      let size = drawSize(&random)
      for number in 0..<size {
        let coordinate = isNear ? place.moved(within: spread, &random) : place
        // All draws of a stack are made, so that what follows does not depend on the count.
        if coordinates.count < pins.count {
          coordinates.append(number == 0 ? place : coordinate)
        }
      }
    }
    return PinSet(coordinates: coordinates)
  }

  /// For each pin, whether another one lies within twice the radius of a stack.
  func isStacked(_ pins: PinSet) throws -> [Bool] {
    let index = try SpatialIndex(points: pins.coordinates.map { MapPoint($0) })
    var nearby: [NearbyPin] = []
    return pins.coordinates.map { coordinate in
      index.pins(nearest: 2, to: coordinate, into: &nearby)
      return nearby.count == 2 && nearby[1].distance <= 2 * spread
    }
  }

  private var meanSize: Double {
    let weights = sizes.map { 1 / Double($0 - sizes.lowerBound + 1) }
    return zip(sizes, weights).reduce(0) { $0 + Double($1.0) * $1.1 } / weights.reduce(0, +)
  }

  private func drawSize(_ random: inout SplitMix64) -> Int {
    let total = sizes.reduce(0.0) { $0 + 1 / Double($1 - sizes.lowerBound + 1) }
    var weight = random.unit() * total
    for size in sizes {
      weight -= 1 / Double(size - sizes.lowerBound + 1)
      if weight < 0 { return size }
    }
    return sizes.upperBound
  }

  var description: String {
    func percent(_ share: Double) -> String { "\((share * 1000).rounded() / 10) %" }
    return share == 0
      ? "as in the data"
      : "\(percent(share)) of the pins in stacks of \(sizes.lowerBound) to \(sizes.upperBound), "
        + "\(percent(nearShare)) of the stacks within \(spread) m and not at one place, seed \(seed)"
  }
}

extension Coordinate {
  /// A place at an even distribution within some metres.
  fileprivate func moved(within meters: Double, _ random: inout SplitMix64) -> Coordinate {
    var (east, north) = (1.0, 1.0)
    while east * east + north * north > 1 {
      east = 2 * random.unit() - 1
      north = 2 * random.unit() - 1
    }
    let degrees = meters / 111_195
    return Coordinate(
      latitude: min(max(latitude + north * degrees, -85), 85),
      longitude: min(
        max(longitude + east * degrees / max(cos(latitude * .pi / 180), 0.01), -180), 180))
  }
}
