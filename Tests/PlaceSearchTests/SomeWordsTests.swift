import MapGeometry
import PinData
import PlaceSearch
import TestSupport
import Testing

/// What is found where no place has all words.
@Suite struct SomeWordsTests {
  private static let origin = Coordinate(latitude: 0, longitude: 0)

  private func index(_ names: [String]) throws -> PlaceIndex {
    try PlaceIndexFile(
      names.map {
        Place(name: $0, classification: .pointOfInterest(.zoo), coordinate: Self.origin)
      }
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
      }
      .map(\.element).suffix(1).joined()
    }
    let index = try index(names)
    let best = try #require(
      try index.ids(PlaceQuery(text: words.joined(separator: " "), limit: 1)).first)
    let rarest = try #require(words.last { word in names.contains { $0.contains(word) } })
    #expect(names[best].contains(rarest))
  }

  @Test func `a required region holds for them too`() throws {
    var generator = SeededGenerator(seed: 3)
    let places = generator.places(600)
    let index = try PlaceIndexFile(places).open()
    var found = 0
    for _ in 0..<60 {
      let region = generator.region()
      let query = PlaceQuery(
        text: "berlin paulo lion", kinds: [.pointOfInterest, .address], region: region,
        requiresRegion: true, limit: 20)
      for id in try index.ids(query) {
        #expect(NaivePlaces.contains(region, places[id].coordinate))
        #expect(places[id].kind != .physicalFeature)
        found += 1
      }
    }
    #expect(found > 50)
  }
}
