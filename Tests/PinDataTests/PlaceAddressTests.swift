import MapGeometry
import PinData
import Testing

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
