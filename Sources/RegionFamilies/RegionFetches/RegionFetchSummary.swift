import Measurement
import ScenarioModel
import Statistics

/// The numbers of a replay: what was asked of the server, and what the user saw.
struct RegionFetchSummary {
  let outcomes: [RegionFetchOutcome]

  var values: [NamedValue] {
    guard !outcomes.isEmpty else {
      return Metric.ofRegionFetches.map {
        NamedValue($0.name, .notAvailable(reason: "no gesture was replayed"))
      }
    }
    return fetchValues + restValues
  }

  private var fetchValues: [NamedValue] {
    let gestures = outcomes.filter { $0.cause != .appearance }
    let flings = outcomes.filter { $0.cause == .fling }
    let counts = outcomes.reduce(FetchCounts()) { $0 + $1.fetches }
    return [
      NamedValue(.fetchGestures, gestures.count),
      NamedValue(.regionEnds, outcomes.reduce(0) { $0 + $1.regionEnds }),
      NamedValue(.fetches, counts.sent),
      NamedValue(
        .fetchesPerGesture, share: fetches(gestures), of: gestures.count,
        orWhy: "there was no gesture"),
      NamedValue(
        .fetchesPerFling, share: fetches(flings), of: flings.count, orWhy: "there was no fling"),
      NamedValue(.fetchesCancelled, counts.cancelled),
      NamedValue(.fetchesFailed, counts.failed),
      NamedValue(.staleFetchAnswersShown, outcomes.reduce(0) { $0 + $1.staleAnswers }),
      NamedValue(.pinsMatched, counts.pinsMatched),
      NamedValue(.fetchedBytes, counts.bytes),
    ]
  }

  private var restValues: [NamedValue] {
    let rests = outcomes.map(\.rest)
    let looks = rests.filter(\.isLook)
    let unloadedTimes = looks.map(\.unloadedTime).sorted()
    let time = rests.reduce(0) { $0 + $1.duration }
    let unloadedTime = rests.reduce(0) { $0 + $1.unloadedTime }
    func percentile(_ percentile: Percentile) -> Double? {
      percentile.value(ofAscending: unloadedTimes).map(Double.init)
    }
    let none = "nobody looked at the map"
    return [
      NamedValue(
        .regionLoadedShare, share: looks.count(where: \.isLoaded), of: looks.count, orWhy: none),
      NamedValue(
        .loadedTimeShare, share: Int(time - unloadedTime), of: Int(time), orWhy: none),
      NamedValue(.unloadedTimeP50, percentile(.p50), orWhy: none),
      NamedValue(.unloadedTimeP95, percentile(.p95), orWhy: none),
    ]
  }

  private func fetches(_ outcomes: [RegionFetchOutcome]) -> Int {
    outcomes.reduce(0) { $0 + $1.fetches.sent }
  }
}
