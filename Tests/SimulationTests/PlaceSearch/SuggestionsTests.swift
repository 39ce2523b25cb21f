import Clustering
import PinData
import Simulation
import TestSupport
import Testing

@Suite struct SuggestionsTests {
  private static let origin = Coordinate(0, 0)

  private func suggestions(
    _ text: String, in places: [Place], queryLimit: Int = 0, limit: Int = 25
  ) throws -> [PlaceSuggestion] {
    try PlaceIndexFile(places).open().suggestions(
      for: PlaceQuery(text: text, limit: limit), queryLimit: queryLimit)
  }

  @Test(arguments: ["", "b", "be", "ber", "berl", "berli", "berlin", "lake c", "golden LI", "1"])
  func `are what has the words and a word with the beginning`(text: String) throws {
    var generator = SeededGenerator(seed: 1)
    let places = generator.places(400)
    var words = NaivePlaces.words(in: text)
    let beginning = words.popLast()
    let expected = places.filter { place in
      let known = NaivePlaces.words(of: place)
      return words.allSatisfy(known.contains)
        && beginning.map { start in known.contains { $0.hasPrefix(start) } } ?? false
    }
    let found = try suggestions(text, in: places, limit: 1000)
    #expect(Set(found.map(\.title)) == Set(expected.map(\.name)))
    #expect(Set(found.map(\.title)).count == found.count)
  }

  @Test func `say where a place is`() throws {
    let places = [
      Place(
        name: "Golden Lion", classification: .pointOfInterest(.hotel), street: "Main Street",
        houseNumber: "12", city: "Berlin", coordinate: Self.origin),
      Place(
        name: "Goldgasse 3", classification: .address, street: "Goldgasse", houseNumber: "3",
        city: "Salzburg", coordinate: Self.origin),
      Place(name: "Goldsee", classification: .physicalFeature(.lake), coordinate: Self.origin),
    ]
    let found = try suggestions("gold", in: places)
    #expect(found.map(\.title) == ["Golden Lion", "Goldgasse 3", "Goldsee"])
    #expect(found.map(\.subtitle) == ["Main Street 12, Berlin", "Salzburg", ""])
    #expect(found.map(\.place?.id) == [0, 1, 2])
  }

  @Test func `may be queries for categories`() throws {
    let places = [
      Place(name: "Coffee Lab", classification: .pointOfInterest(.cafe), coordinate: Self.origin)
    ]
    let found = try suggestions("Coff", in: places, queryLimit: 3)
    #expect(found.first == PlaceSuggestion(title: "Coffee", subtitle: "Search Nearby", place: nil))
    #expect(found.last?.title == "Coffee Lab")
    #expect(try suggestions("coff", in: places).map(\.title) == ["Coffee Lab"])
    #expect(try suggestions("coff", in: places, queryLimit: 3, limit: 1).count == 1)
    for limit in 0...3 {
      let queries = try suggestions("c", in: [], queryLimit: limit)
      #expect(queries.count == limit)
    }
  }

  @Test func `are no queries for what the filters keep out`() throws {
    let index = try PlaceIndexFile([]).open()
    var query = PlaceQuery(text: "museu")
    #expect(try index.suggestions(for: query, queryLimit: 3).map(\.title) == ["Museum"])
    query.categories = .excluding([.museum])
    #expect(try index.suggestions(for: query, queryLimit: 3).isEmpty)
    query.categories = .all
    query.kinds = [.address, .physicalFeature]
    #expect(try index.suggestions(for: query, queryLimit: 3).isEmpty)
  }

  @Test func `lie in a required region`() throws {
    var random = try RandomPlaces(800, seed: 2)
    var count = 0
    for _ in 0..<60 {
      let region = random.generator.region()
      let query = PlaceQuery(text: "b", region: region, requiresRegion: true, limit: 50)
      for found in try random.index.suggestions(for: query, queryLimit: 0) {
        let place = try #require(found.place)
        #expect(NaivePlaces.contains(region, place.place.coordinate))
        count += 1
      }
    }
    #expect(count > 100)
  }
}
