import Clustering
import PinData
import Simulation
import Support

/// Queries of one kind, with one role of the region.
struct QuestionSeries {
  let kind: QueryKind
  let region: QueryRegion
  let questions: [Question]

  /// All series over a set of places; all roles of the region have the same wanted places.
  static func all(over places: PlaceSet, count: Int) -> [QuestionSeries] {
    QueryKind.allCases.enumerated().flatMap { number, kind in
      let positions = places.places.indices.filter { kind.suits(places.places[$0]) }
      let regions = kind.hasRegion ? QueryRegion.allCases : [.none]
      return regions.map { region in
        // One seed for each kind.
        var random = SplitMix64(seed: UInt64(number) &* 0xD134_2543_DE82_EF95)
        let questions = (0..<(positions.isEmpty ? 0 : count)).map { _ in
          let wanted = positions[Int(random.unit() * Double(positions.count))]
          return Question(
            form: form(kind, region, places.places[wanted], &random), wanted: wanted)
        }
        return QuestionSeries(kind: kind, region: region, questions: questions)
      }
    }
  }

  private static func form(
    _ kind: QueryKind, _ region: QueryRegion, _ place: Place, _ random: inout SplitMix64
  ) -> Question.Form {
    let text = kind.text(for: place, &random)
    // About two hundred metres away.
    if kind == .nearestAddress {
      return .nearestAddress(
        QueryRegion.around(place.coordinate, spread: 0.004, &random).center)
    }
    let view = QueryRegion.around(place.coordinate, &random)
    let query = PlaceQuery(
      text: text, region: region == .none ? nil : view, requiresRegion: region == .required,
      limit: kind.isUnfinished ? Question.suggestionLimit : Question.placeLimit)
    return kind.isUnfinished ? .suggestions(query) : .places(query)
  }
}
