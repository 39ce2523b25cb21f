import MapGeometry

extension PinGenerator {
  /// 70 % of the pins in 200 cities whose sizes follow Zipf's law, 20 % along 400 roads, 10 %
  /// anywhere.
  ///
  /// Seed 0 starts its two random streams at 0x5EED0001 (the cities and roads) and 0x5EED0002
  /// (the pins); the tests hold the checksums of the points that must come out. Seed `s` starts
  /// them `s` x 0xD1342543DE82EF95 further on.
  static func cities(count: Int, seed: UInt64) -> [Coordinate] {
    let country = country(seed: seed)
    var random = SplitMix64(seed: 0x5EED_0002 &+ offset(seed: seed))
    return (0..<count).map { _ in country.pin(&random) }
  }

  /// The cities and roads of a seed.
  static func country(seed: UInt64) -> Country {
    Country(seed: 0x5EED_0001 &+ offset(seed: seed))
  }

  private static func offset(seed: UInt64) -> UInt64 {
    // An odd factor gives each seed states of its own. It must not be splitmix64's own increment:
    // neighbouring seeds would then share all but one number.
    seed &* 0xD134_2543_DE82_EF95
  }
}

/// The cities and roads that pins lie around. The order of every operation is part of the recipe:
/// another order gives other last bits.
struct Country {
  struct City {
    var latitude: Double
    var longitude: Double
    /// Standard deviation of its pins, in degrees.
    var radius: Double
  }

  struct Road {
    var start: City
    var end: City
  }

  private(set) var cities: [City] = []
  private var roads: [Road] = []
  /// Running sums of the cities' weights 1, 1/2, 1/3 ... (Zipf's law).
  private var cumulativeWeights: [Double] = []
  private var totalWeight = 0.0

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for rank in 1...200 {
      let longitude = -180 + 360 * random.unit()
      let latitude = -60 + 130 * random.unit()
      let size = random.unit()
      let radius = 0.02 + (0.48 * size) * size
      cities.append(City(latitude: latitude, longitude: longitude, radius: radius))
      totalWeight += 1 / Double(rank)
      cumulativeWeights.append(totalWeight)
    }
    for _ in 0..<400 {
      let start = cities[Int(random.unit() * 200)]
      let end = cities[Int(random.unit() * 200)]
      roads.append(Road(start: start, end: end))
    }
  }

  func pin(_ random: inout SplitMix64) -> Coordinate {
    let kind = random.unit()
    var longitude: Double
    var latitude: Double
    if kind < 0.7 {
      let city = city(at: random.unit() * totalWeight)
      longitude = city.longitude + city.radius * random.gaussian()
      latitude = city.latitude + city.radius * random.gaussian()
    } else if kind < 0.9 {
      let road = roads[Int(random.unit() * 400)]
      let along = random.unit()
      longitude =
        (road.start.longitude + along * (road.end.longitude - road.start.longitude))
        + 0.005 * random.gaussian()
      latitude =
        (road.start.latitude + along * (road.end.latitude - road.start.latitude))
        + 0.005 * random.gaussian()
    } else {
      longitude = -180 + 360 * random.unit()
      latitude = -85 + 170 * random.unit()
    }
    longitude = min(max(longitude, -180), 180)
    latitude = min(max(latitude, -85), 85)
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// The first city whose running weight exceeds the given one, by bisection.
  private func city(at weight: Double) -> City {
    var lower = 0
    var upper = cities.count - 1
    while lower < upper {
      let middle = (lower + upper) / 2
      if weight < cumulativeWeights[middle] {
        upper = middle
      } else {
        lower = middle + 1
      }
    }
    return cities[lower]
  }
}
