import Clustering
import PinData
import Simulation
import Support
import TestSupport
import Testing

/// An index that keeps what it reads answers as one that reads all of it again.
@Suite struct IndexMemoryTests {
  @Test func aRememberingIndexAnswersAlike() throws {
    let folder = try TemporaryFolder()
    let places = PlaceGenerator.places(count: 4_000, seed: 3)
    let path = folder.file("places.sqlite")
    try PlaceIndex.build(places, at: path)
    let rankings = [PlaceRanking(profile: .sample()), PlaceRanking.none]
    let remembering = try PlaceIndex(path: path, ranking: .none).remembering()
    let plain = try rankings.map { try PlaceIndex(path: path, ranking: $0) }
    var random = SplitMix64(seed: 5)
    var found = 0
    for round in 0..<60 {
      let place = places.places[Int(random.next() % UInt64(places.count))]
      let text = String(place.name.prefix(1 + Int(random.next() % 12)))
      let region = Region(around: place.coordinate, degrees: 0.2)
      // A larger limit needs more of what an earlier query read.
      for limit in [3, 400] {
        var query = PlaceQuery(text: text, limit: limit)
        query.region = round.isMultiple(of: 3) ? nil : region
        query.requiresRegion = round.isMultiple(of: 2)
        for (ranking, index) in zip(rankings, plain) {
          let other = remembering.ranked(by: ranking)
          let answer = try index.places(matching: query)
          #expect(try other.places(matching: query) == answer, "\(text)")
          #expect(
            try other.suggestions(for: query, queryLimit: 2)
              == index.suggestions(for: query, queryLimit: 2))
          found += answer.places.count
        }
      }
      let near = try plain[0].addresses(near: place.coordinate, within: 2_000, limit: 5)
      #expect(try remembering.addresses(near: place.coordinate, within: 2_000, limit: 5) == near)
    }
    #expect(found > 1_000)
  }
}
