import ScenarioModel
import Support

/// The result of a gesture and the rest after it.
struct RegionFetchRecord: Hashable, Sendable {
  enum Cause: Hashable, Sendable {
    case appearance
    case fling
    /// Any other gesture.
    case pinch
  }

  struct Rest: Hashable, Sendable {
    /// In nanoseconds.
    let duration: Int64
    /// Indicates whether the user looked at the map.
    let isLook: Bool
    /// The part of it in which something visible was not loaded, in nanoseconds.
    let unloadedTime: Int64
    /// The part of that time with nothing loaded of the visible pins, in nanoseconds.
    let emptyTime: Int64
    /// Indicates whether none of the visible pins was loaded at its end.
    let endsEmpty: Bool
    /// Indicates whether everything visible was loaded at its end.
    let isLoaded: Bool
  }

  /// The cause of the rest.
  let cause: Cause
  /// The number of times that the map said that its region had changed.
  let regionEnds: Int
  let fetches: FetchCounts
  /// The number of times that older pins replaced newer ones.
  let staleAnswers: Int
  let rest: Rest
}

extension RegionFetchRecord {
  private typealias Table = MetricTable<[RegionFetchRecord]>

  /// The metrics of a session: the requests to the server, and the pins that the user saw.
  static let table: MetricTable<[RegionFetchRecord]> =
    Table([
      .init("gestures", .count, .counted, .neutral, "Flings and pinches of the user.") {
        $0.gestures.count
      },
      .sum(
        "region-ends", .modelled, .neutral,
        "How often the map reported that its region had changed, including at its appearance.",
        of: \.regionEnds),
      .sum(
        "fetches", .modelled, .lowerIsBetter, "Fetches that the app sent to its server.",
        of: \.fetches.sent),
      .ratio(
        "fetches-per-gesture", unit: .ratio, .modelled, .lowerIsBetter,
        "Fetches per gesture, not counting fetches before the first gesture.",
        { $0.gestures.sum(\.fetches.sent) }, of: \.gestures.count, orWhy: "there was no gesture"),
      .ratio(
        "fetches-per-fling", unit: .ratio, .modelled, .lowerIsBetter,
        "Fetches per fling, counted from the fling's beginning to the next gesture's.",
        effect: "a fling sends {} requests",
        { $0.flings.sum(\.fetches.sent) }, of: \.flings.count, orWhy: "there was no fling"),
      .sum(
        "fetches-cancelled", .modelled, .neutral,
        "Fetches that the app cancelled before their answers arrived.", of: \.fetches.cancelled),
      .sum(
        "fetches-failed", .modelled, .lowerIsBetter, "Fetches that ended with an error.",
        of: \.fetches.failed),
      .sum(
        "stale-pins-shown", .modelled, .lowerIsBetter,
        "How often an older fetch's pins replaced a newer fetch's pins.",
        effect: "old pins replace newer ones {} times", of: \.staleAnswers),
      .sum(
        "pins-matched", .modelled, .lowerIsBetter,
        "Pins in the requested rectangles, including pins beyond an answer's limit.",
        of: \.fetches.pinsMatched),
      .ratio(
        "region-loaded-fraction", .modelled, .higherIsBetter,
        "Of the looks at the map, the fraction that ended with everything visible loaded.",
        { $0.looks.count(where: \.isLoaded) }, of: \.looks.count, orWhy: noLook),
      .init(
        "loaded-time-fraction", .fraction, .modelled, .higherIsBetter,
        "The fraction of the time at rest in which everything visible was loaded.",
        effect: "all pins in view are loaded for {} of the time"
      ) { $0.fractionOfRests { $0.duration - $0.unloadedTime } },
      .init(
        "empty-time-fraction", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the time at rest in which no pin was visible where the server has some."
      ) { $0.fractionOfRests(\.emptyTime) },
      .init(
        "empty-looks", .count, .modelled, .lowerIsBetter,
        "How many looks at the map ended with no pin visible where the server has some."
      ) { $0.looks.count(where: \.endsEmpty) },
    ])
    + Table(
      Table.Entry.percentiles(
        "unloaded-time", [.p50, .p95], .modelled,
        "For looks of at least a second, the time in which something visible was not loaded; the "
          + "median.",
        of: "looks", orWhy: noLook
      ) { $0.looks.map(\.unloadedTime).sorted() })
    + Table([
      .sum(
        "fetched-bytes", unit: .bytes, .modelled, .lowerIsBetter,
        "Requests and answers on the network, including each answer's pins.", of: \.fetches.bytes)
    ])

  fileprivate static let noLook = "the user never looked at the map"
}

extension Array where Element == RegionFetchRecord {
  fileprivate var gestures: [RegionFetchRecord] { filter { $0.cause != .appearance } }
  fileprivate var flings: [RegionFetchRecord] { filter { $0.cause == .fling } }
  fileprivate var looks: [RegionFetchRecord.Rest] { map(\.rest).filter(\.isLook) }

  /// A part of the time at rest, as a fraction of all of it.
  fileprivate func fractionOfRests(_ time: (RegionFetchRecord.Rest) -> Int64) -> MetricValue {
    MetricValue(
      sum { Int(time($0.rest)) }, of: sum { Int($0.rest.duration) },
      orWhy: RegionFetchRecord.noLook)
  }
}
