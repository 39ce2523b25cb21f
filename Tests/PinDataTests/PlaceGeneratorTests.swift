import Clustering
import PinData
import Testing

@Suite struct PlaceGeneratorTests {
  private static let places = PlaceGenerator.places(count: 20_000, seed: 42).places

  private var places: [Place] { Self.places }

  @Test(
    arguments: [
      (1000, 0, 13_315_936_910_543_515_501), (20_000, 0, 5_997_663_417_038_901_841),
      (20_000, 42, 6_274_762_360_924_010_863), (1000, .max, 15_886_502_994_667_334_391),
    ] as [(Int, UInt64, UInt64)])
  func theSamePlacesOnEveryMachine(count: Int, seed: UInt64, expected: UInt64) {
    let places = PlaceGenerator.places(count: count, seed: seed)
    #expect(checksum(places.places) == expected)
    #expect(places == PlaceGenerator.places(count: count, seed: seed))
  }

  @Test func fewerPlacesAreAPrefixOfMore() {
    for count in [0, 1, 199, 200, 201, 5000] {
      #expect(
        PlaceGenerator.places(count: count, seed: 42).places == Array(places.prefix(count)))
    }
  }

  @Test func otherSeedsGiveOtherPlaces() {
    // No two seeds share a city, nor do two cities of a seed share their places.
    let names = (0..<4).map { seed in
      PlaceGenerator.places(count: 20_000, seed: seed).places.map(\.name)
    }
    for (one, other) in [(0, 1), (1, 2), (2, 3), (0, 3)] {
      #expect(zip(names[one], names[other]).count { $0 == $1 } < 1000)
    }
    let cities = stride(from: 0, to: 200, by: 1).map { city in
      Set(stride(from: city, to: 20_000, by: 200).map { places[$0].name })
    }
    for city in 1..<200 {
      #expect(cities[city].intersection(cities[city - 1]).count < 20)
    }
  }

  // MARK: - Cities

  @Test func everyCityHasItsShare() {
    let names = places.prefix(200).map(\.city)
    #expect(Set(names).count == PlaceGenerator.cityCount)
    #expect(places.enumerated().allSatisfy { $1.city == names[$0 % 200] })
    #expect(names.contains { $0.contains(" ") })
    #expect(names.contains { $0.unicodeScalars.contains { $0.value > 0x7F } })
  }

  // The cities are the pin generator's: pins of the same seed are dense around them, pins of
  // another seed are not.
  @Test func citiesAreThoseOfThePinsOfTheSameSeed() {
    func pinsNearCities(seed: UInt64) -> Int {
      let pins = PinGenerator.cities.pins(count: 2000, seed: seed).coordinates
      let centers = (0..<50).map { city -> Coordinate in
        let own = stride(from: city, to: 20_000, by: 200).map { places[$0].coordinate }
        return Coordinate(
          latitude: own.map(\.latitude).reduce(0, +) / Double(own.count),
          longitude: own.map(\.longitude).reduce(0, +) / Double(own.count))
      }
      return pins.count { pin in
        centers.contains {
          abs($0.latitude - pin.latitude) < 0.8 && abs($0.longitude - pin.longitude) < 0.8
        }
      }
    }
    #expect(pinsNearCities(seed: 42) > 800)
    #expect(pinsNearCities(seed: 43) < 200)
  }

  @Test func placesLieAroundTheirCity() {
    for city in 0..<200 {
      let own = stride(from: city, to: 20_000, by: 200).map { places[$0].coordinate }
      let latitude = own.map(\.latitude).sorted()[own.count / 2]
      let longitude = own.map(\.longitude).sorted()[own.count / 2]
      #expect(
        own.allSatisfy {
          $0.isValid && abs($0.latitude - latitude) < 2 && abs($0.longitude - longitude) < 2
        })
    }
  }

  @Test func coordinatesAreRoundedToMillionths() {
    func isRounded(_ degrees: Double) -> Bool {
      degrees == (degrees * 1e6).rounded() / 1e6
    }
    #expect(
      places.allSatisfy {
        isRounded($0.coordinate.latitude) && isRounded($0.coordinate.longitude)
      })
  }

  // MARK: - Kinds

  @Test func kindsHaveTheirShares() {
    let counts = [Place.Kinds.pointOfInterest, .address, .physicalFeature].map { kind in
      places.count { $0.kind == kind }
    }
    #expect(abs(counts[0] - 11_000) < 300)
    #expect(abs(counts[1] - 7600) < 300)
    #expect(abs(counts[2] - 1400) < 200)
  }

  @Test func categoriesAreAsCommonAsInTowns() {
    var counts: [PointOfInterestCategory: Int] = [:]
    for place in places {
      if let category = place.category { counts[category, default: 0] += 1 }
    }
    func count(_ category: PointOfInterestCategory) -> Int { counts[category] ?? 0 }
    for category in PointOfInterestCategory.allCases { #expect(count(category) > 0) }
    for common in [PointOfInterestCategory.restaurant, .cafe, .store, .bakery, .pharmacy, .hotel] {
      for rare in [PointOfInterestCategory.planetarium, .castle, .zoo, .airport] {
        #expect(count(common) > 5 * count(rare))
      }
    }
    let features = Set(
      places.compactMap { place -> PhysicalFeature? in
        if case .physicalFeature(let feature) = place.classification { feature } else { nil }
      })
    #expect(features.count == PhysicalFeature.allCases.count)
  }

  @Test func prominenceIsMostlyLow() {
    #expect(places.allSatisfy { (0...100).contains($0.prominence) })
    let shops = places.filter { $0.kind == .pointOfInterest }
    #expect(shops.count { $0.prominence < 20 } > shops.count / 2)
    #expect(shops.count { $0.prominence > 80 } > 10)
    #expect(shops.count { $0.prominence > 80 } < shops.count / 20)
  }
}

/// The names of generated places: what makes searching hard.
@Suite struct PlaceNameTests {
  private static let places = PlaceGenerator.places(count: 30_000, seed: 9).places

  private var places: [Place] { Self.places }

  /// In how many cities a kind of place has a name with the word.
  private func cityCount(of word: String, kind: Place.Kinds) -> Int {
    Set(places.lazy.filter { $0.kind == kind && $0.name.contains(word) }.map(\.city)).count
  }

  @Test(arguments: ["Luna", "Linden", "Rosa", "Harbor", "Lincoln", "Mill", "Saint Clair", "Park"])
  func aWordIsAShopAStreetAndAFeatureInSeveralCities(word: String) {
    #expect(cityCount(of: word, kind: .pointOfInterest) > 20)
    #expect(cityCount(of: word, kind: .address) > 3)
    #expect(cityCount(of: word, kind: .physicalFeature) > 5)
  }

  @Test func aWordStandsBeforeAndAfterTheCategory() {
    let names = Set(places.map(\.name))
    for name in ["Luna Café", "Café Luna", "Luna Pharmacy", "Luna Lake", "Mount Luna"] {
      #expect(names.contains(name))
    }
    let streets = Set(places.map(\.street))
    for word in ["Luna", "Linden", "Rosa"] {
      #expect(streets.count { $0.contains(word) } >= 5)
    }
  }

  @Test(arguments: ["Bean Brothers", "Fuel & Go", "Shoe Planet", "Wok & Roll"])
  func aChainHasOneNameInManyCities(name: String) {
    #expect(Set(places.filter { $0.name == name }.map(\.city)).count > 12)
  }

  @Test func someShopsAreNamedAfterAnotherCity() {
    let cities = Set(places.prefix(PlaceGenerator.cityCount).map(\.city))
    let strangers = places.filter { place in
      let first = String(place.name.prefix { $0 != " " })
      return place.kind == .pointOfInterest && first != place.city && cities.contains(first)
    }
    #expect(strangers.count > 300)
    #expect(places.contains { $0.name.hasPrefix("Berlin ") && $0.city != "Berlin" })
  }

  @Test(arguments: ["City ", "Category ", "Central Hotel", "Street ", "Café ", "O'Hara's", " & "])
  func someNamesAreHardToReadAsAQuery(part: String) {
    #expect(places.contains { $0.kind == .pointOfInterest && $0.name.contains(part) })
  }

  @Test(arguments: [0x370...0x3FF, 0x400...0x4FF, 0x600...0x6FF, 0x3040...0x30FF])
  func someNamesAreInOtherScripts(script: ClosedRange<UInt32>) {
    #expect(
      places.contains { $0.name.unicodeScalars.contains { script.contains($0.value) } })
  }

  @Test func manyNamesHaveAccents() {
    let accented = places.count { place in
      place.name.unicodeScalars.contains { (0xC0...0x24F).contains($0.value) }
    }
    #expect(accented > places.count / 20)
  }

  @Test func noNameIsEmptyOrUntidy() {
    let untidy = places.first { place in
      place.name.isEmpty
        || place.name.split(separator: " ").joined(separator: " ") != place.name
    }
    #expect(untidy == nil)
  }
}

/// The streets of generated cities.
@Suite struct PlaceAddressTests {
  private struct StreetName: Hashable {
    let city: String
    let street: String
  }

  private static let addresses = PlaceGenerator.places(count: 20_000, seed: 5).places
    .filter { $0.kind == .address }
  private static let streets = Dictionary(
    grouping: addresses, by: { StreetName(city: $0.city, street: $0.street) })

  @Test func anAddressIsItsStreetAndNumber() {
    let other = Self.addresses.first { address in
      address.street.isEmpty || address.houseNumber.isEmpty
        || (address.name != address.houseNumber + " " + address.street
          && address.name != address.street + " " + address.houseNumber)
    }
    #expect(other == nil)
    #expect(Self.addresses.contains { $0.name.hasPrefix($0.houseNumber) })
    #expect(Self.addresses.contains { $0.name.hasSuffix($0.houseNumber) })
  }

  @Test func aStreetHasSeveralHouses() {
    let counts = Self.streets.values.map(\.count)
    #expect(counts.count { $0 >= 4 } * 10 > counts.count * 7)
    #expect(counts.allSatisfy { $0 <= 16 })
    #expect(Self.streets.values.allSatisfy { Set($0.map(\.houseNumber)).count == $0.count })
  }

  // The ends of the street give the line; a house may stand half the street's width off it.
  @Test func housesStandAlongALineInTheOrderOfTheirNumbers() throws {
    for houses in Self.streets.values where houses.count > 2 {
      let numbers = try houses.map { house in
        try #require(Int(house.houseNumber.prefix { $0.isNumber }))
      }
      #expect(numbers == numbers.sorted())
      let places = houses.map(\.coordinate)
      if places.contains(where: { abs($0.longitude) == 180 }) { continue }
      let (first, last) = (places[0], places[places.count - 1])
      let x = last.longitude - first.longitude
      let y = last.latitude - first.latitude
      let length = (x * x + y * y).squareRoot()
      let isOnLine = zip(places, numbers).allSatisfy { place, number in
        let east = place.longitude - first.longitude
        let north = place.latitude - first.latitude
        let across = (x * north - y * east) / length
        let along = (x * east + y * north) / length
        // 16 m from side to side, and as much again where the line's ends are on two sides.
        return abs(across) < 0.0004
          && abs(along - 0.0001 * Double(number - numbers[0])) < 0.0002
      }
      #expect(isOnLine)
    }
  }

  @Test func streetsAreNamedInSeveralLanguages() {
    let names = Set(Self.streets.keys.map(\.street))
    for ending in [" Street", " Avenue", "straße", "weg"] {
      #expect(names.contains { $0.hasSuffix(ending) })
    }
    for beginning in ["Rue ", "Calle ", "Via "] {
      #expect(names.contains { $0.hasPrefix(beginning) })
    }
  }

  @Test func aCityHasNoStreetTwice() {
    let places = PlaceGenerator.places(count: 60_000, seed: 3).places
    for city in [0, 77, 199] {
      var runs: [String] = []
      for index in stride(from: city, to: places.count, by: 200) {
        let place = places[index]
        if place.kind == .address, place.street != runs.last { runs.append(place.street) }
      }
      #expect(runs.count > 7)
      #expect(Set(runs).count == runs.count)
    }
  }

  /// The streets of all cities, and those with a word of a category, where a share of them has one.
  private static func streets(
    share: Double, _ categories: [PointOfInterestCategory] = [.park, .mailbox]
  ) -> (all: Int, shared: Int) {
    let places = PlaceGenerator.places(
      count: 40_000, seed: 5, sharedStreets: .init(categories: categories, share: share)
    ).places
    let names = Set(
      places.lazy.filter { $0.kind == .address }.map {
        StreetName(city: $0.city, street: $0.street)
      })
    let words = categories.map { $0.searchWords[0] }
    return (
      names.count,
      names.count { name in words.contains { name.street.lowercased().contains($0) } }
    )
  }

  /// The names' own words have no mailbox.
  @Test func someStreetsAreNamedAfterCategories() {
    let none = Self.streets(share: 0, [.mailbox])
    #expect(none.shared == 0 && none.all > 1_400)
    let some = Self.streets(share: 0.3, [.mailbox])
    #expect((0.27...0.33).contains(Double(some.shared) / Double(some.all)))
    let all = Self.streets(share: 1)
    #expect(all.shared == all.all)
    // Each has its own name, so that there are as many as without.
    #expect(abs(all.all - none.all) < none.all / 20)
  }

  @Test func someShopsAreOnTheStreets() {
    let places = PlaceGenerator.places(count: 20_000, seed: 5).places
    let shops = places.filter { $0.kind == .pointOfInterest && !$0.street.isEmpty }
    #expect(shops.count > 3000)
    let stranger = shops.first { shop in
      Self.streets[StreetName(city: shop.city, street: shop.street)] == nil
        || shop.houseNumber.isEmpty
    }
    #expect(stranger == nil)
  }
}

@Suite struct PlaceSearchWordsTests {
  private var wordLists: [(String, [String])] {
    PointOfInterestCategory.allCases.map { ($0.rawValue, $0.searchWords) }
      + PhysicalFeature.allCases.map { ($0.rawValue, $0.searchWords) }
  }

  @Test func everyCategoryHasTwoToFiveTidyWords() {
    for (name, words) in wordLists {
      #expect((2...5).contains(words.count), "\(name)")
      for word in words {
        #expect(word == word.lowercased())
        #expect(word.allSatisfy { $0.isASCII && ($0.isLetter || $0 == " ") }, "\(word)")
        #expect((1...2).contains(word.split(separator: " ").count), "\(word)")
      }
    }
  }

  @Test func noWordBelongsToTwoCategories() {
    var owners: [String: String] = [:]
    for (name, words) in wordLists {
      for word in words {
        #expect(owners[word] == nil, "\(word): \(name) and \(owners[word] ?? "")")
        owners[word] = name
      }
    }
  }

  @Test func theUsualWordsAreThere() {
    #expect(PointOfInterestCategory.cafe.searchWords.first == "coffee")
    #expect(PointOfInterestCategory.gasStation.searchWords.prefix(3) == ["gas", "petrol", "fuel"])
    #expect(PhysicalFeature.lake.searchWords.contains("lake"))
  }
}
