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
    var generator = SeededGenerator(seed: seed)
    let places = generator.places(1000)
    let naive = NaivePlaces(places: places)
    let index = try PlaceIndexFile(places).open()
    var found = 0
    for _ in 0..<100 {
      let words = Self.words.randomElement(using: &generator) ?? []
      let region = generator.region()
      let expected = naive.ids(words.flatMap(NaivePlaces.words(in:)), region: region)
      let query = PlaceQuery(
        text: words.joined(separator: " "), region: region, requiresRegion: true, limit: 5000)
      let ids = try index.ids(query)
      // Where nothing has all words, what has some of them is found.
      if expected.isEmpty {
        #expect(ids.allSatisfy { NaivePlaces.contains(region, places[$0].coordinate) })
      } else {
        #expect(ids.sorted() == expected, "\(words) in \(region)")
        found += 1
      }
    }
    #expect(found > 30)
  }

  @Test func `finds the same without a region and with a hint`() throws {
    var generator = SeededGenerator(seed: 4)
    let places = generator.places(1000)
    let naive = NaivePlaces(places: places)
    let index = try PlaceIndexFile(places).open()
    for words in Self.words {
      let expected = naive.ids(words.flatMap(NaivePlaces.words(in:)))
      var query = PlaceQuery(text: words.joined(separator: ", "), limit: 5000)
      #expect(try index.ids(query).sorted() == expected, "\(words)")
      query.region = generator.region()
      #expect(try index.ids(query).sorted() == expected, "\(words)")
    }
  }

  @Test func `a smaller limit gives the beginning of the same answer`() throws {
    var generator = SeededGenerator(seed: 5)
    let index = try PlaceIndexFile(generator.places(200)).open()
    for words in Self.words {
      let region: Region? = Bool.random(using: &generator) ? generator.region() : nil
      var query = PlaceQuery(text: words.joined(separator: " "), region: region, limit: 250)
      let all = try index.ids(query)
      for limit in [1, 3, 10] where !all.isEmpty {
        query.limit = limit
        #expect(try index.ids(query).first == all.first)
        #expect(try index.ids(query).count == min(limit, all.count))
      }
    }
  }

  @Test func `filters let pass what the twin lets pass`() throws {
    var generator = SeededGenerator(seed: 6)
    let places = generator.places(600)
    let naive = NaivePlaces(places: places)
    let index = try PlaceIndexFile(places).open()
    let filters: [CategoryFilter] = [
      .all, .including([.cafe]), .including([]), .excluding([]), .excluding([.cafe, .hotel]),
      .including(Set(PointOfInterestCategory.allCases)),
      .excluding(Set(PointOfInterestCategory.allCases)), .including([.zoo]),
    ]
    for bits in 0..<8 as Range<UInt8> {
      for categories in filters {
        let kinds = Place.Kinds(rawValue: bits)
        let query = PlaceQuery(
          text: "berlin", kinds: kinds, categories: categories, limit: 5000)
        let expected = naive.ids(["berlin"], kinds: kinds, categories: categories)
        #expect(try index.ids(query).sorted() == expected, "\(kinds) \(categories)")
      }
    }
  }

  @Test func `gives back the places as they were`() throws {
    var generator = SeededGenerator(seed: 7)
    let places = generator.places(300)
    let index = try PlaceIndexFile(places).open()
    for found in try index.places(matching: PlaceQuery(text: "lion", limit: 300)).places {
      #expect(found.place == places[found.id])
    }
  }

  @Test func `two builds are the same file`() throws {
    var generator = SeededGenerator(seed: 8)
    let places = generator.places(500)
    let (first, second) = (try PlaceIndexFile(places), try PlaceIndexFile(places))
    #expect(try first.bytes() == second.bytes())
  }

  @Test func `says how many places it scored`() throws {
    var generator = SeededGenerator(seed: 9)
    let places = generator.places(1500)
    let index = try PlaceIndexFile(places).open()
    let answer = try index.places(matching: PlaceQuery(text: "golden", limit: 5))
    #expect(answer.places.count == 5)
    // Of more than four hundred.
    #expect((5...350).contains(answer.examined))
  }

  @Test func `a city's two words and its area do not lead to a look at the whole city`() throws {
    let home = Coordinate(latitude: 10, longitude: 10)
    let away = Coordinate(latitude: -10, longitude: -10)
    let places = (0..<3000).map { number in
      let isHome = number < 100
      return Place(
        name: "Zzz \(number)",
        classification: .pointOfInterest(number % 10 < 3 ? .museum : .zoo),
        city: isHome ? "Old Town" : "Elsewhere", coordinate: isHome ? home : away)
    }
    let query = PlaceQuery(
      text: "museum old town",
      region: Region(
        center: home, span: CoordinateSpan(latitudeDelta: 0.02, longitudeDelta: 0.02)),
      requiresRegion: true)
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
    var generator = SeededGenerator(seed: seed)
    let places = generator.places(800)
    let naive = NaivePlaces(places: places)
    let index = try PlaceIndexFile(places).open()
    var found = 0
    for _ in 0..<100 {
      let center = generator.coordinate()
      let distances: [Double] = [0, 60, 700, 30_000, 900_000, 2.5e7]
      let distance = distances.randomElement(using: &generator) ?? 0
      let limit = [1, 3, 20, 5000].randomElement(using: &generator) ?? 1
      let answer = try index.addresses(near: center, within: distance, limit: limit)
      let expected = naive.addresses(near: center, within: distance, limit: limit)
      #expect(answer.places.map(\.id) == expected, "\(distance) m around \(center)")
      found += expected.count
    }
    #expect(found > 500)
  }

  @Test func `are addresses only`() throws {
    let coordinate = Coordinate(latitude: 1, longitude: 2)
    let index = try PlaceIndexFile([
      Place(name: "Café", classification: .pointOfInterest(.cafe), coordinate: coordinate),
      Place(name: "Main Street 1", classification: .address, coordinate: coordinate),
      Place(name: "Lake", classification: .physicalFeature(.lake), coordinate: coordinate),
    ]).open()
    let answer = try index.addresses(near: coordinate, within: 10, limit: 10)
    #expect(answer.places.map(\.id) == [1])
  }

  @Test func `are none around what is no place, or within less than nothing`() throws {
    var generator = SeededGenerator(seed: 3)
    let index = try PlaceIndexFile(generator.places(100)).open()
    let center = Coordinate(latitude: 0, longitude: 0)
    let numbers = [Double.nan, .infinity, -.infinity, 95, -1e300]
    for number in numbers {
      let somewhere = Coordinate(latitude: number, longitude: number)
      #expect(try index.addresses(near: somewhere, within: 1e9, limit: 9).places.isEmpty)
    }
    #expect(try index.addresses(near: center, within: -1, limit: 9).places.isEmpty)
    #expect(try index.addresses(near: center, within: .nan, limit: 9).places.isEmpty)
    #expect(try index.addresses(near: center, within: 1e9, limit: 0).places.isEmpty)
    #expect(try index.addresses(near: center, within: 1e9, limit: -1).places.isEmpty)
    #expect(try index.addresses(near: center, within: .infinity, limit: .max).places.count > 20)
  }
}
