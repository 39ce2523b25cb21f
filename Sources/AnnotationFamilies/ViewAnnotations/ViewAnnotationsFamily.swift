import MapSimulation
import PlatformProfiles
import ScenarioModel
import Statistics
import Workloads
import YAMLReading

/// The family of views that an app lays over a map: a strategy decides who places them, and when.
public struct ViewAnnotationsFamily: ScenarioFamily {
  /// The function that makes a strategy; its argument is that of
  /// ``ViewPlacementStrategy/init(placement:)``.
  public typealias Make = @Sendable (ViewPlacement) -> any ViewPlacementStrategy

  public let description: FamilyDescription
  private let entries: [StrategyEntry<Make>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<Make>] = []) {
    entries = Self.standardEntries + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "view-annotations", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: false,
      headlines: [
        "annotation-lag-p95", "annotation-lag-max", "lagging-frames", "settle-time-max",
        "views-shown",
      ],
      columns: [
        "annotation-lag-p50", "annotation-lag-p95", "annotation-lag-max", "lagging-frames",
        "settle-time-max", "views-shown", "views-placed",
      ],
      sizeLabel: "views",
      frameLabel: "one use of the map",
      requirement: ResultRequirement(
        metric: metrics["views-shown"], fraction: 0.9,
        summary: "show views for at least 90 % of the time of movements of the best one"),
      criteria: [
        Criterion(
          metrics["annotation-lag-p95"], .atMost(1),
          source: "this project's judgement: a view stands still on the map"),
        Criterion(
          metrics["settle-time-max"], .atMost(100_000_000),
          source: "this project's judgement: nobody sees it"),
      ])
  }

  public var keys: [String] { ViewAnnotationsWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try ViewAnnotationsWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

extension ViewAnnotationsFamily {
  static let table = MetricTable<PlacementRecord>(
    MetricTable.Entry.percentiles(
      "annotation-lag", [.p50, .p95, .max], .points, .modelled,
      "The distance of a view that is shown from the place of its pin on the drawn map, in frames of "
        + "movements; the median.",
      of: "views of all these frames", orWhy: "no view was shown while the map moved"
    ) { $0.lags.sorted() } + [
      .init(
        "lagging-frames", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the frames of movements in which a view that is shown is more than a point "
          + "from its place."
      ) { MetricValue($0.laggingFrames, of: $0.movingFrames, orWhy: noMovement) },
      .init(
        "settle-time-max", .nanoseconds, .modelled, .lowerIsBetter,
        "The longest time from the end of a movement until all views are shown at their places, or "
          + "until the next movement."
      ) { record in
        MetricValue(
          record.settleFrames.max().map { Double(Int64($0) * record.interval) },
          orWhy: "the map never came to rest")
      },
      .init(
        "views-shown", .fraction, .modelled, .higherIsBetter,
        "The fraction of the views in view in frames of movements that are shown."
      ) { MetricValue($0.shownFrames, of: $0.viewFrames, orWhy: noMovement) },
      .init(
        "views-placed", .count, .counted, .lowerIsBetter, "Views that the app's main thread placed."
      ) { $0.placements },
      .init(
        "placement-time", .nanoseconds, .modelled, .lowerIsBetter,
        "The time of the main thread for that, as the profile predicts it."
      ) { $0.placementTime },
    ])

  private static let noMovement = "no pin was in view while the map moved"
}

/// The environment of a scenario of views over a map: pins, a screen, a camera, and other work.
struct ViewAnnotationsWorkload: MapWorkload {
  static let keys = MapSource.keys + ["main"]
  static let profileGroups: [ProfileParameter.Group] = [.app, .callbacks]

  var map: MapSource
  private let mainThread: BusyMainThread
  private let entries: [StrategyEntry<ViewAnnotationsFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<ViewAnnotationsFamily.Make>]
  ) throws(InputError) {
    map = try MapSource(
      mapping, scenarioFile: file, providing: Self.profileGroups, parameters: parameters)
    mainThread = try BusyMainThread(mapping["main"])
    self.entries = entries
  }

  /// A frame is a use of the map.
  var refresh: Double? { nil }
  var maxSize: Int { 100_000 }
  var facts: [(name: String, value: String)] {
    map.facts(pinsName: "views", adding: [("main thread", mainThread.description)])
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(scenarioCase, sharing: SharedValues())
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let replay = try replay(scenarioCase, sharing: shared)
    try replay.run()
    return FixedRecord(values: replay.results())
  }

  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try prepare(scenarioCase, folders: folders)
  }

  /// A transcript of when views are furthest from their places, second by second.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let use = try use(scenarioCase, sharing: SharedValues())
    let writer = TranscriptWriter()
    let perSecond = max(1, Int(use.device.refresh.rounded()))
    var largest = 0.0
    _ = PlacementAudit.record(use, entry: try entries.entry(of: scenarioCase)) { frame, lag in
      largest = max(largest, lag)
      guard (frame + 1).isMultiple(of: perSecond) else { return }
      writer.note(
        "in this second a view was at most \(Int(largest.rounded())) pt from its place",
        at: Int64((frame + 1) / perSecond - 1) * 1_000_000_000)
      largest = 0
    }
    return Inspection(
      transcripts: [writer.transcript(title: "how far views are from their places")])
  }

  /// A frame of the replay is one use of the map.
  private func replay(
    _ scenarioCase: Case, sharing shared: SharedValues
  ) throws -> OutcomeReplay<PlacementRecord> {
    let use = try use(scenarioCase, sharing: shared)
    let entry = try entries.entry(of: scenarioCase)
    return OutcomeReplay(frameCount: 1) { _ in
      PlacementAudit.record(use, entry: entry)
    } values: { records in
      let table = ViewAnnotationsFamily.table
      guard let record = records.last else { return table.notAvailable("no use was replayed") }
      return table.values(of: record)
    }
  }

  private func use(_ scenarioCase: Case, sharing shared: SharedValues) throws -> PlacementUse {
    let device = try map.device(of: scenarioCase.variant)
    let rects = try map.visibleMapRects(on: device, sharing: shared)
    guard !rects.isEmpty else { throw WorkloadError.emptyTrace }
    return PlacementUse(
      points: try map.pins(size: scenarioCase.size, on: device, sharing: shared).mapPoints,
      rects: rects, device: device, mainThread: mainThread)
  }
}

extension BusyMainThread {
  private static let keys = ["every", "block"]

  /// - Parameter yaml: `nil` for a main thread without other work.
  init(_ yaml: YAMLValue?) throws(InputError) {
    guard let yaml else {
      self.init(every: 0, block: 0)
      return
    }
    let mapping = try yaml.mapping(keys: Self.keys)
    let every = try mapping.value("every").number(in: 0.01...3_600)
    let blockValue = try mapping.value("block")
    let block = try blockValue.number(in: 0.001...3_600)
    guard block < every else {
      throw blockValue.error(expected: "less than the \(every) s of 'every'")
    }
    self.init(every: Int64(every * 1e9), block: Int64(block * 1e9))
  }

  var description: String {
    every == 0
      ? "free of other work"
      : "blocked for \(Double(block) / 1e9) s every \(Double(every) / 1e9) s by other work"
  }
}
