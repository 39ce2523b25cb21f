import Clustering
import PinData
import Simulation
import TestSupport
import Testing

@Suite struct RankingTests {
  private static let berlin = Coordinate(52.5, 13.4)
  private static let tokyo = Coordinate(35.7, 139.7)
  private static let region = Region(around: berlin, degrees: 0.2)

  private func place(
    _ name: String, _ category: PointOfInterestCategory = .store, street: String = "",
    city: String = "", at coordinate: Coordinate = berlin, prominence: Int = 0
  ) -> Place {
    Place(
      name: name, classification: .pointOfInterest(category), street: street, city: city,
      coordinate: coordinate, prominence: prominence)
  }

  @Test func `a name counts more than a street, a city and a category`() throws {
    let index = try PlaceIndexFile([
      place("Aaa", .museum), place("Bbb", city: "Museum"), place("Ccc", street: "Museum Road"),
      place("Old Museum"), place("Museum Shop"), place("Museum"),
    ]).open()
    #expect(try index.ids(PlaceQuery(text: "museum")) == [5, 4, 3, 2, 1, 0])
  }

  @Test func `prominence decides between equals, then the set's order`() throws {
    let index = try PlaceIndexFile([
      place("Museum", prominence: 3), place("Museum", prominence: 90), place("Museum"),
      place("Museum", prominence: 3), place("Old Museum", prominence: 100),
    ]).open()
    #expect(try index.ids(PlaceQuery(text: "museum")) == [1, 0, 3, 2, 4])
  }

  @Test func `the profile has the points`() throws {
    let file = try PlaceIndexFile([
      place("Zzz", .museum), place("Old Museum", at: Self.tokyo), place("Bbb", city: "Museum"),
    ])
    let query = PlaceQuery(text: "museum", region: Self.region)
    #expect(try file.open().ids(query) == [2, 0, 1])
    #expect(try file.open([.rankInsideRegion: 0]).ids(query) == [1, 2, 0])
    #expect(try file.open([.rankWordInCategory: 301]).ids(query) == [0, 2, 1])
  }

  @Test func `inside of the region comes before outside`() throws {
    let index = try PlaceIndexFile([
      place("Museum of Art", at: Self.tokyo, prominence: 100), place("Zzz", .museum),
      place("Old Museum"),
    ]).open()
    #expect(try index.ids(PlaceQuery(text: "museum", region: Self.region)) == [2, 1, 0])
    #expect(try index.ids(PlaceQuery(text: "museum")) == [0, 2, 1])
  }

  @Test func `only a whole name outside beats a category inside`() throws {
    let index = try PlaceIndexFile([
      place("Zzz", .museum), place("Museum", at: Self.tokyo), place("Old Museum"),
    ]).open()
    #expect(try index.ids(PlaceQuery(text: "museum", region: Self.region)) == [2, 1, 0])
    #expect(
      try index.ids(PlaceQuery(text: "museum", region: Self.region, requiresRegion: true))
        == [2, 0])
  }

  @Test func `a whole name far away is found in spite of many inside`() throws {
    var places = (0..<400).map { place("Zzz \($0)", .museum, prominence: 50) }
    places.append(place("Museum", at: Self.tokyo))
    let index = try PlaceIndexFile(places).open()
    let ids = try index.ids(PlaceQuery(text: "museum", region: Self.region, limit: 5))
    #expect(ids == [400, 0, 1, 2, 3])
  }

  /// Also where the region has more than its share of the matches.
  @Test(arguments: [0, 300])
  func `a better match is found behind many that are better known`(elsewhere: Int) throws {
    var places = (0..<400).map { place("Zzz \($0)", .museum, prominence: 50) }
    places += [place("Old Museum"), place("Museum Shop"), place("Museum")]
    places += (0..<elsewhere).map { place("Zzz \($0)", at: Self.tokyo) }
    let index = try PlaceIndexFile(places).open()
    for (region, isRequired) in [(elsewhere == 0 ? nil : Self.region, false), (Self.region, true)] {
      let query = PlaceQuery(text: "museum", region: region, requiresRegion: isRequired, limit: 4)
      #expect(try index.ids(query) == [402, 401, 400, 0])
    }
  }

  @Test func `so it is where more have both words than one would expect`() throws {
    var places = (0..<400).map { place("Zzz \($0)", .museum, city: "Berlin", prominence: 50) }
    places += [place("Museum Berlin")]
    places += (0..<3000).map { place("Zzz \($0)", at: Self.tokyo) }
    let index = try PlaceIndexFile(places).open()
    #expect(try index.ids(PlaceQuery(text: "museum berlin", limit: 2)) == [400, 0])
    let query = PlaceQuery(text: "museum berlin", region: Self.region, limit: 2)
    #expect(try index.ids(query) == [400, 0])
  }

  @Test func `near the region's centre comes before its edge, whatever the prominence`() throws {
    let index = try PlaceIndexFile([
      place("Museum", at: Coordinate(52.59, 13.4), prominence: 100),
      place("Museum", at: Coordinate(52.56, 13.4), prominence: 50),
      place("Museum", at: Coordinate(52.501, 13.4)),
    ]).open()
    #expect(try index.ids(PlaceQuery(text: "museum", region: Self.region)) == [2, 1, 0])
  }

  @Test func `a place in the city of the query comes before others with its words`() throws {
    let index = try PlaceIndexFile([
      place("Luna", .cafe, city: "Hamburg", prominence: 9),
      place("Sol", .cafe, city: "Berlin"), place("Sol", .hotel, city: "Berlin"),
    ]).open()
    #expect(try index.ids(PlaceQuery(text: "coffee in Berlin")) == [1])
    #expect(try index.ids(PlaceQuery(text: "coffee near me")) == [0, 1])
  }

  @Test func `where nothing has all words the rarest count most`() throws {
    var places = (0..<40).map { place("Coffee \($0)", .cafe, city: "Berlin") }
    places += [place("City Hall", .landmark), place("Category Store")]
    let index = try PlaceIndexFile(places).open()
    let ids = try index.ids(PlaceQuery(text: "category:coffee city:Berlin", limit: 3))
    // The words are looked for as words: "category" and "city" are rare, so they win.
    #expect(ids == [40, 41, 0])
    #expect(try index.ids(PlaceQuery(text: "coffee berlin", limit: 3)) == [0, 1, 2])
  }
}

/// The results of a query if no place has all its words.
@Suite struct SomeWordsTests {
  private static let origin = Coordinate(0, 0)

  private func index(_ names: [String]) throws -> PlaceIndex {
    try PlaceIndexFile(
      names.map { Place(name: $0, classification: .pointOfInterest(.zoo), coordinate: Self.origin) }
    ).open()
  }

  @Test func `two words beat the rarer one of them, behind many places that have one`() throws {
    let many = Array(repeating: "red", count: 600) + Array(repeating: "green", count: 500)
    let index = try index(many + ["blue", "red green", "green red"])
    #expect(try index.ids(PlaceQuery(text: "red green purple", limit: 2)) == [1101, 1102])
    // "blue" is far rarer than the two others together.
    let ids = try index.ids(PlaceQuery(text: "red green blue", limit: 3))
    #expect(ids == [1100, 1101, 1102])
  }

  @Test func `all that have any of four words are found`() throws {
    let names = ["red", "green", "blue", "red green", "pink", "blue pink", "grey"]
    let index = try index(names)
    let ids = try index.ids(PlaceQuery(text: "red green blue pink"))
    #expect(ids.sorted() == [0, 1, 2, 3, 4, 5])
    #expect(Set(ids.prefix(2)) == [3, 5])
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `the best are those whose words are the rarest`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let words = ["red", "green", "blue", "pink"]
    // Fewer and fewer places have a word.
    let names = (0..<300).map { _ in
      words.enumerated().filter {
        Int.random(in: 0..<(4 << (2 * $0.offset)), using: &generator) == 0
      }.map(\.element).suffix(1).joined()
    }
    let index = try index(names)
    let best = try #require(
      try index.ids(PlaceQuery(text: words.joined(separator: " "), limit: 1)).first)
    let rarest = try #require(words.last { word in names.contains { $0.contains(word) } })
    #expect(names[best].contains(rarest))
  }

  @Test func `a required region holds for them too`() throws {
    var random = try RandomPlaces(600, seed: 3)
    var found = 0
    for _ in 0..<60 {
      let region = random.generator.region()
      let query = PlaceQuery(
        text: "berlin paulo lion", kinds: [.pointOfInterest, .address], region: region,
        requiresRegion: true, limit: 20)
      for id in try random.index.ids(query) {
        #expect(NaivePlaces.contains(region, random.places[id].coordinate))
        #expect(random.places[id].kind != .physicalFeature)
        found += 1
      }
    }
    #expect(found > 50)
  }
}
