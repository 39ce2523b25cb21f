import Clustering
import Support

/// A generator of places: shops, addresses and mountains with the names that people type.
public enum PlaceGenerator {
  /// The number of cities: those that ``PinGenerator/cities`` of the same seed lie around.
  public static let cityCount = 200

  /// The first `count` places of a seed. Takes O(count) time.
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
  /// - Parameter sharedStreets: streets that are named after categories of places; `nil` for those
  ///   of the names' own words only.
  /// - Precondition: `count` is not negative.
  public static func places(
    count: Int, seed: UInt64, sharedStreets: SharedStreets? = nil
  ) -> PlaceSet {
    precondition(count >= 0, "The number of places must not be negative.")
    // Through the generator once, so that the cities of neighbouring seeds share no stream.
    var seeds = SplitMix64(seed: seed &+ 0x5EED_0003)
    let streamSeed = seeds.next()
    var cities = PinGenerator.country(seed: seed).cities.enumerated().map { index, city in
      GeneratedCity(index: index, city: city, seed: streamSeed, sharedStreets: sharedStreets)
    }
    let naming = PlaceNaming()
    var places: [Place] = []
    places.reserveCapacity(count)
    for index in 0..<count { places.append(cities[index % cityCount].nextPlace(naming: naming)) }
    return PlaceSet(places: places)
  }

  /// Streets that are named after categories of places, so that one word finds addresses and points
  /// of interest: "Park Street" and "Luna Park".
  public struct SharedStreets: Hashable, Sendable {
    /// The fraction of the streets.
    public let share: Double
    /// The usual words of the categories.
    let words: [String]

    /// Creates streets named after some categories, at least one.
    public init(categories: [PointOfInterestCategory], share: Double) {
      precondition(!categories.isEmpty, "streets are named after something")
      self.share = share
      words = categories.map { category in
        category.searchWords[0].split(separator: " ").map { String($0).capitalizedFirst }
          .joined(separator: " ")
      }
    }
  }
}

/// A city that gives one place after the other.
///
/// It has its own random stream, so that its first places do not depend on how many follow.
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
  private let sharedStreets: PlaceGenerator.SharedStreets?
  /// The names of the streets, if some are named after categories.
  private var streetNames: Set<String> = []
  /// The number of those that are.
  private var sharedCount = 0
  private var streets: [Street] = []
  private var housesLeft = 0
  private var lastNumber = 0

  init(index: Int, city: Country.City, seed: UInt64, sharedStreets: PlaceGenerator.SharedStreets?) {
    self.sharedStreets = sharedStreets
    name = PlaceWords.all.cities[index]
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
    let count = PlaceWords.all.stock.count
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
    let (category, words) = naming.category(&random)
    let name = naming.name(of: words, in: self, random: &random)
    // Half are below 10, one in ten above 58; 30 more for landmarks.
    let skewed = random.unit()
    let prominence = (words.isProminent ? 30 : 0) + Int(80 * (skewed * skewed * skewed))
    let isOnStreet = !streets.isEmpty && random.chance(0.4)
    guard isOnStreet else {
      return Place(
        name: name, classification: .pointOfInterest(category), city: self.name,
        coordinate: rounded(scattered(radius)), prominence: min(prominence, 100))
    }
    let street = random.element(of: streets)
    let number = 1 + random.index(below: 80)
    return Place(
      name: name, classification: .pointOfInterest(category), street: street.name,
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

  private mutating func newStreetName() -> String {
    if let shared = sharedStreets, random.chance(shared.share) {
      sharedCount += 1
      return freeName(word: random.element(of: shared.words), form: formOffset + sharedCount - 1)
    }
    let words = PlaceWords.all.stock
    let word = wordOrder[streets.count % words.count]
    // Words take different forms; after all words each takes the form after its own.
    let form = (word + formOffset) % 5 + streets.count / words.count
    return sharedStreets == nil
      ? language.name(word: words[word], form: form) : freeName(word: words[word], form: form)
  }

  /// The first name from a form on that no street has: a word may be the stock's and a category's.
  private mutating func freeName(word: String, form: Int) -> String {
    var form = form
    var name = language.name(word: word, form: form)
    while !streetNames.insert(name).inserted {
      form += 1
      name = language.name(word: word, form: form)
    }
    return name
  }

  private mutating func openStreet() {
    let name = newStreetName()
    let start = scattered(radius)
    let (x, y) = random.direction()
    streets.append(
      Street(
        name: name,
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

/// Makes up the names of points of interest and of physical features.
struct PlaceNaming {
  /// The categories, each as often as its frequency says.
  private let categories: [(category: PointOfInterestCategory, naming: PlaceWords.Category)]
  /// The kinds of features, each as often as its frequency says.
  let features: [PhysicalFeature]

  init() {
    categories = PointOfInterestCategory.allCases.flatMap {
      let naming = PlaceWords.all[$0]
      return Array(repeating: ($0, naming), count: naming.frequency)
    }
    features = PhysicalFeature.allCases.flatMap {
      Array(repeating: $0, count: PlaceWords.all[$0].frequency)
    }
  }

  func category(
    _ random: inout SplitMix64
  ) -> (category: PointOfInterestCategory, naming: PlaceWords.Category) {
    random.element(of: categories)
  }

  /// A name for a point of interest.
  func name(of stock: PlaceWords.Category, in city: GeneratedCity, random: inout SplitMix64)
    -> String
  {
    let form = random.unit()
    switch form {
    case ..<0.16 where !stock.chains.isEmpty: return random.element(of: stock.chains)
    case ..<0.22 where !stock.namesInOtherScripts.isEmpty:
      return random.element(of: stock.namesInOtherScripts)
    case ..<0.40 where !stock.leadingNouns.isEmpty:
      return random.element(of: stock.leadingNouns) + " " + word(&random)
    default: break
    }
    let noun = random.element(of: stock.nouns)
    switch random.unit() {
    case ..<0.58: return word(&random) + " " + noun
    case ..<0.68: return random.element(of: PlaceWords.all.people) + "'s " + noun
    case ..<0.72: return random.element(of: PlaceWords.all.people) + "'s"
    case ..<0.78: return word(&random) + " & " + word(&random) + " " + noun
    case ..<0.84: return random.element(of: PlaceWords.all.cities) + " " + noun
    case ..<0.90: return random.element(of: PlaceWords.all.misleading) + " " + noun
    case ..<0.92: return word(&random) + "-" + noun
    case ..<0.96: return (city.streetName(&random) ?? city.name) + " " + noun
    default: return city.name + " " + noun
    }
  }

  /// A name for a physical feature.
  func name(of feature: PhysicalFeature, random: inout SplitMix64) -> String {
    let words = PlaceWords.all[feature]
    let word = word(&random)
    if !words.prefixes.isEmpty, random.chance(0.4) {
      return random.element(of: words.prefixes) + word
    }
    return word + random.element(of: words.suffixes)
  }

  /// A word of the stock; the first ones twice as often as those in the middle.
  private func word(_ random: inout SplitMix64) -> String {
    let count = PlaceWords.all.stock.count
    return PlaceWords.all.stock[min(random.index(below: count), random.index(below: count))]
  }
}

/// A generated street: a straight line along which the house numbers rise.
struct Street {
  let name: String
  /// Indicates whether the number stands before the name, as in English, or after it, as in German.
  let putsNumberFirst: Bool
  /// The position of number 0.
  let start: Coordinate
  /// The distance from a number to the next but one, in degrees: about 20 m at the equator.
  let step: (latitude: Double, longitude: Double)

  /// The name of an address in the street.
  func address(number: String) -> String {
    putsNumberFirst ? number + " " + name : name + " " + number
  }

  /// The position of a house: even numbers on one side of the street, odd ones on the other.
  func coordinate(ofNumber number: Int) -> Coordinate {
    let along = Double(number) / 2
    // Half the street's width, across the line: 8 m.
    let across = number.isMultiple(of: 2) ? 0.4 : -0.4
    return Coordinate(
      latitude: start.latitude + along * step.latitude - across * step.longitude,
      longitude: start.longitude + along * step.longitude + across * step.latitude
    )
  }
}

/// The language of a city's street names.
enum StreetLanguage: CaseIterable {
  case english, german, french, spanish, italian

  var putsNumberFirst: Bool { self == .english || self == .french }

  /// The texts before and after a word; more common ones first.
  private var forms: [(before: String, after: String)] {
    switch self {
    case .english:
      [
        ("", " Street"), ("", " Avenue"), ("", " Road"), ("", " Lane"), ("", " Drive"),
        ("", " Boulevard"),
      ]
    case .german: [("", "straße"), ("", "weg"), ("", "allee"), ("Am ", "platz"), ("", "gasse")]
    case .french:
      [("Rue ", ""), ("Avenue ", ""), ("Boulevard ", ""), ("Place ", ""), ("Rue de la ", "")]
    case .spanish:
      [("Calle ", ""), ("Avenida ", ""), ("Plaza ", ""), ("Paseo ", ""), ("Camino ", "")]
    case .italian: [("Via ", ""), ("Piazza ", ""), ("Viale ", ""), ("Corso ", ""), ("Vicolo ", "")]
    }
  }

  /// A name for a street: those with different arguments differ.
  ///
  /// - Parameters:
  ///   - form: which of the language's forms; beyond the last they begin again with a part of the
  ///     town ("North Luna Street").
  func name(word: String, form: Int) -> String {
    let forms = forms
    let (before, after) = forms[form % forms.count]
    // German joins single words ("Lindenstraße") and puts hyphens between several
    // ("San-Marco-straße" is written "San-Marco-Straße").
    let isCompound = self == .german && word.contains(" ")
    let name =
      isCompound
      ? before + word.split(separator: " ").joined(separator: "-") + "-" + after.capitalizedFirst
      : before + word + after
    let part = form / forms.count
    if part == 0 { return name }
    if part <= Self.partsOfTown.count { return Self.partsOfTown[part - 1] + " " + name }
    return name + " \(part)"
  }

  private static let partsOfTown = ["North", "South", "East", "West", "Upper", "Lower"]
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
