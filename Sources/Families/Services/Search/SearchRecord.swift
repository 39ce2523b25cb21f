import ScenarioModel
import Simulation
import Support

/// The record of a replay: the searches of people, and the use of the platform's service.
struct SearchRecord: SearchServiceRecord {
  let outcomes: [SearchOutcome]
  /// The graded list of each search whose wanted place is known.
  let lists: [RankedList]
  /// The requests, by their kinds.
  let traffic: SearchTraffic
  let completersMade: Int

  var requests: RequestCounts { traffic.total }

  fileprivate func sum(_ count: (SearchOutcome) -> Int) -> Int {
    outcomes.reduce(0) { $0 + count($1) }
  }

  fileprivate func mean(_ value: (RankedList) -> Double) -> MetricValue {
    MetricValue(
      lists.isEmpty ? nil : lists.reduce(0) { $0 + value($1) } / Double(lists.count),
      orWhy: "the trace does not say what people wanted")
  }
}

extension SearchRecord {
  /// The record of several people, from the record of each.
  init(of people: [SearchRecord]) {
    self.init(
      outcomes: people.flatMap(\.outcomes), lists: people.flatMap(\.lists),
      traffic: people.map(\.traffic).reduce(SearchTraffic(), +),
      completersMade: people.reduce(0) { $0 + $1.completersMade })
  }

  private static let noRow = "no search ended with a row"

  static let table = MetricTable<SearchRecord>(
    [
      .init(
        "keystrokes", .count, .modelled, .lowerIsBetter,
        "Changes of the text that people made until they tapped a row or pressed the search key."
      ) { $0.sum(\.keystrokes) },
      .init(
        "searches", .count, .counted, .neutral,
        "Searches that people ended with a tap or the key."
      ) { $0.outcomes.count },
      .init(
        "completers-made", .count, .modelled, .lowerIsBetter,
        "Completers that the app made in all searches."
      ) { $0.completersMade },
      .requestsSent,
      .requestsThrottled,
      .init(
        "searches-throttled", .count, .modelled, .lowerIsBetter,
        "Those of them that were searches; the others were completions."
      ) { $0.traffic[.search].throttled },
      .init(
        "requests-cancelled", .count, .modelled, .lowerIsBetter,
        "Requests that were cancelled before their answers arrived."
      ) { $0.requests.cancelled },
      .init(
        "places-examined", .count, .modelled, .neutral,
        "Places that the search engine scored for the searches; completions do not count them."
      ) { $0.requests.examinedPlaces },
      .init(
        "precision-at-10", .fraction, .modelled, .higherIsBetter,
        "The fraction of the first ten rows, or of all if there are fewer, that are relevant, on "
          + "average."
      ) { $0.mean(\.precision) },
      .init(
        "ndcg-at-10", .fraction, .modelled, .higherIsBetter,
        "Discounted gain of the first ten rows by their grades, divided by the best list's."
      ) { $0.mean(\.normalizedGain) },
      .init(
        "mean-reciprocal-rank", .fraction, .modelled, .higherIsBetter,
        "1 / the row of the wanted place, averaged; 0 if it is not among the first ten."
      ) { $0.mean(\.reciprocalRank) },
      .init(
        "success-at-10", .fraction, .modelled, .higherIsBetter,
        "The fraction of the searches with the wanted place among the first ten rows."
      ) { $0.mean { $0.shown.contains(.wanted) ? 1 : 0 } },
      .init(
        "empty-answers", .count, .modelled, .lowerIsBetter, "Searches that ended without a row."
      ) { $0.outcomes.count(where: \.isEmpty) },
      .init(
        "silent-failures", .count, .modelled, .lowerIsBetter,
        "Searches that ended without a row and without a message."
      ) { $0.outcomes.count { $0.isEmpty && !$0.hasMessage } },
      .init(
        "stale-rows-shown", .count, .modelled, .lowerIsBetter,
        "Times that rows for an older text replaced rows for a newer one."
      ) { $0.sum(\.staleAnswersShown) },
      .init(
        "wrong-rows-shown", .count, .modelled, .lowerIsBetter,
        "Searches that ended with rows for another text than the one in the field."
      ) { $0.outcomes.count(where: \.endedWithWrongRows) },
    ]
      + MetricTable.Entry.percentiles(
        "time-to-answer", [.p50, .p95], .modelled,
        "From the tap or the search key to the final rows, of searches with rows; the median.",
        of: "searches", orWhy: noRow
      ) { $0.outcomes.compactMap(\.timeToAnswer).sorted() }
      + MetricTable.Entry.percentiles(
        "search-duration", [.p50, .p95], .modelled,
        "From the first key to the final rows, of searches with rows; the median.",
        of: "searches", orWhy: noRow
      ) { $0.outcomes.compactMap(\.duration).sorted() }
      + [.serviceBytes])
}
