import Clustering
import Foundation
import PinData
import Platform
import ScenarioModel
import Simulation
import Support

/// The typing of a scenario: people drawn with a seed.
struct TypingSettings: Settings {
  private var people = 0
  private var searches = 10
  private(set) var seed: UInt64 = 0
  /// At least one.
  private var wants = WantedKind.allCases
  /// The categories that people want a place of; empty for all places of the kinds.
  private var categories: [PointOfInterestCategory] = []
  /// Indicates whether people press a button for a category, and type nothing.
  private var button = false

  static let keys: [Key<Self>] = [
    .integer("people", \.people, in: 1...100_000, required: true, "the number of people"),
    .integer("searches", \.searches, in: 1...1_000, "the searches of each person"),
    .seed(\.seed),
    .choices("wants", \.wants, what: "kind of place", "the kinds of places that people look for"),
    .choices(
      "categories", \.categories, what: "category",
      "the categories of the points of interest that people look for; all without the key"),
    .flag(
      "button", \.button,
      "people press a button for one of 'categories' and type nothing: they want the nearest place"),
  ]

  /// The kinds of places that people search for, and that the search screen is made to find.
  var kinds: Place.Kinds { wants.reduce(into: []) { $0.insert($1.kinds) } }

  func check(_ mapping: YAMLMapping) throws(InputError) {
    if let value = mapping["categories"], !kinds.contains(.pointOfInterest) {
      throw value.error(expected: "'point-of-interest' among 'wants'")
    }
    if button, categories.isEmpty, let value = mapping["button"] {
      throw value.error(expected: "'categories' with it")
    }
  }

  /// - Parameter profile: the profile with the people's behaviour.
  func trace(over places: PlaceSet, profile: PlatformProfile) throws -> TypingTrace {
    let trace = TypingGenerator(
      people: people, searchesPerPerson: searches, kinds: kinds, categories: Set(categories),
      seed: seed, profile: profile
    ).trace(over: places)
    guard !trace.searches.isEmpty else {
      throw WorkloadError(
        "expected at least one place of a category that people search for, found none; give a file "
          + "with such places")
    }
    guard button else { return trace }
    return TypingTrace(searches: trace.searches.map { pressed($0, among: places.places) })
  }

  /// The search that a button for the category of the wanted place starts: for the category's usual
  /// word, of people who want the nearest place of it.
  private func pressed(_ search: TypedSearch, among places: [Place]) -> TypedSearch {
    guard let category = search.wanted.flatMap({ places[$0].category }),
      let word = category.searchWords.first
    else { return search }
    let middle = MapPoint(search.region.center)
    func distance(_ index: Int) -> Double {
      let point = MapPoint(places[index].coordinate)
      return hypot(point.x - middle.x, point.y - middle.y)
    }
    let nearest = places.indices.filter { places[$0].category == category }
      .min { distance($0) < distance($1) }
    return TypedSearch(
      person: search.person, start: search.start, region: search.region, wanted: nearest,
      keystrokes: [TypedSearch.Keystroke(time: 0, text: word)], ending: .submit, endingTime: 0)
  }

  var description: String {
    let names = WantedKind.allCases.filter(wants.contains)
      .map { $0.rawValue.replacing("-", with: " ") }.joined(separator: " or ")
    let wanted = categories.isEmpty ? names : categories.names
    let wants = kinds == .all && categories.isEmpty ? "" : ", who look for \(wanted)"
    let way = button ? ", by a button for a category" : ""
    return "\(people) people with \(searches) searches each\(wants)\(way), seed \(seed)"
  }
}

/// The kinds of places by their names in a scenario file.
private enum WantedKind: String, CaseIterable {
  case pointOfInterest = "point-of-interest"
  case address
  case physicalFeature = "physical-feature"

  var kinds: Place.Kinds {
    switch self {
    case .pointOfInterest: .pointOfInterest
    case .address: .address
    case .physicalFeature: .physicalFeature
    }
  }
}
