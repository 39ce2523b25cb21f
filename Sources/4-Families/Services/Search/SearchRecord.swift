import ScenarioModel
import Simulation
import Support

/// The searches of one person.
struct SearchRecord: Sendable {
  let searches: [TypedSearchRecord]
  let completersMade: Int
}

extension ServiceRecord<SearchRecord> {
  fileprivate var searches: [TypedSearchRecord] { visits.flatMap(\.searches) }

  /// The mean of a value of each list whose wanted place is known.
  fileprivate func mean(_ value: (RankedList) -> Double) -> MetricValue {
    let lists = searches.compactMap(\.list)
    return MetricValue(
      lists.isEmpty ? nil : lists.reduce(0) { $0 + value($1) } / Double(lists.count),
      orWhy: "the trace does not say what people wanted")
  }
}

extension SearchRecord {
  private static let noRow = "no search ended with a row"

  static let table = MetricTable<ServiceRecord<SearchRecord>>(
    [
      .sum(
        "keystrokes", { $0.searches.sum(\.keystrokes) },
        "How often people changed the text before they tapped a row or pressed the search key."),
      .sum(
        "searches", { $0.searches.count },
        "Searches that people ended with a tap or the search key.", .counted, .neutral),
      .sum("completers-made", \.completersMade, "Completers that the app made in all searches."),
      .requestsSent,
      .requestsThrottled,
      .init(
        "searches-throttled", .count, .modelled, .lowerIsBetter,
        "Refused requests that were searches; the others were completions."
      ) { $0.traffic[.search].throttled },
      .requests(
        "requests-cancelled", \.cancelled,
        "Requests that were cancelled before their answers arrived."),
      .requests(
        "places-examined", \.examinedPlaces,
        "Places that the search engine scored for searches, not for completions.",
        .neutral),
      .init(
        "precision-at-10", .fraction, .modelled, .higherIsBetter,
        "The mean fraction of relevant rows among the first ten rows, or among all rows if there "
          + "are fewer.", effect: "rows that fit: {} of the first ten rows fit the search"
      ) { $0.mean(\.precision) },
      .init(
        "ndcg-at-10", .fraction, .modelled, .higherIsBetter,
        "Discounted gain of the first ten rows by their grades, divided by the best list's gain."
      ) { $0.mean(\.normalizedGain) },
      .init(
        "mean-reciprocal-rank", .fraction, .modelled, .higherIsBetter,
        "The mean of 1 / the wanted place's row, or of 0 if it is not among the first ten."
      ) { $0.mean(\.reciprocalRank) },
      .init(
        "success-at-10", .fraction, .modelled, .higherIsBetter,
        "The fraction of the searches whose first ten rows include the wanted place.",
        effect: "searches that find the place: {} of the searches find the wanted place in ten rows"
      ) { $0.mean { $0.shown.contains(.wanted) ? 1 : 0 } },
      .sum(
        "empty-answers", { $0.searches.count(where: \.isEmpty) },
        "Searches that ended without a row."),
      .sum(
        "silent-failures", { $0.searches.count { $0.isEmpty && !$0.hasMessage } },
        "Searches that ended without a row and without a message."),
      .sum(
        "stale-rows-shown", { $0.searches.sum(\.staleAnswersShown) },
        "How often rows for an older text replaced rows for a newer one.",
        effect: "old rows replace newer ones {} times"),
      .sum(
        "wrong-rows-shown", { $0.searches.count(where: \.endedWithWrongRows) },
        "Searches that ended with rows for a text other than the one in the field."),
    ]
      + MetricTable.Entry.percentiles(
        "time-to-answer", [.p50, .p95], .modelled,
        "The time from the tap or the search key to the final rows, in searches with rows; the "
          + "median.",
        of: "searches", orWhy: noRow
      ) { $0.searches.compactMap(\.timeToAnswer).sorted() }
      + MetricTable.Entry.percentiles(
        "search-duration", [.p50, .p95], .modelled,
        "The time from the first key to the final rows, in searches with rows; the median.",
        of: "searches", orWhy: noRow, effects: [.p50: "half of the searches take at most {}"]
      ) { $0.searches.compactMap(\.duration).sorted() }
      + [.serviceBytes])
}
