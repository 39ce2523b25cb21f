import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// A map whose pins and camera change while it is shown: a strategy keeps it up to date.
public struct AnnotationUpdatesFamily: ScenarioFamily {
  public let description: FamilyDescription
  private let entries: [StrategyEntry<AnnotationUpdateStrategyFactory>]

  /// The family with its own strategies and further ones, which come after them.
  public init(adding further: [StrategyEntry<AnnotationUpdateStrategyFactory>] = []) {
    entries = StrategyEntry.standard + further
    let metrics = AnnotationUpdateRecord.table.metrics + PinCoverageAudit.table.metrics
    description = FamilyDescription(
      name: "annotation-updates", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: true,
      headlines: [
        "hitch-time-ratio", "staleness-p95", "annotations-inserted", "views-created",
        "selections-lost", "frame-time-max",
      ],
      columns: [
        "hitch-time-ratio", "longest-freeze", "staleness-p95", "pin-coverage", "selections-lost",
        "views-created", "items-compared", "frame-time-max",
      ],
      sizeLabel: "pins",
      frameLabel:
        "one refresh of the screen; it does nothing while the previous frame keeps the main thread busy",
      requirement: ResultRequirement(
        metric: metrics["pin-coverage"], fraction: 0.8,
        summary: "show at least 80 % of the pins in view that the best one shows"),
      criteria: [
        Criterion(
          metrics["pin-coverage"], .nearBest(0.05), source: "this project's judgement"),
        .longestFreeze(metrics), .addedHitches(metrics["added-hitch-time-ratio"]),
        Criterion(
          metrics["staleness-p95"], .atMost(100_000_000),
          source: "people perceive an answer within 0.1 s as immediate: Nielsen, 1993"),
        Criterion(
          metrics["selections-lost"], .atMost(0), source: "a selection belongs to the user"),
      ])
  }

  public var keys: [ScenarioKey] { AnnotationUpdatesWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try AnnotationUpdatesWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

extension AnnotationUpdateRecord {
  private typealias Table = MetricTable<AnnotationUpdateRecord>

  static let table =
    Table.mapOperations(strategyWork: .modelled) { $0.map } + reactions + selections + lateness
    + Table.mapForecast { $0.map }

  /// The work of an app for changes.
  private static let reactions =
    Table([
      .init(
        "body-evaluations", .count, .modelled, .lowerIsBetter,
        "Evaluations of the body of the view with the map; 0 if the map is UIKit's."
      ) { $0.bodyEvaluations },
      .init(
        "annotations-moved", .count, .modelled, .neutral,
        "Annotations that went to another place and stayed on the map."
      ) { $0.map.counts.annotationsMoved },
      .init(
        "items-compared", .count, .modelled, .lowerIsBetter,
        "Items that differences went through, those of the longer list; the first load is compared "
          + "with nothing."
      ) { $0.computed(\.itemsCompared) },
      .init(
        "pins-clustered", .count, .modelled, .lowerIsBetter,
        "Pins that were sorted into clusters or an index, on main and in the background."
      ) { $0.computed(\.pinsSorted) },
      .init(
        "difference-time-total", .nanoseconds, .measured, .lowerIsBetter,
        "Processor time of this project's own differences; SwiftUI's is not known."
      ) { $0.computed(\.differences) },
      .init(
        "clustering-time-total", .nanoseconds, .measured, .lowerIsBetter,
        "Processor time of sorting pins into clusters or an index, on main and in the background."
      ) { $0.computed(\.clustering) },
    ])

  private static let selections = Table([
    .init(
      "pins-selected", .count, .modelled, .neutral, "Pins that the user tapped and so selected.",
      role: .selections
    ) { $0.selection.tapCount },
    .init(
      "selection-kept", .fraction, .modelled, .higherIsBetter,
      "The fraction of the updates (changed data, evaluated bodies) one frame after which the pin "
        + "was still selected that the user had tapped; while it is in the data and in view."
    ) {
      MetricValue(
        $0.selection.updatesKept, of: $0.selection.updatesWatched,
        orWhy: "no update came while a pin was to be selected")
    },
    .init(
      "selections-lost", .count, .modelled, .lowerIsBetter,
      "Times that a pin in view was no longer selected although no other was tapped."
    ) { $0.selection.lostCount },
  ])

  /// The lateness of the map.
  private static let lateness =
    Table(
      Table.Entry.percentiles(
        "staleness", [.p50, .p95, .max], .modelled,
        "Time from a change of the data or the camera until a frame shows it, or until the end "
          + "if none does; the median change.",
        of: "changes", orWhy: Table.noFrame
      ) { $0.waits })
    + Table([
      .init(
        "frames-shown", .count, .modelled, .higherIsBetter,
        "Frames that came on screen, of as many as the replay has refreshes."
      ) { $0.shownFrameCount },
      .init(
        "watchdog-terminations", .count, .modelled, .lowerIsBetter,
        "1 if the watchdog ended the app because the main thread was busy for too long, else 0.",
        role: .watchdogTermination
      ) { $0.isTerminated && !$0.hasCrashed ? 1 : 0 },
      .init(
        "crashes", .count, .modelled, .lowerIsBetter,
        "1 if an exception ended the app, else 0.", role: .crash
      ) { $0.hasCrashed ? 1 : 0 },
      .init(
        "running-time", .nanoseconds, .modelled, .higherIsBetter,
        "The time until the watchdog or an exception ended the app, or the replay did."
      ) { Double($0.runningTime) },
      .init(
        "unsafe-reads", .count, .modelled, .lowerIsBetter,
        "Computations in the background whose data the main thread changed meanwhile."
      ) { $0.unsafeReads },
    ])
}

extension PinCoverageAudit {
  /// The coverage in the refreshes that the modelled frame times leave.
  static let table = MetricTable<PinCoverageAudit>.coverage(strategyWork: .modelled) { $0 }
}

/// The environment of an annotation-updates scenario: pins, a screen, how its camera moves, and
/// what changes meanwhile.
struct AnnotationUpdatesWorkload: MapWorkload {
  static let keys: [ScenarioKey] = MapSource.keys + ["changes"]
  /// More than a phone holds as annotations.
  static let maxPinCount = 10_000_000
  /// Pins times refreshes of the data: where all are replaced each time, their numbers alone take
  /// 8 bytes each, and no more than 0.8 GB.
  static let maxReloadCount = 100_000_000
  /// The parameters that the modelled numbers rest on, apart from those of the environment.
  static let profileGroups: [ProfileParameter.Group] = [.app, .map, .updates]

  var map: MapSource
  private var changes: EnvironmentChanges
  private let entries: [StrategyEntry<AnnotationUpdateStrategyFactory>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<AnnotationUpdateStrategyFactory>]
  ) throws(InputError) {
    map = try MapSource(
      mapping, scenarioFile: file, providing: Self.profileGroups, parameters: parameters)
    changes = EnvironmentChanges()
    if let yaml = mapping["changes"] { changes = try EnvironmentChanges(yaml) }
    self.entries = entries
  }

  var maxSize: Int { Self.maxPinCount }
  var profileGroups: [ProfileParameter.Group] {
    Self.profileGroups + (map.camera?.profileGroups ?? []) + changes.profileGroups
  }
  var seeds: [(name: String, seed: UInt64)] { map.seeds + [("changes", changes.seed)] }
  var facts: [(name: String, value: String)] {
    map.facts(adding: [("changes", changes.description)])
  }

  func check(sizes: [Int]) throws {
    try map.check(sizes: sizes)
    if let size = sizes.min(), size < changes.movingPins {
      throw WorkloadError.tooManyMovingPins(size: size, moving: changes.movingPins)
    }
    let refreshes = changes.maxRefreshCount(in: try seconds())
    if let size = sizes.max(), size > Self.maxReloadCount / max(1, refreshes) {
      throw WorkloadError.tooManyReloadedPins(
        size: size, refreshes: refreshes, max: Self.maxReloadCount)
    }
  }

  /// The time for which the map is visible.
  private func seconds() throws -> Double {
    switch map.camera {
    case .generator(_, let length, _): return length.seconds(refresh: map.device.refresh)
    case .file(let path):
      let times = try CameraTrace.read(path: path).frames.map(\.time)
      return (times.last ?? 0) - (times.first ?? 0)
    case nil: return 0
    }
  }

  func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.map = map.reseeded(seed)
    workload.changes = changes.reseeded(seed)
    return workload
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    AnnotationUpdateReplay(
      environment: try environment(scenarioCase, on: map.device(of: scenarioCase.variant)),
      factory: try entries.entry(of: scenarioCase).make)
  }

  /// A few pins and frames on a small screen load the code.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let device = try map.device(of: scenarioCase.variant).atScaleOne
    let pins = try map.pins.pins(size: min(scenarioCase.size, 100))
    let rects = try map.visibleMapRects(around: pins, on: device)
    return AnnotationUpdateReplay(
      environment: try environment(
        pins: pins, visibleMapRects: Array(rects.prefix(30)), on: device),
      factory: try entries.entry(of: scenarioCase).make)
  }

  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    // One device is enough to look at.
    let isRecorded = scenarioCase.variant == map.variants[0]
    return try AnnotationUpdateInspection(
      environment: try environment(scenarioCase, on: map.device(of: scenarioCase.variant)),
      factory: try entries.entry(of: scenarioCase).make
    ).run(scenarioCase, picturesFolder: isRecorded ? pictures : nil)
  }

  /// Each tenth refresh is enough for an analysis of parameters.
  private static let coverageStride = 10

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let environment = try environment(
      scenarioCase, on: map.device(of: scenarioCase.variant).withoutPixels, sharing: shared)
    let factory = try entries.entry(of: scenarioCase).make
    let replay = AnnotationUpdateReplay(environment: environment, factory: factory)
    try replay.run()
    let inspection = AnnotationUpdateInspection(environment: environment, factory: factory)
    return FixedRecord(
      values: replay.results()
        + PinCoverageAudit.table.values(
          of: try inspection.coverage(
            of: replay, inOneOf: Self.coverageStride)))
  }

  private func environment(
    _ scenarioCase: Case, on device: Device, sharing shared: SharedValues = SharedValues()
  ) throws -> UpdateEnvironment {
    try environment(
      pins: map.pins(size: scenarioCase.size, on: device, sharing: shared),
      visibleMapRects: map.visibleMapRects(on: device, sharing: shared), on: device)
  }

  private func environment(
    pins: PinSet, visibleMapRects: [MapRect], on device: Device
  ) throws -> UpdateEnvironment {
    guard !visibleMapRects.isEmpty else { throw WorkloadError.emptyTrace }
    return UpdateEnvironment(
      device: device, camera: CameraPath(visibleMapRects), points: pins.mapPoints,
      changes: changes)
  }
}
