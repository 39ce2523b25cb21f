import PinData
import Testing

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
