import MapGeometry
import Measurement
import PlatformProfiles
import ScenarioModel
import Statistics
import YAMLReading

/// The family of maps whose pins come from a server, and of what the server prepares for them.
public struct ServerClustersFamily: ScenarioFamily {
  /// The function that makes a strategy; its arguments are those of
  /// ``ServerStrategy/init(client:bundle:)``.
  public typealias Make = @Sendable (PinClient, PinBundle) -> any ServerStrategy

  public let description: FamilyDescription
  private let entries: [StrategyEntry<Make>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<Make>] = []) {
    entries = Self.standardEntries + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "server-clusters", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: true,
      headlines: [
        "request-time-p99", "server-processor-time", "server-peak-memory", "first-wait", "wait-p95",
        "pin-coverage", "wire-bytes", "outdated-pins",
      ],
      columns: [
        "first-wait", "wait-p95", "pin-coverage", "outdated-pins", "wire-bytes",
        "requests-per-gesture", "rows-read", "cache-hit-fraction",
      ],
      sizeLabel: "pins",
      frameLabel:
        "one rest of the map with what the server answers, and the changes of pins before it",
      requirement: ResultRequirement(
        metric: metrics["pin-coverage-at-end"], fraction: 0.9,
        summary: "end at least 90 % as many looks with every visible pin shown as the best one"),
      criteria: [
        Criterion(
          metrics["outdated-pins"], .atMost(0.01), source: "this project's judgement"),
        Criterion(
          metrics["pin-coverage"], .nearBest(0.02), source: "this project's judgement"),
        Criterion(
          metrics["first-wait"], .nearBest(0.5), source: "this project's judgement"),
        Criterion(metrics["wire-bytes"], .nearBest(1), source: "this project's judgement"),
      ])
  }

  public var keys: [ScenarioKey] { ServerClustersWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try ServerClustersWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

extension ServerClustersFamily {
  private static let noLook = "the user never looked at the map"

  /// The metrics of a session with a server.
  static let table = MetricTable<[ServerOutcome]>(measured + counted + modelled)

  /// The values that are the same in each replay of a case.
  static func exact(_ values: [NamedValue]) -> [NamedValue] {
    let measured = Set(table.metrics.filter { $0.kind == .measured }.map(\.name))
    return values.filter { !measured.contains($0.name) }
  }

  private static let insideServer =
    "the server was inside the replay's process; 'server: program' in the scenario starts it"

  private static let measured: [MetricTable<[ServerOutcome]>.Entry] =
    MetricTable<[ServerOutcome]>.Entry.percentiles(
      "request-time", [.p50, .p95, .p99], .measured,
      "The time of a request to the server on this machine, over one connection; the median.",
      of: "requests", orWhy: insideServer
    ) { outcomes in
      outcomes.last?.usage == nil ? [] : outcomes.flatMap(\.exchange.requestTimes).sorted()
    }
    + MetricTable<[ServerOutcome]>.Entry.percentiles(
      "update-time", [.p50, .p95], .measured,
      "The time until the server has acknowledged the changes since the last rest; the median.",
      of: "changes", orWhy: insideServer
    ) { outcomes in
      outcomes.last?.usage == nil ? [] : outcomes.compactMap(\.updateTime).sorted()
    } + [
      .init(
        "server-start-time", .nanoseconds, .measured, .lowerIsBetter,
        "The time from the start of the server until it has built its clusters."
      ) { MetricValue($0.last?.usage?.startTime, orWhy: insideServer) },
      .init(
        "server-processor-time", .nanoseconds, .measured, .lowerIsBetter,
        "The time of all processors that the server used after its start, to a hundredth of a second."
      ) { MetricValue($0.last?.usage?.processorTime, orWhy: insideServer) },
      .init(
        "server-peak-memory", .bytes, .measured, .lowerIsBetter,
        "The maximum of the server's resident memory."
      ) { MetricValue($0.last?.usage?.peakMemory.map { Double($0) }, orWhy: insideServer) },
    ]

  private static let counted: [MetricTable<[ServerOutcome]>.Entry] = [
    .init("gestures", .count, .counted, .neutral, "Gestures of the user.") {
      $0.count(where: \.isGesture)
    },
    .init(
      "requests", .count, .counted, .lowerIsBetter, "Requests that the app sent to its server."
    ) { $0.sum(\.requestCount) },
    .init(
      "requests-per-gesture", .ratio, .counted, .lowerIsBetter,
      "Requests for each gesture, without those before the first one."
    ) { outcomes in
      let gestures = outcomes.filter(\.isGesture)
      return MetricValue(
        gestures.sum(\.requestCount), of: gestures.count, orWhy: "there was no gesture")
    },
    .init(
      "rows-read", .count, .counted, .lowerIsBetter,
      "Rows that the server's database read; clusters are in the server's memory."
    ) { $0.sum(\.rowsRead) },
    .init(
      "wire-bytes", .bytes, .counted, .lowerIsBetter,
      "The bodies of the answers on the network, compressed with gzip."
    ) { $0.sum(\.wireBytes) },
    .init(
      "plain-bytes", .bytes, .counted, .lowerIsBetter, "The same bodies without compression."
    ) { $0.sum(\.plainBytes) },
    .init(
      "cache-hits", .count, .counted, .neutral,
      "Answers that the phone had: it did not ask, or the server said that nothing has changed."
    ) { $0.sum(\.cacheHits) },
    .init(
      "cache-hit-fraction", .fraction, .counted, .higherIsBetter,
      "The fraction of the needed answers that the phone had."
    ) {
      MetricValue($0.sum(\.cacheHits), of: $0.sum(\.answersNeeded), orWhy: "none was needed")
    },
    .init(
      "features-decoded", .count, .counted, .lowerIsBetter,
      "Pins, cells and clusters that the phone decoded."
    ) { $0.sum(\.featureCount) },
  ]

  private static let modelled: [MetricTable<[ServerOutcome]>.Entry] =
    [firstWait] + waits + shown

  private static let firstWait = MetricTable<[ServerOutcome]>.Entry(
    "first-wait", .nanoseconds, .modelled, .lowerIsBetter,
    "The time from the start of the app until the map shows what the server has."
  ) { MetricValue($0.first.map { Double($0.wait) }, orWhy: noLook) }

  private static let waits = MetricTable<[ServerOutcome]>.Entry.percentiles(
    "wait", [.p50, .p95], .modelled,
    "The time from a look, of a second at least, until the map shows what belongs there; the "
      + "median.",
    of: "looks", orWhy: noLook
  ) { $0.looks.map(\.wait).sorted() }

  private static let shown: [MetricTable<[ServerOutcome]>.Entry] = [
    .init(
      "pin-coverage", .fraction, .modelled, .higherIsBetter,
      "The mean over the time of looks of the fraction of the visible pins that are shown, alone "
        + "or in clusters."
    ) { outcomes in
      let looks = outcomes.looks
      let duration = looks.reduce(0) { $0 + Double($1.rest.duration) }
      guard duration > 0 else { return MetricValue.notAvailable(reason: noLook) }
      return MetricValue.number(looks.reduce(0) { $0 + $1.coveredTime } / duration)
    },
    .init(
      "pin-coverage-at-end", .fraction, .modelled, .higherIsBetter,
      "The fraction of the looks that end with all visible pins shown, to 1 in 1,000."
    ) {
      MetricValue(
        $0.looks.count { $0.incompleteTime < $0.rest.duration }, of: $0.looks.count,
        orWhy: noLook)
    },
    .init(
      "incomplete-time", .nanoseconds, .modelled, .lowerIsBetter,
      "The time of looks in which not all visible pins were shown."
    ) { Double($0.looks.reduce(0) { $0 + $1.incompleteTime }) },
    .init(
      "outdated-pins", .fraction, .modelled, .lowerIsBetter,
      "The mean fraction of the pins that have changed since the phone got what it shows at the end "
        + "of a look; expected from the rate of the updates."
    ) { outcomes in
      let fractions = outcomes.looks.compactMap(\.outdatedFraction)
      guard !fractions.isEmpty else { return MetricValue.notAvailable(reason: noLook) }
      return MetricValue.number(fractions.reduce(0, +) / Double(fractions.count))
    },
    .init(
      "staleness-mean", .nanoseconds, .modelled, .lowerIsBetter,
      "The mean age of what is shown at the end of a look: the time since the phone got it."
    ) { outcomes in
      let ages = outcomes.looks.compactMap(\.age)
      guard !ages.isEmpty else { return MetricValue.notAvailable(reason: noLook) }
      return MetricValue.number(ages.reduce(0) { $0 + Double($1) } / Double(ages.count))
    },
  ]
}

extension [ServerOutcome] {
  fileprivate var looks: [ServerOutcome] { filter(\.rest.isLook) }

  fileprivate func sum(_ count: (ServerExchange) -> Int) -> Int {
    reduce(0) { $0 + count($1.exchange) }
  }
}
