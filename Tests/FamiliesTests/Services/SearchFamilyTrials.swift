import Clustering
import Families
import PinData
import ScenarioModel
import Simulation
import TestSupport
import Testing

extension FamilyTrial {
  /// Lists over places of a test's own, in a file.
  static func lists(
    _ family: any ScenarioFamily, _ places: [Place] = .street, rows: Int, people: Int = 1,
    profile: ProfileText = .steadySearch(), failures: Double = 0,
    replacing values: [String: String?] = [:]
  ) throws -> FamilyTrial {
    try FamilyTrial(
      family,
      """
      places: { file: places.csv }
      list: { rows: \(rows), people: \(people), seed: 5 }
      platform: { profile: profile.yaml, failures: \(failures), seed: 3 }
      """, replacing: values, profile: profile, files: ["places.csv": PlaceFileText.csv(places)])
  }

  static func geocoding(
    _ places: [Place] = .street, rows: Int, people: Int = 1,
    profile: ProfileText = .steadySearch(), failures: Double = 0,
    adding entries: [StrategyEntry<GeocodingMake>] = StrategyEntry<GeocodingMake>.ofTests
  ) throws -> FamilyTrial {
    try lists(
      Family.geocoding.adding(entries), places, rows: rows, people: people, profile: profile,
      failures: failures)
  }

  /// Searches over places of a test's own, in a file. Without searches the scenario draws them.
  static func search(
    _ searches: [TypedSearch] = [], over places: [Place] = .twoCafes,
    profile: ProfileText = .steadySearch(), failures: Double = 0,
    replacing values: [String: String?] = [:],
    adding entries: [StrategyEntry<SearchMake>] = StrategyEntry<SearchMake>.ofTests
  ) throws -> FamilyTrial {
    try FamilyTrial(
      Family.search(replaying: searches.isEmpty ? nil : TypingTrace(searches: searches))
        .adding(entries),
      """
      places: { file: places.csv }
      typing: { people: 1 }
      platform: { profile: profile.yaml, failures: \(failures), seed: 3 }
      """, replacing: values, profile: profile,
      files: ["places.csv": PlaceFileText.csv(places)])
  }

  /// Two places around each of the 200 cities, from a file, and the typing of some people: made
  /// once, which takes less time than for each replay.
  static func drawnSearches(
    people: Int, each searches: Int, profile: ProfileText = .steadySearch(),
    adding entries: [StrategyEntry<SearchMake>] = []
  ) throws -> FamilyTrial {
    let typing = TypingGenerator(
      people: people, searchesPerPerson: searches, seed: 7, profile: .sample())
    return try search(
      typing.trace(over: drawnPlaces).searches, over: drawnPlaces.places, profile: profile,
      adding: entries)
  }

  private static let drawnPlaces = PlaceGenerator.places(count: 400, seed: 42)

  /// Expects of all strategies each metric once, with a number that it can have or a reason, and with
  /// the same one where some of at least five people were replayed again in another order.
  ///
  /// - Parameter reason: the reason before anything is replayed.
  /// - Returns: the numbers, which throw where there is none.
  func valuesOfAllStrategies(
    withoutAny reason: String
  ) throws -> (_ metric: String, _ strategy: String) throws -> Double {
    let metrics = scenario.family.metrics
    var all: [String: TrialValues] = [:]
    for strategy in scenario.strategies {
      let replay = try prepare(strategy)
      #expect(replay.results().allSatisfy { $0.value == .notAvailable(reason: reason) })
      let values = try TrialValues(replay)
      #expect(values.all.map(\.name).sorted() == metrics.map(\.name).sorted(), "\(strategy)")
      for metric in metrics {
        guard let number = values[metric.name] else {
          #expect(values.reason(metric.name)?.isEmpty == false, "\(metric.name) of \(strategy)")
          continue
        }
        let limit = metric.unit == .fraction ? 1 : Double.greatestFiniteMagnitude
        #expect((0...limit).contains(number), "\(metric.name) of \(strategy)")
      }
      #expect(try TrialValues(replay, frames: [4, 2, 0, 2]).all == values.all, "\(strategy)")
      all[strategy] = values
    }
    return { [all] metric, strategy in
      try #require(all[strategy]?[metric], "\(metric) of \(strategy)")
    }
  }
}

extension TrialValues {
  /// Expects the numbers of metrics; `nil` for none.
  func expect(
    _ numbers: KeyValuePairs<String, Double?>, of what: String = "",
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    for (name, number) in numbers {
      #expect(self[name] == number, "\(name) \(what)", sourceLocation: sourceLocation)
    }
  }
}

/// The values of searches over two cafes.
func run(
  _ strategy: String, _ searches: [TypedSearch], profile: ProfileText = .steadySearch(),
  failures: Double = 0
) throws -> TrialValues {
  try FamilyTrial.search(searches, profile: profile, failures: failures).run(strategy)
}

extension [Place] {
  /// 61 houses of one street, 20 m apart.
  static var street: [Place] {
    (0...60).map { .address("\($0 + 1)", "Main Street", 0, 0.000_18 * Double($0)) }
  }

  static var twoCafes: [Place] {
    [.cafe("Luna", 0, 0, prominence: 1), .cafe("Luna Nova", 0.01, 0, prominence: 2)]
  }
}

extension Place {
  static var gasWorks: Place {
    Place(
      name: "Gas Works", classification: .pointOfInterest(.museum), city: "Aachen",
      coordinate: Coordinate(0, 0))
  }
}

extension TypedSearch {
  /// A search whose texts follow each other at a pace; all times are in seconds.
  static func typing(
    _ texts: String..., every pause: Double = 0.4, by person: Int = 0, at start: Double = 1,
    in region: Region = .around(longitude: 0), wanting wanted: Int? = nil, ending: Ending = .submit,
    after rest: Double = 1
  ) -> TypedSearch {
    func nanoseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e9).rounded()) }
    return TypedSearch(
      person: person, start: nanoseconds(start), region: region, wanted: wanted,
      keystrokes: texts.enumerated().map { index, text in
        Keystroke(time: nanoseconds(pause * Double(index + 1)), text: text)
      }, ending: ending, endingTime: nanoseconds(pause * Double(texts.count) + rest))
  }
}

extension Region {
  /// A tenth of a degree around a point of the equator.
  static func around(longitude: Double) -> Region {
    Region(0, longitude, degrees: 0.1)
  }
}

extension ProfileText {
  /// A platform whose answers all take equally long, so that times are known exactly.
  ///
  /// - Parameters:
  ///   - latencies: other latencies by the kind of request, in milliseconds.
  ///   - changes: the values of other parameters with their units.
  static func steadySearch(
    latencies: [String: Double] = [:], _ changes: (String, Double, String)...
  ) -> ProfileText {
    var profile = ProfileText(basedOn: "iphone-simulator")
    let standard = ["search": 100.0, "completion": 50, "geocoding": 200, "directions": 400]
    let all = standard.merging(latencies, uniquingKeysWith: { $1 })
    for (kind, time) in all.sorted(by: { $0.key < $1.key }) {
      profile.setLatency(kind, median: time, percentile95: time)
    }
    let parameters: [(String, Double, String)] = [
      ("hang-threshold", 250, "ms"), ("watchdog", 10, "s"), ("completer-debounce", 250, "ms"),
      ("throttle-window", 60, "s"), ("throttle-limit", 50, "count"), ("result-limit", 25, "count"),
      ("completion-limit", 15, "count"), ("request-size", 700, "B"), ("result-size", 350, "B"),
    ]
    for (name, value, unit) in parameters + changes { profile.set(name, value, unit) }
    return profile
  }
}
