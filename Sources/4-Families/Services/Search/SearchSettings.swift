import PinData
import Platform
import ScenarioModel
import Simulation
import Support

/// The keys of a scenario with people who search for places.
struct SearchSettings: ServiceSettings {
  private var places = PlaceSource()
  private var typing = TypingSettings()

  static let maxSize = PlaceSource.maxCount
  static let keys: [Key<Self>] = [
    .places(\.places, mayShareWords: true),
    .group("typing", \.typing, required: true, "the people who search"),
  ]

  var inputFiles: [String] { [places.file].compactMap(\.self) }

  func defaultSize() throws(InputError) -> Int { try places.defaultCount() }

  func check(sizes: [Int], on profile: PlatformProfile) throws {
    try places.check(sizes: sizes)
    // People search for some kinds of places; each size of a file must have them.
    guard places.file != nil else { return }
    for size in sizes {
      _ = try typing.trace(over: places.places(count: size, profile: profile), profile: profile)
    }
  }

  func facts(on platform: PlatformSource) -> [(name: String, value: String)] {
    let person = ListReader(profile: platform.profile)
    return [
      ("places", places.description),
      ("typing", typing.description),
      platform.fact,
      (
        "assumed of the platform",
        "a request without a region looks everywhere on earth; one without types looks for places "
          + "of all kinds"
      ),
      (
        "assumed of people",
        "they read \(person.reactionTime / 1_000_000) ms before they tap a row, and wait "
          + "\(person.patience / 1_000_000_000) s for an answer"
      ),
      ("a sample", "people are sampled with a seed; another seed (--seed) changes the fractions"),
    ]
  }

  /// The environment of a replay; in a warm-up, a few people over a small index load the code and
  /// the database's library.
  ///
  /// - Parameter typed: what people type; `nil` draws it, as the scenario says.
  func environment(
    _ request: ReplayRequest, on profile: PlatformProfile, replaying typed: TypingTrace?
  ) throws -> SearchEnvironment {
    let shared = request.shared
    let count = request.size(warmUp: 400)
    func placeSet(under profile: PlatformProfile) throws -> PlaceSet {
      try places.places(count: count, profile: profile, sharing: shared)
    }
    let found = try placeSet(under: profile)
    let trace: TypingTrace =
      if request.purpose == .warmUp {
        TypingGenerator(people: 2, searchesPerPerson: 3, seed: 0, profile: profile)
          .trace(over: found)
      } else if let typed {
        typed
      } else {
        try shared.value("trace", places.description, count, typing, under: profile) {
          try typing.trace(over: placeSet(under: $0), profile: $0)
        }
      }
    return SearchEnvironment(
      places: found,
      judge: try shared.value("judge", places.description, count, under: profile) {
        RelevanceJudge(places: try placeSet(under: $0))
      },
      trace: trace, purpose: typing.kinds, reader: ListReader(profile: profile),
      engine: try request.searchEngine(
        over: found, of: places, on: profile, ranking: PlaceRanking.init(profile:)))
  }
}

/// The environment that the replays of a case share.
struct SearchEnvironment {
  let places: PlaceSet
  let judge: RelevanceJudge
  let trace: TypingTrace
  /// The kinds of places that people search for.
  let purpose: Place.Kinds
  let reader: ListReader
  let engine: any PlaceSearching

  /// Each person's searches.
  var people: [ArraySlice<TypedSearch>] {
    let searches = trace.searches
    let starts = searches.indices.filter {
      $0 == 0 || searches[$0].person != searches[$0 - 1].person
    }
    return zip(starts, starts.dropFirst() + [searches.count]).map { searches[$0..<$1] }
  }

  /// A title of the events in the first search.
  var title: String {
    guard let wanted = trace.searches.first?.wanted else { return "the first search" }
    let place = places.places[wanted]
    return "a person looks for \(place.name)\(place.city.isEmpty ? "" : " in \(place.city)") ★"
  }

  /// Replays the searches of one person; an inspection shows the first one only.
  func perform(
    _ all: ArraySlice<TypedSearch>, on phone: ServicePhone, make: SearchMake
  ) -> SearchRecord {
    let searches = phone.isObserved ? all.prefix(1) : all
    let driver = SearchDriver(searches[searches.startIndex], in: self, on: phone, make: make)
    let records = searches.indices.map { index in
      let next = searches.index(after: index)
      return driver.perform(
        searches[index], until: next < searches.endIndex ? searches[next].start : nil)
    }
    return SearchRecord(searches: records, completersMade: phone.service.completersMade)
  }
}
