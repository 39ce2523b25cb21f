import MapGeometry

/// A city that gives one place after the other.
///
/// It has a random stream of its own, so that its first places do not depend on how many follow.
struct GeneratedCity {
  let name: String
  let center: Coordinate
  /// Standard deviation of its places, in degrees.
  private let radius: Double
  private let language: StreetLanguage
  private var random: SplitMix64
  /// Positions in the stock of words, in the order in which the streets take them.
  private let wordOrder: [Int]
  /// So that a word is a street in one city and an avenue in another.
  private let formOffset: Int
  private var streets: [Street] = []
  private var housesLeft = 0
  private var lastNumber = 0

  init(index: Int, city: Country.City, seed: UInt64) {
    name = CityNames.all[index]
    center = Coordinate(latitude: city.latitude, longitude: city.longitude)
    // Pins lie up to 55 km around a city; what people search for is closer together.
    radius = 0.3 * city.radius
    random = SplitMix64(seed: seed &+ UInt64(index) &* 0xD134_2543_DE82_EF95)
    let language = random.unit()
    self.language =
      language < 0.44
      ? .english : StreetLanguage.allCases[1 + Int((language - 0.44) / 0.56 * 4)]
    wordOrder = Self.wordOrder(&random)
    formOffset = random.index(below: 5)
  }

  /// The positions in the stock of words in a random order in which common words tend to come
  /// first: every town has a Station Road.
  private static func wordOrder(_ random: inout SplitMix64) -> [Int] {
    let count = PlaceWords.stock.count
    let keys = (0..<count).map { index in
      random.unit() * (0.2 + Double(index) / Double(count))
    }
    return (0..<count).sorted { (keys[$0], $0) < (keys[$1], $1) }
  }

  /// The next place: of 100 places 55 are points of interest, 38 addresses and 7 features.
  mutating func nextPlace(naming: PlaceNaming) -> Place {
    let kind = random.unit()
    if kind < 0.55 { return pointOfInterest(naming: naming) }
    if kind < 0.93 { return address() }
    return physicalFeature(naming: naming)
  }

  // MARK: - The kinds of places

  private mutating func pointOfInterest(naming: PlaceNaming) -> Place {
    let stock = naming.category(&random)
    let name = naming.name(of: stock, in: self, random: &random)
    // Half are below 10, one in ten above 58; 30 more for what all the town knows.
    let skewed = random.unit()
    let prominence = (stock.category.isProminent ? 30 : 0) + Int(80 * (skewed * skewed * skewed))
    let isOnStreet = !streets.isEmpty && random.chance(0.4)
    guard isOnStreet else {
      return Place(
        name: name, classification: .pointOfInterest(stock.category), city: self.name,
        coordinate: rounded(scattered(radius)), prominence: min(prominence, 100))
    }
    let street = random.element(of: streets)
    let number = 1 + random.index(below: 80)
    return Place(
      name: name, classification: .pointOfInterest(stock.category), street: street.name,
      houseNumber: String(number), city: self.name,
      coordinate: rounded(street.coordinate(ofNumber: number)), prominence: min(prominence, 100))
  }

  private mutating func address() -> Place {
    if housesLeft == 0 { openStreet() }
    housesLeft -= 1
    let street = streets[streets.count - 1]
    let gap = random.unit()
    lastNumber += 1 + Int(20 * (gap * gap))
    let letter = random.chance(0.03) ? random.element(of: ["a", "b", "c"]) : ""
    let number = String(lastNumber) + letter
    return Place(
      name: street.address(number: number), classification: .address, street: street.name,
      houseNumber: number, city: name,
      coordinate: rounded(street.coordinate(ofNumber: lastNumber)))
  }

  private mutating func openStreet() {
    let words = PlaceWords.stock
    let word = wordOrder[streets.count % words.count]
    // Words take different forms; after all words each takes the form after its own.
    let form = (word + formOffset) % 5 + streets.count / words.count
    let start = scattered(radius)
    let (x, y) = direction()
    streets.append(
      Street(
        name: language.name(word: words[word], form: form),
        putsNumberFirst: language.putsNumberFirst,
        start: start,
        step: (latitude: 0.0002 * y, longitude: 0.0002 * x)))
    housesLeft = 4 + random.index(below: 13)
    lastNumber = 0
  }

  private mutating func physicalFeature(naming: PlaceNaming) -> Place {
    let feature = random.element(of: naming.features)
    let prominence = random.unit()
    return Place(
      name: naming.name(of: feature, random: &random), classification: .physicalFeature(feature),
      city: name,
      // Nature begins where the town ends.
      coordinate: rounded(scattered(2 * radius)),
      prominence: Int(100 * (prominence * prominence)))
  }

  // MARK: - Where

  private mutating func scattered(_ radius: Double) -> Coordinate {
    Coordinate(
      latitude: center.latitude + radius * random.gaussian(),
      longitude: center.longitude + radius * random.gaussian())
  }

  /// A direction of length 1, drawn evenly from all around, without a sine.
  private mutating func direction() -> (x: Double, y: Double) {
    while true {
      let x = random.number(in: -1...1)
      let y = random.number(in: -1...1)
      let length = (x * x + y * y).squareRoot()
      if length > 0.1, length <= 1 { return (x / length, y / length) }
    }
  }

  /// To a millionth of a degree, a decimetre, and onto the map.
  private func rounded(_ coordinate: Coordinate) -> Coordinate {
    Coordinate(
      latitude: min(max((coordinate.latitude * 1e6).rounded() / 1e6, -85), 85),
      longitude: min(max((coordinate.longitude * 1e6).rounded() / 1e6, -180), 180))
  }

  /// The name of one of the streets that the city has so far.
  func streetName(_ random: inout SplitMix64) -> String? {
    streets.isEmpty ? nil : random.element(of: streets).name
  }
}
