import MapGeometry
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
