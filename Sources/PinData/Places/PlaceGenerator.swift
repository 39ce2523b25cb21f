/// Makes up places of a world: shops, addresses and mountains with the names that people type.
public enum PlaceGenerator {
  /// How many cities a world has: those that ``PinGenerator/cities`` of the same seed lie around.
  public static let cityCount = 200

  /// The first `count` places of the world with a seed. Takes O(count) time.
  ///
  /// Place `i` belongs to city `i % cityCount`, so that every city has as many; it lies around the
  /// city's centre in a normal distribution. Of 100 places 55 are points of interest of all
  /// categories, 38 are addresses, several in a street and along a line, and 7 are physical
  /// features. Names are made of few words, so that a word is found in shops, streets and lakes of
  /// many cities; some shops are chains, some are named after another city, some are written in
  /// another script. Coordinates are valid and rounded to a millionth of a degree.
  ///
  /// No function of the C library's mathematics takes part, so a count and a seed give the same
  /// places on every machine. Fewer places are a prefix of more places with the same seed.
  ///
  /// - Precondition: `count` is not negative.
  public static func places(count: Int, seed: UInt64) -> PlaceSet {
    precondition(count >= 0, "A number of places is not negative.")
    // Through the generator once, so that the cities of neighbouring seeds share no stream.
    var seeds = SplitMix64(seed: seed &+ 0x5EED_0003)
    let streamSeed = seeds.next()
    var cities = PinGenerator.country(seed: seed).cities.enumerated().map { index, city in
      GeneratedCity(index: index, city: city, seed: streamSeed)
    }
    let naming = PlaceNaming()
    var places: [Place] = []
    places.reserveCapacity(count)
    for index in 0..<count {
      places.append(cities[index % cityCount].nextPlace(naming: naming))
    }
    return PlaceSet(places: places)
  }
}
