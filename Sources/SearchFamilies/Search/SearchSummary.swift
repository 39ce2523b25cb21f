import Measurement
import PinData
import ScenarioModel
import SearchSimulation
import Statistics

/// The numbers of a replay: what people saw, what the service was asked, what the engine took.
struct SearchSummary {
  let world: SearchWorld
  /// The outcome of each search of the trace; `nil` for one that was not replayed.
  let outcomes: [SearchOutcome?]
  /// What each person's phone asked for.
  let traffic: [SearchTraffic]
  let searchTimes: SearchTimes

  var values: [NamedValue] {
    guard outcomes.contains(where: { $0 != nil }) else {
      return Metric.ofSearch.map {
        NamedValue($0.name, .notAvailable(reason: "nobody's searches were replayed"))
      }
    }
    return requestValues + relevanceValues + answerValues + searchTimes.values
  }

  private var replayed: [(search: TypedSearch, outcome: SearchOutcome)] {
    zip(world.trace.searches, outcomes).compactMap { search, outcome in
      outcome.map { (search, $0) }
    }
  }

  // MARK: - Requests

  private var requestValues: [NamedValue] {
    let total = traffic.reduce(SearchTraffic(), +).total
    return [
      NamedValue(.keystrokes, replayed.reduce(0) { $0 + $1.outcome.keystrokes }),
      NamedValue(.searches, replayed.count),
      NamedValue(.requestsSent, total.sent),
      NamedValue(.requestsThrottled, total.throttled),
      NamedValue(.requestsCancelled, total.cancelled),
      NamedValue(.placesExamined, total.examinedPlaces),
      NamedValue(.bytesMoved, total.bytesSent + total.bytesReceived),
    ]
  }

  // MARK: - Relevance

  private var relevanceValues: [NamedValue] {
    let lists = replayed.compactMap { search, outcome in
      search.wanted.map {
        world.judge.list(shown: outcome.places, wanted: $0, region: search.region)
      }
    }
    func mean(_ metric: Metric, _ value: (RankedList) -> Double) -> NamedValue {
      let mean = lists.isEmpty ? nil : lists.reduce(0) { $0 + value($1) } / Double(lists.count)
      return NamedValue(metric, mean, orWhy: "the trace does not say what people wanted")
    }
    return [
      mean(.precisionAt10, \.precision),
      mean(.ndcgAt10, \.normalizedGain),
      mean(.reciprocalRank, \.reciprocalRank),
      mean(.wantedFound) { $0.shown.contains(.wanted) ? 1 : 0 },
    ]
  }

  // MARK: - Answers

  private var answerValues: [NamedValue] {
    let outcomes = replayed.map(\.outcome)
    let times = outcomes.compactMap(\.timeToAnswer).sorted()
    let durations = outcomes.compactMap(\.duration).sorted()
    func time(_ metric: Metric, _ percentile: Percentile, of times: [Int64]) -> NamedValue {
      NamedValue(
        metric, percentile.value(ofAscending: times).map(Double.init),
        orWhy: "no search ended with a row")
    }
    return [
      NamedValue(.emptyAnswers, outcomes.count(where: \.isEmpty)),
      NamedValue(.staleAnswersShown, outcomes.reduce(0) { $0 + $1.staleAnswersShown }),
      NamedValue(.wrongRowsShown, outcomes.count(where: \.endedWithWrongRows)),
      time(.timeToAnswerP50, .p50, of: times),
      time(.timeToAnswerP95, .p95, of: times),
      time(.searchDurationP50, .p50, of: durations),
      time(.searchDurationP95, .p95, of: durations),
    ]
  }
}
