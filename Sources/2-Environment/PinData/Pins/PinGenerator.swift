import Clustering
import Support

/// A distribution of generated pins. The raw value is the name in scenario files.
///
/// Generators use no function of the C library's mathematics, so a count and a seed give the same
/// bytes on every machine. Fewer pins are a prefix of more pins with the same seed.
public enum PinGenerator: String, CaseIterable, Hashable, Sendable, Codable {
  /// Places of people: dense cities of very different sizes, roads between them, and a thin rest
  /// over the whole world. The usual choice.
  case cities
  /// One city of some 10 km across: a dense middle, quarters, thin outskirts.
  case city
  /// Spread evenly over longitudes and latitudes up to ±85: no clusters at all.
  case uniform
  /// On one straight line in longitude and latitude: hard on indexes that split space in halves.
  case line
  /// All at one and the same place: no zoom level pulls them apart.
  case identical
  /// Around islands on both sides of the 180th meridian, some exactly on it.
  case antimeridian
  /// Places of one country: wide clouds around Poland's twelve largest cities, and a thin rest. The
  /// distribution of a published benchmark of MapKit, for its validation.
  case poland
  /// Spread evenly over a square of 0.108 degrees around Warsaw: the same benchmark's dense city.
  case warsaw

  /// The first `count` pins of the distribution with a seed. Takes O(count) time.
  ///
  /// - Precondition: `count` is not negative.
  public func pins(count: Int, seed: UInt64) -> PinSet {
    precondition(count >= 0, "The number of pins must not be negative.")
    let coordinates =
      switch self {
      case .cities: Self.cities(count: count, seed: seed)
      case .city: Self.city(count: count, seed: seed)
      case .uniform: Self.uniform(count: count, seed: seed)
      case .line: Self.line(count: count, seed: seed)
      case .identical: Self.identical(count: count)
      case .antimeridian: Self.antimeridian(count: count, seed: seed)
      case .poland: Self.poland(count: count, seed: seed)
      case .warsaw: Self.warsaw(count: count, seed: seed)
      }
    return PinSet(coordinates: coordinates)
  }

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

  /// Within some 6 km of Berlin's centre, whatever the seed: 50 % around the middle, 40 % in twelve
  /// quarters that the seed lays out, 10 % evenly over all of it.
  static func city(count: Int, seed: UInt64) -> [Coordinate] {
    var random = SplitMix64(seed: seed)
    let quarters = (0..<12).map { _ in placeInDisc(radius: 4.5, &random) }
    return (0..<count).map { _ in
      let kind = random.unit()
      var place: (east: Double, north: Double)
      if kind < 0.5 {
        place = (east: 1.5 * random.gaussian(), north: 1.5 * random.gaussian())
      } else if kind < 0.9 {
        place = quarters[Int(random.unit() * 12)]
        place.east += 0.4 * random.gaussian()
        place.north += 0.4 * random.gaussian()
      } else {
        place = placeInDisc(radius: 6, &random)
      }
      return Coordinate(
        latitude: 52.52 + place.north * degreesOfLatitude,
        longitude: 13.405 + place.east * degreesOfLongitude)
    }
  }

  /// Evenly drawn, in kilometres from the middle; by rejection, which needs no sine.
  private static func placeInDisc(
    radius: Double, _ random: inout SplitMix64
  ) -> (east: Double, north: Double) {
    while true {
      let east = 2 * random.unit() - 1
      let north = 2 * random.unit() - 1
      if east * east + north * north <= 1 { return (east: radius * east, north: radius * north) }
    }
  }

  /// Of a kilometre: 360 degrees are 40,075 km, and at the latitude of Berlin 0.6085 times that.
  private static let degreesOfLatitude = 0.008983
  private static let degreesOfLongitude = 0.014763

  /// Longitudes over -180..<180, latitudes over -85..<85, evenly in degrees.
  static func uniform(count: Int, seed: UInt64) -> [Coordinate] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      let longitude = -180 + 360 * random.unit()
      let latitude = -85 + 170 * random.unit()
      return Coordinate(latitude: latitude, longitude: longitude)
    }
  }

  /// At random distances along the straight line, in degrees, from (-60, -170) to (70, 170).
  static func line(count: Int, seed: UInt64) -> [Coordinate] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      let along = random.unit()
      return Coordinate(latitude: -60 + 130 * along, longitude: -170 + 340 * along)
    }
  }

  /// All at Berlin's central station, whatever the seed.
  static func identical(count: Int) -> [Coordinate] {
    Array(repeating: Coordinate(latitude: 52.525, longitude: 13.369), count: count)
  }

  /// Around places within two degrees of the 180th meridian, on both of its sides. Every tenth pin
  /// lies exactly on it, written as 180 or as -180.
  static func antimeridian(count: Int, seed: UInt64) -> [Coordinate] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      let place = placesNearAntimeridian[Int(random.unit() * Double(placesNearAntimeridian.count))]
      let kind = random.unit()
      let latitude = place.latitude + 0.1 * random.gaussian()
      var longitude = place.longitude + 0.1 * random.gaussian()
      if kind < 0.05 {
        longitude = 180
      } else if kind < 0.1 {
        longitude = -180
      } else if longitude > 180 {
        longitude -= 360
      } else if longitude < -180 {
        longitude += 360
      }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
  }

  private static let placesNearAntimeridian = [
    Coordinate(latitude: -18.14, longitude: 178.44),  // Suva, Fiji
    Coordinate(latitude: -16.43, longitude: 179.37),  // Labasa, Fiji
    Coordinate(latitude: -16.83, longitude: 179.97),  // Taveuni, Fiji
    Coordinate(latitude: -17.23, longitude: -178.95),  // Vanua Balavu, Fiji
    Coordinate(latitude: -18.22, longitude: -178.79),  // Lakeba, Fiji
    Coordinate(latitude: -8.52, longitude: 179.20),  // Funafuti, Tuvalu
    Coordinate(latitude: 51.26, longitude: -179.11),  // Amatignak, Alaska
    Coordinate(latitude: 66.32, longitude: -179.12),  // Egvekinot, Chukotka
  ]

  /// 12 % evenly over the country, the others around a city in proportion to its weight, with a
  /// standard deviation of 0.1 + 0.16 x weight degrees of latitude and 1.4 times that of longitude.
  ///
  /// The recipe, not the coordinates, of react-native-better-maps' `performance/fixtures/markers.ts`.
  static func poland(count: Int, seed: UInt64) -> [Coordinate] {
    var random = SplitMix64(seed: seed)
    let total = polishCities.reduce(0) { $0 + $1.weight }
    return (0..<count).map { _ in
      let isRural = random.unit() < 0.12
      let (first, second) = (random.unit(), random.unit())
      let (north, east) = (random.gaussian(), random.gaussian())
      if isRural {
        return Coordinate(latitude: 49.002 + 5.833 * first, longitude: 14.123 + 10.022 * second)
      }
      let city = polishCity(at: first * total)
      let spread = 0.1 + 0.16 * city.weight
      return Coordinate(
        latitude: min(max(city.place.latitude + spread * north, 49.002), 54.835),
        longitude: min(max(city.place.longitude + 1.4 * spread * east, 14.123), 24.145))
    }
  }

  /// The city in whose part of the summed weights a weight lies.
  private static func polishCity(at weight: Double) -> (place: Coordinate, weight: Double) {
    var rest = weight
    for city in polishCities {
      rest -= city.weight
      if rest <= 0 { return city }
    }
    return polishCities[0]
  }

  private static let polishCities: [(place: Coordinate, weight: Double)] = [
    (Coordinate(latitude: 52.2297, longitude: 21.0122), 1.8),  // Warsaw
    (Coordinate(latitude: 50.0647, longitude: 19.945), 0.78),  // Kraków
    (Coordinate(latitude: 51.7592, longitude: 19.456), 0.68),  // Łódź
    (Coordinate(latitude: 51.1079, longitude: 17.0385), 0.64),  // Wrocław
    (Coordinate(latitude: 52.4064, longitude: 16.9252), 0.54),  // Poznań
    (Coordinate(latitude: 54.352, longitude: 18.6466), 0.47),  // Gdańsk
    (Coordinate(latitude: 53.4285, longitude: 14.5528), 0.4),  // Szczecin
    (Coordinate(latitude: 53.1235, longitude: 18.0084), 0.35),  // Bydgoszcz
    (Coordinate(latitude: 51.2465, longitude: 22.5684), 0.34),  // Lublin
    (Coordinate(latitude: 50.2649, longitude: 19.0238), 0.5),  // Katowice
    (Coordinate(latitude: 53.1325, longitude: 23.1688), 0.3),  // Białystok
    (Coordinate(latitude: 50.0413, longitude: 21.999), 0.2),  // Rzeszów
  ]

  static func warsaw(count: Int, seed: UInt64) -> [Coordinate] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      let latitude = 52.1757 + 0.108 * random.unit()
      return Coordinate(latitude: latitude, longitude: 20.9582 + 0.108 * random.unit())
    }
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

  private(set) var cities: [City] = []
  private var roads: [(start: City, end: City)] = []
  private let ranks = ZipfDistribution(count: 200)

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let longitude = -180 + 360 * random.unit()
      let latitude = -60 + 130 * random.unit()
      let size = random.unit()
      let radius = 0.02 + (0.48 * size) * size
      cities.append(City(latitude: latitude, longitude: longitude, radius: radius))
    }
    for _ in 0..<400 {
      let start = cities[Int(random.unit() * 200)]
      let end = cities[Int(random.unit() * 200)]
      roads.append((start: start, end: end))
    }
  }

  func pin(_ random: inout SplitMix64) -> Coordinate {
    let kind = random.unit()
    var longitude: Double
    var latitude: Double
    if kind < 0.7 {
      let city = cities[ranks.draw(&random)]
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
}

extension SplitMix64 {
  /// A direction of length 1, drawn evenly from all around.
  package mutating func direction() -> (x: Double, y: Double) {
    // Points of the unit disc, without its middle; no sine is needed.
    while true {
      let x = number(in: -1...1)
      let y = number(in: -1...1)
      let length = (x * x + y * y).squareRoot()
      if length > 0.1, length <= 1 { return (x / length, y / length) }
    }
  }
}

/// Zipf's law: the index `i` has the weight 1 / (i + 1).
package struct ZipfDistribution {
  private let cumulativeWeights: [Double]

  /// Creates the distribution of the indices below `count`.
  package init(count: Int) {
    var sum = 0.0
    cumulativeWeights = (0..<count).map { index in
      sum += 1 / Double(index + 1)
      return sum
    }
  }

  /// Returns the first index whose cumulative weight exceeds a random one, by bisection.
  ///
  /// - Precondition: `count` is above 0.
  package func draw(_ random: inout SplitMix64) -> Int {
    let weight = random.unit() * (cumulativeWeights.last ?? 0)
    return (0..<cumulativeWeights.count - 1).bisected { cumulativeWeights[$0] <= weight }
  }
}
