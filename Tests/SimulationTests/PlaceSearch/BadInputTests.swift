import Clustering
import PinData
import Simulation
import TestSupport
import Testing

/// No text, region or limit is an error.
@Suite struct BadInputTests {
  private static let pieces = [
    "AND", "OR", "NOT", "NEAR", "NEAR(", "*", "^", ":", "\"", "'", "(", ")", "-", "+", "{", "}",
    ";", "--", "/*", "DROP TABLE places;", "' OR 1=1", "words", "rank", "text:", "\u{0}", "\n",
    "\u{FFFD}", "\u{FFFF}", "\u{10FFFF}", "\u{D7FF}", "\u{E000}", "\u{202E}", "\u{200D}",
    "\u{FEFF}", "e\u{301}\u{302}\u{303}", "\u{301}", "👩‍👩‍👧", "🇩🇪", "مطعم", "שלום", "東京",
    "=", "#", "@2", "+lion", "=1y2p0ij32e8e7", "#3a", "@cafe", "?", "?1", ":a", "%", "_", "\\",
    "golden", "lion", "berlin", "lio", "ﬁ", "İ", "ß", "ǆ", "١٢", "½", "Ⅷ", "a", " ",
  ]
  private static let regions = [
    (Double.nan, 0.0, 1.0, 1.0), (0, .nan, 1, 1), (0, 0, .nan, 1), (0, 0, 1, .nan),
    (95, 0, 1, 1), (0, 181, 1, 1), (0, 0, -1, 1), (0, 0, 1, -1), (.infinity, 0, 1, 1),
    (0, 0, -.infinity, 1),
  ].map { latitude, longitude, height, width in
    Region(latitude, longitude, spans: (height, width))
  }

  @Test func `any text has an answer`() throws {
    var generator = SeededGenerator(seed: 1)
    var places = generator.places(300)
    places += Self.pieces.map {
      Place(
        name: $0, classification: .pointOfInterest(.store), street: $0, houseNumber: $0, city: $0,
        coordinate: generator.coordinate())
    }
    let index = try PlaceIndexFile(places).open()
    for round in 0..<500 {
      let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        (Self.pieces.randomElement(using: &generator) ?? "")
          + (Bool.random(using: &generator) ? " " : "")
      }.joined()
      let query = PlaceQuery(
        text: text, region: round % 3 == 0 ? generator.region() : nil,
        requiresRegion: round % 2 == 0, limit: 10)
      let ids = try index.ids(query)
      #expect(ids.count <= 10)
      #expect(Set(ids).count == ids.count)
      let suggestions = try index.suggestions(for: query, queryLimit: round % 5 == 0 ? 3 : 0)
      #expect(suggestions.count <= 10)
    }
  }

  @Test func `any text of a place is given back`() throws {
    let places = Self.pieces.map {
      Place(
        name: "lion " + $0, classification: .pointOfInterest(.store), street: $0, houseNumber: $0,
        city: $0 + $0, coordinate: Coordinate(-0.0, 180))
    }
    let index = try PlaceIndexFile(places).open()
    let answer = try index.places(matching: PlaceQuery(text: "lion", limit: 1000))
    #expect(answer.places.count == places.count)
    for found in answer.places {
      #expect(found.place == places[found.id])
      // Equality of strings is canonical; an index keeps the very characters.
      #expect(found.place.name.unicodeScalars.elementsEqual(places[found.id].name.unicodeScalars))
    }
  }

  @Test func `a name may be very long`() throws {
    let names = [
      "lion " + String(repeating: "a", count: 100_000),
      "lion " + String(repeating: "é ", count: 50_000),
      "lion" + String(repeating: " ", count: 100_000) + "golden",
    ]
    let index = try PlaceIndexFile(
      names.map { Place(name: $0, classification: .address, coordinate: Coordinate(0, 0)) }
    ).open()
    let found = try index.places(matching: PlaceQuery(text: "lion")).places
    #expect(found.map(\.place.name) == names)
    #expect(try index.ids(PlaceQuery(text: "golden")) == [2])
    #expect(try index.ids(PlaceQuery(text: "E")) == [1])
    #expect(try index.ids(PlaceQuery(text: names[0])).sorted() == [0, 1, 2])
  }

  @Test func `a place off the earth is found by its words only`() throws {
    let nowhere = [(Double.nan, 0.0), (95, 0), (0, 181), (.infinity, .nan)].map {
      Place(name: "Lion", classification: .address, coordinate: Coordinate($0.0, $0.1))
    }
    let index = try PlaceIndexFile(nowhere).open()
    let world = Region(0, 0, degrees: 1000)
    #expect(try index.ids(PlaceQuery(text: "lion")) == [0, 1, 2, 3])
    #expect(try index.ids(PlaceQuery(text: "lion", region: world)) == [0, 1, 2, 3])
    #expect(try index.ids(PlaceQuery(text: "lion", region: world, requiresRegion: true)).isEmpty)
    #expect(try index.addresses(near: world.center, within: 1e9, limit: 9).places.isEmpty)
  }

  @Test(arguments: ["", " ", "\n\t", "...", "\u{0}", "👩‍👩‍👧", "\u{301}"])
  func `a text without words finds nothing`(text: String) throws {
    let random = try RandomPlaces(50, seed: 2)
    #expect(try random.index.places(matching: PlaceQuery(text: text)).places.isEmpty)
    #expect(try random.index.suggestions(for: PlaceQuery(text: text), queryLimit: 3).isEmpty)
  }

  @Test(arguments: [0, -1, Int.min])
  func `a limit below one finds nothing`(limit: Int) throws {
    let random = try RandomPlaces(50, seed: 3)
    let query = PlaceQuery(text: "lion", limit: limit)
    #expect(try random.index.places(matching: query) == PlaceAnswer(places: [], examined: 0))
    #expect(try random.index.suggestions(for: query, queryLimit: 3).isEmpty)
  }

  @Test func `the greatest limit finds all`() throws {
    let random = try RandomPlaces(900, seed: 4)
    let query = PlaceQuery(text: "berlin", limit: .max)
    #expect(try random.index.ids(query).sorted() == random.naive.ids(["berlin"]))
    #expect(try !random.index.suggestions(for: query, queryLimit: 3).isEmpty)
  }

  @Test(arguments: regions)
  func `a region that is none is no hint, and contains nothing`(region: Region) throws {
    let random = try RandomPlaces(200, seed: 5)
    let anywhere = try random.index.ids(PlaceQuery(text: "lion"))
    #expect(try random.index.ids(PlaceQuery(text: "lion", region: region)) == anywhere)
    #expect(
      try random.index.ids(PlaceQuery(text: "lion", region: region, requiresRegion: true)).isEmpty)
    // Without a region there is nothing to require.
    #expect(try random.index.ids(PlaceQuery(text: "lion", requiresRegion: true)) == anywhere)
  }

  @Test func `an empty index answers nothing`() throws {
    let index = try PlaceIndexFile([]).open()
    let query = PlaceQuery(text: "lion")
    #expect(try index.places(matching: query) == PlaceAnswer(places: [], examined: 0))
    #expect(try index.suggestions(for: query, queryLimit: 0).isEmpty)
    let center = Coordinate(0, 0)
    #expect(try index.addresses(near: center, within: 1e9, limit: 9).places.isEmpty)
  }
}
