import Clustering
import PinData
import ScenarioModel
import Simulation
import Support

/// The keys of a scenario with stacked pins, besides the keys of its map.
struct OpeningSettings: MapSettings {
  fileprivate var stacks = StackSettings()
  /// The maximum number of pins that people try to open.
  fileprivate var attempts = 300

  static let keys: [Key<Self>] = [
    .group("stacks", \.stacks, absent: "as in the data", "pins at the same place, or nearly so"),
    .integer(
      "attempts", \.attempts, in: 1...1_000_000, unit: " at most, each from the view of all pins",
      "the maximum number of pins that people try to open"),
  ]
}

/// The pins of a case, the screen, and the pins that people try to open.
struct OpeningUse {
  let pins: PinSet
  let isStacked: [Bool]
  /// The pins that are tried, in order.
  let targets: [Int]
  let device: Device
}

extension MapScene<OpeningSettings> {
  /// The use of a map; without pixels, except in an inspection.
  func openingUse(_ request: ReplayRequest) throws -> OpeningUse {
    let device = try variant(request.scenarioCase.variant).device
    let size = request.size(warmUp: 100)
    let stacks = settings.stacks
    let (pins, isStacked) = try request.shared.value(
      "stacks", map.pins.description, stacks, size, under: device.profile
    ) { _ in
      let pins = stacks.stacked(try map.pins.pins(size: size, in: request.folders))
      return (pins, try stacks.isStacked(pins))
    }
    // Spread evenly over the pins.
    let count = min(request.purpose == .warmUp ? 3 : settings.attempts, pins.count)
    return OpeningUse(
      pins: pins, isStacked: isStacked, targets: (0..<count).map { $0 * pins.count / count },
      device: request.purpose == .inspection ? device : device.withoutPixels)
  }
}

/// The number of a scenario's pins in stacks: at one coordinate, or within a metre or so.
///
/// Offices of one building, offers of one shop, photographs of one place.
struct StackSettings: Settings {
  private var share = 0.0
  /// Small ones are more frequent, by Zipf's law.
  private var sizes = 2...2
  private var near = 0.0
  private var spread = 1.0
  private var seed: UInt64 = 0

  static let keys: [Key<Self>] = [
    .number("share", \.share, in: 0...1, required: true, "the fraction of the pins in stacks"),
    .value(
      "sizes", \.sizes, required: true, "the minimum and maximum pins per stack: [2, 50]",
      shown: { "\($0.lowerBound) to \($0.upperBound)" },
      parse: { (yaml) throws(InputError) -> ClosedRange<Int> in
        let ends = try yaml.elements()
        guard ends.count == 2 else {
          throw yaml.error(expected: "the minimum and maximum pins per stack: [2, 50]")
        }
        let fewest = try ends[0].integer(in: 2...10_000)
        return fewest...(try ends[1].integer(in: fewest...10_000))
      }),
    .number(
      "near", \.near, in: 0...1,
      "the fraction of the stacks whose pins are near one coordinate, but not at it"),
    .number(
      "spread", \.spread, in: 0.001...100, unit: " m", "the radius of such a stack in metres"),
    .seed(\.seed),
  ]

  /// Returns the pins with some of them moved into stacks, each at the place of its first pin.
  ///
  /// Fewer pins give a prefix of more, whose last stack may be cut off.
  func stacked(_ pins: PinSet) -> PinSet {
    guard share > 0 else { return pins }
    var random = SplitMix64(seed: seed ^ 0x57AC_4ED5)
    let weights = sizes.map { 1 / Double($0 - sizes.lowerBound + 1) }
    let total = weights.reduce(0, +)
    let meanSize = zip(sizes, weights).reduce(0) { $0 + Double($1.0) * $1.1 } / total
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
      let isNear = random.chance(near)
      var (size, weight) = (sizes.lowerBound, random.unit() * total - weights[0])
      while weight >= 0, size < sizes.upperBound {
        size += 1
        weight -= weights[size - sizes.lowerBound]
      }
      for number in 0..<size {
        let coordinate = isNear ? place.moved(within: spread, &random) : place
        // All draws of a stack are made, so that what follows does not depend on the count.
        if coordinates.count < pins.count { coordinates.append(number == 0 ? place : coordinate) }
      }
    }
    return PinSet(coordinates: coordinates)
  }

  /// For each pin, whether another one lies within twice the radius of a stack.
  func isStacked(_ pins: PinSet) throws -> [Bool] {
    let index = try SpatialIndex(points: pins.mapPoints)
    var nearby: [NearbyPin] = []
    return pins.coordinates.map { coordinate in
      index.pins(nearest: 2, to: coordinate, into: &nearby)
      return nearby.count == 2 && nearby[1].distance <= 2 * spread
    }
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
    return moved(east: east * degrees, north: north * degrees)
  }
}
