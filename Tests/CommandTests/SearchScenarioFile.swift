/// Scenarios of the families without a screen that are over soon.
enum SearchScenarioFile {
  static let searchStrategies = [
    "default-request", "region-required", "search-per-keystroke", "search-configured",
    "configured-without-region",
  ]
  static let geocodingStrategies = [
    "geocode-per-row", "geocode-blocking-main", "geocode-single-flight-cached",
  ]

  static func search(
    places: String = "{ per-city: 3, seed: 42 }",
    typing: String = "{ people: 3, searches: 3, seed: 7 }",
    strategies: [String] = searchStrategies, more: String = ""
  ) -> String {
    """
    scenario: search
    title: A small search
    family: search
    places: \(places)
    typing: \(typing)
    platform: { profile: iphone-simulator, seed: 3 }
    naive: \(strategies[0])
    strategies: [\(strategies.joined(separator: ", "))]
    trials: 2
    \(more)
    """
  }

  static let geocoding = """
    scenario: geocoding
    title: A small list
    family: geocoding
    places: { per-city: 3, seed: 42 }
    list: { rows: 20, people: 3, seed: 5 }
    platform: { profile: iphone-simulator, failures: 0.1, seed: 3 }
    naive: \(geocodingStrategies[0])
    strategies: [\(geocodingStrategies.joined(separator: ", "))]
    trials: 2
    """
}
