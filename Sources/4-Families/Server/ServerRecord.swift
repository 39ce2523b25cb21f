import ScenarioModel
import Support

/// One rest of the map, with what the server was asked for and what the user saw.
struct ServerRecord: Sendable {
  let rest: MapSession.Rest
  let isGesture: Bool
  /// Indicates whether the exchange opens the connection of the session.
  let opensConnection: Bool
  let exchange: ServerExchange
  /// Nanoseconds from the rest to the last answer's display; more than the rest if it is too short.
  /// 0 before a network gives it.
  private(set) var wait: Int64 = 0
  /// The fraction of the visible pins that are shown before and after the answers.
  let coverageBefore: Double
  let coverageAfter: Double
  /// The age of what is shown at the end, in nanoseconds; `nil` if nothing is.
  let age: Int64?
  /// The expected fraction of the pins that changed since the shown pins were read; each change may
  /// concern any pin.
  let outdatedFraction: Double?
  /// The nanoseconds on this machine until the change before the rest was acknowledged; `nil`
  /// without one.
  let updateTime: Int64?
  /// The server's use of resources until the rest; `nil` where it is not a process of its own.
  let usage: ServerUsage?

  /// The record with the wait that a network gives it.
  func waiting(for network: ServerNetwork) -> ServerRecord {
    var record = self
    record.wait = Int64(network.wait(for: exchange, opensConnection: opensConnection).rounded())
    return record
  }

  /// The integral of the coverage over the rest, in nanoseconds.
  var coveredTime: Double {
    let waiting = min(wait, rest.duration)
    return coverageBefore * Double(waiting) + coverageAfter * Double(rest.duration - waiting)
  }

  /// The time of the rest in which not all visible pins are shown, to 1 in 1,000.
  var incompleteTime: Int64 {
    if coverageAfter < 0.999 { return rest.duration }
    return coverageBefore < 0.999 ? min(wait, rest.duration) : 0
  }
}

extension ServerRecord {
  private typealias Table = MetricTable<[ServerRecord]>

  /// The metrics of a session with a server.
  static let table = MetricTable<[ServerRecord]>(measured + counted + waits + shown)

  private static let noLook = "the user never looked at the map"
  private static let insideServer =
    "the server was inside the replay's process; 'server: program' in the scenario starts a program"

  private static let measured: [Table.Entry] =
    Table.Entry.percentiles(
      "request-time", [.p50, .p95, .p99], .measured,
      "The time of a request to the server on this machine, over one connection; the median.",
      of: "requests", orWhy: insideServer
    ) { $0.isMeasured ? $0.flatMap(\.exchange.requestTimes).sorted() : [] }
    + Table.Entry.percentiles(
      "update-time", [.p50, .p95], .measured,
      "The time until the server has acknowledged the changes since the last rest; the median.",
      of: "changes", orWhy: insideServer
    ) { $0.isMeasured ? $0.compactMap(\.updateTime).sorted() : [] } + [
      .init(
        "server-start-time", .nanoseconds, .measured, .lowerIsBetter,
        "The time from the start of the server until it has built its clusters."
      ) { MetricValue($0.last?.usage?.startTime, orWhy: insideServer) },
      .init(
        "server-processor-time", .nanoseconds, .measured, .lowerIsBetter,
        "The server's processor time after its start, over all processors, to 0.01 s."
      ) { MetricValue($0.last?.usage?.processorTime, orWhy: insideServer) },
      .init(
        "server-peak-memory", .bytes, .measured, .lowerIsBetter,
        "The server's maximum resident memory."
      ) { MetricValue($0.last?.usage?.peakMemory.map { Double($0) }, orWhy: insideServer) },
    ]

  private static let counted: [Table.Entry] = [
    .init("gestures", .count, .counted, .neutral, "Gestures of the user.") {
      $0.count(where: \.isGesture)
    },
    .sum(
      "requests", .counted, .lowerIsBetter, "Requests that the app sent to its server.",
      of: \.exchange.requestCount),
    .init(
      "requests-per-gesture", .ratio, .counted, .lowerIsBetter,
      "Requests per gesture, not counting requests before the first gesture."
    ) { outcomes in
      let gestures = outcomes.filter(\.isGesture)
      return MetricValue(
        gestures.sum(\.exchange.requestCount), of: gestures.count, orWhy: "there was no gesture")
    },
    .sum(
      "rows-read", .counted, .lowerIsBetter,
      "Rows that the server's database read; clusters are in the server's memory.",
      of: \.exchange.rowsRead),
    .sum(
      "wire-bytes", unit: .bytes, .counted, .lowerIsBetter,
      "The size of the answers' bodies on the network, compressed with gzip.",
      effect: "the server sends {}", of: \.exchange.wireBytes),
    .sum(
      "plain-bytes", unit: .bytes, .counted, .lowerIsBetter, "The size without compression.",
      of: \.exchange.plainBytes),
    .sum(
      "cache-hits", .counted, .neutral,
      "Answers from the phone's cache: the phone did not ask, or the server reported no change.",
      of: \.exchange.cacheHits),
    .fraction(
      "cache-hit-fraction", .counted, .higherIsBetter,
      "Of the answers needed, the fraction that the phone already had.", \.exchange.cacheHits,
      of: \.exchange.answersNeeded, orWhy: "no answer was needed"),
    .sum(
      "features-decoded", .counted, .lowerIsBetter,
      "Pins, cells and clusters that the phone decoded.", of: \.exchange.featureCount),
  ]

  private static let waits: [Table.Entry] =
    [
      .init(
        "first-wait", .nanoseconds, .modelled, .lowerIsBetter,
        "The time from the start of the app until the map shows what the server has.",
        effect: "the first pins are there after {}"
      ) { MetricValue($0.first.map { Double($0.wait) }, orWhy: noLook) }
    ]
    + Table.Entry.percentiles(
      "wait", [.p50, .p95], .modelled,
      "For looks of at least a second, the time from the start until the map shows what belongs "
        + "there; the median.",
      of: "looks", orWhy: noLook, effects: [.p95: "95 of 100 movements show their pins within {}"]
    ) { $0.looks.map(\.wait).sorted() }

  private static let shown: [Table.Entry] = [
    .init(
      "pin-coverage", .fraction, .modelled, .higherIsBetter,
      "The fraction of the visible pins that are shown, alone or in clusters; the mean over the "
        + "time of looks.", effect: "{} of the pins in view are on the map"
    ) { outcomes in
      let looks = outcomes.looks
      let duration = looks.reduce(0) { $0 + Double($1.rest.duration) }
      let covered = looks.reduce(0) { $0 + $1.coveredTime }
      return MetricValue(duration > 0 ? covered / duration : nil, orWhy: noLook)
    },
    .ratio(
      "pin-coverage-at-end", .modelled, .higherIsBetter,
      "Of the looks, the fraction that end with all visible pins shown, except up to 1 in 1,000.",
      { $0.looks.count { $0.incompleteTime < $0.rest.duration } }, of: \.looks.count, orWhy: noLook),
    .init(
      "incomplete-time", .nanoseconds, .modelled, .lowerIsBetter,
      "The time, during looks at the map, when some visible pins were not shown."
    ) { Double($0.looks.reduce(0) { $0 + $1.incompleteTime }) },
    .init(
      "outdated-pins", .fraction, .modelled, .lowerIsBetter,
      "Of the pins shown at the end of a look, the fraction that, at the rate of the updates, is "
        + "expected to have changed since the phone loaded them; the mean.",
      effect: "{} of the shown pins are out of date"
    ) { MetricValue($0.looks.compactMap(\.outdatedFraction).mean, orWhy: noLook) },
    .init(
      "staleness-mean", .nanoseconds, .modelled, .lowerIsBetter,
      "The mean age of what is shown at the end of a look: the time since the phone got it."
    ) { MetricValue($0.looks.compactMap(\.age).map { Double($0) }.mean, orWhy: noLook) },
  ]
}

extension [ServerRecord] {
  /// Indicates whether the server is a process of its own.
  fileprivate var isMeasured: Bool { last?.usage != nil }

  fileprivate var looks: [ServerRecord] { filter(\.rest.isLook) }
}

extension [Double] {
  /// `nil` if there are no numbers.
  fileprivate var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}
