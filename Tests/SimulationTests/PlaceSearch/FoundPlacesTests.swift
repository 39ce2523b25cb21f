import Clustering
import PinData
import Simulation
import TestSupport
import Testing

/// The index against a twin that looks at all places.
@Suite struct FoundPlacesTests {
  private static let words = [
    ["golden"], ["LION", "golden"], ["cafe"], ["berlin"], ["coffee", "Berlin"], ["main", "12"],
    ["street"], ["museum", "paulo"], ["lake"], ["müller"], ["lake", "lake"], ["old", "harbour"],
  ]

  @Test(arguments: [1, 2] as [UInt64])
  func `finds in a required region what has all words, and nothing else`(seed: UInt64) throws {
    var random = try RandomPlaces(1000, seed: seed)
    var found = 0
    for _ in 0..<100 {
      let words = Self.words.randomElement(using: &random.generator) ?? []
      let region = random.generator.region()
      let expected = random.naive.ids(words.flatMap(NaivePlaces.words(in:)), region: region)
      let query = PlaceQuery(
        text: words.joined(separator: " "), region: region, requiresRegion: true, limit: 5000)
      let ids = try random.index.ids(query)
      // Where nothing has all words, what has some of them is found.
      if expected.isEmpty {
        #expect(ids.allSatisfy { NaivePlaces.contains(region, random.places[$0].coordinate) })
      } else {
        #expect(ids.sorted() == expected, "\(words) in \(region)")
        found += 1
      }
    }
    #expect(found > 30)
  }

  @Test func `finds the same without a region and with a hint`() throws {
    var random = try RandomPlaces(1000, seed: 4)
    for words in Self.words {
      let expected = random.naive.ids(words.flatMap(NaivePlaces.words(in:)))
      var query = PlaceQuery(text: words.joined(separator: ", "), limit: 5000)
      #expect(try random.index.ids(query).sorted() == expected, "\(words)")
      query.region = random.generator.region()
      #expect(try random.index.ids(query).sorted() == expected, "\(words)")
    }
  }

  @Test func `a smaller limit gives the beginning of the same answer`() throws {
    var random = try RandomPlaces(200, seed: 5)
    for words in Self.words {
      let region: Region? = Bool.random(using: &random.generator) ? random.generator.region() : nil
      var query = PlaceQuery(text: words.joined(separator: " "), region: region, limit: 250)
      let all = try random.index.ids(query)
      for limit in [1, 3, 10] where !all.isEmpty {
        query.limit = limit
        #expect(try random.index.ids(query).first == all.first)
        #expect(try random.index.ids(query).count == min(limit, all.count))
      }
    }
  }

  @Test func `filters let pass what the twin lets pass`() throws {
    let random = try RandomPlaces(600, seed: 6)
    let filters: [CategoryFilter] = [
      .all, .including([.cafe]), .including([]), .excluding([]), .excluding([.cafe, .hotel]),
      .including(Set(PointOfInterestCategory.allCases)),
      .excluding(Set(PointOfInterestCategory.allCases)), .including([.zoo]),
    ]
    for bits in 0..<8 as Range<UInt8> {
      for categories in filters {
        let kinds = Place.Kinds(rawValue: bits)
        let query = PlaceQuery(text: "berlin", kinds: kinds, categories: categories, limit: 5000)
        let expected = random.naive.ids(["berlin"], kinds: kinds, categories: categories)
        #expect(try random.index.ids(query).sorted() == expected, "\(kinds) \(categories)")
      }
    }
  }

  @Test func `two builds are the same file`() throws {
    var generator = SeededGenerator(seed: 8)
    let places = generator.places(500)
    let (first, second) = (try PlaceIndexFile(places), try PlaceIndexFile(places))
    #expect(try first.bytes() == second.bytes())
  }

  @Test func `says how many places it scored`() throws {
    let random = try RandomPlaces(1500, seed: 9)
    let answer = try random.index.places(matching: PlaceQuery(text: "golden", limit: 5))
    #expect(answer.places.count == 5)
    // Of more than four hundred.
    #expect((5...350).contains(answer.examined))
  }

  @Test func `a city's two words and its area do not lead to a look at the whole city`() throws {
    let home = Coordinate(10, 10)
    let away = Coordinate(-10, -10)
    let places = (0..<3000).map { number in
      let isHome = number < 100
      return Place(
        name: "Zzz \(number)",
        classification: .pointOfInterest(number % 10 < 3 ? .museum : .zoo),
        city: isHome ? "Old Town" : "Elsewhere", coordinate: isHome ? home : away)
    }
    let query = PlaceQuery(
      text: "museum old town", region: Region(around: home, degrees: 0.02), requiresRegion: true)
    let answer = try PlaceIndexFile(places).open().places(matching: query)
    let museums = (0..<100).filter { $0 % 10 < 3 }
    #expect(answer.places.map(\.id) == Array(museums.prefix(25)))
    #expect(answer.examined == 30)
  }
}

@Suite struct AddressesTests {
  @Test(arguments: [1, 2] as [UInt64])
  func `are the nearest, as the twin's, also at the antimeridian and the poles`(
    seed: UInt64
  ) throws {
    var random = try RandomPlaces(800, seed: seed)
    var found = 0
    for _ in 0..<100 {
      let center = random.generator.coordinate()
      let distances: [Double] = [0, 60, 700, 30_000, 900_000, 2.5e7]
      let distance = distances.randomElement(using: &random.generator) ?? 0
      let limit = [1, 3, 20, 5000].randomElement(using: &random.generator) ?? 1
      let answer = try random.index.addresses(near: center, within: distance, limit: limit)
      let expected = random.naive.addresses(near: center, within: distance, limit: limit)
      #expect(answer.places.map(\.id) == expected, "\(distance) m around \(center)")
      found += expected.count
    }
    #expect(found > 500)
  }

  @Test func `are none around what is no place, or within less than nothing`() throws {
    let random = try RandomPlaces(100, seed: 3)
    let center = Coordinate(0, 0)
    let numbers = [Double.nan, .infinity, -.infinity, 95, -1e300]
    for number in numbers {
      let somewhere = Coordinate(number, number)
      #expect(try random.index.addresses(near: somewhere, within: 1e9, limit: 9).places.isEmpty)
    }
    #expect(try random.index.addresses(near: center, within: -1, limit: 9).places.isEmpty)
    #expect(try random.index.addresses(near: center, within: .nan, limit: 9).places.isEmpty)
    #expect(try random.index.addresses(near: center, within: 1e9, limit: 0).places.isEmpty)
    #expect(try random.index.addresses(near: center, within: 1e9, limit: -1).places.isEmpty)
    #expect(
      try random.index.addresses(near: center, within: .infinity, limit: .max).places.count > 20)
  }
}
