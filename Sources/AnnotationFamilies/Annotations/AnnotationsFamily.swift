import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// Pins on a map: a camera moves over a pin set, and a strategy decides what the map holds.
public struct AnnotationsFamily: ScenarioFamily {
  public let description: FamilyDescription
  private let entries: [StrategyEntry<AnnotationStrategyFactory>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<AnnotationStrategyFactory>] = []) {
    entries = StrategyEntry.standard + further
    let metrics = AnnotationsRecord.table.metrics + ObservedFrames.table.metrics
    description = FamilyDescription(
      name: "annotations", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: true,
      headlines: [
        "frame-time-max", "frame-time-p99", "peak-live-bytes", "max-live-views", "hitch-time-ratio",
      ],
      columns: [
        "hitch-time-ratio", "peak-live-bytes", "pin-coverage", "longest-freeze", "max-live-views",
        "marker-overlap", "frame-time-p99", "frame-time-max",
      ],
      sizeLabel: "pins",
      frameLabel: "one frame of the screen",
      requirement: ResultRequirement(
        metric: metrics["pin-coverage"], fraction: nil, summary: "lose no pins"),
      criteria: [
        .longestFreeze(metrics), .addedHitches(metrics["added-hitch-time-ratio"]),
        .legible(metrics["marker-overlap"]),
      ])
  }

  public var keys: [ScenarioKey] { AnnotationsWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try AnnotationsWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

/// The record of a replay that its metrics are read from.
struct AnnotationsRecord {
  let map: MapRecord

  private typealias Table = MetricTable<AnnotationsRecord>

  static let table =
    Table([
      .init(
        "max-shown-annotations", .count, .counted, .lowerIsBetter,
        "The maximum number of annotations that the map held at one time."
      ) { $0.map.peaks.annotations },
      .init(
        "cluster-candidates", .count, .modelled, .lowerIsBetter,
        "Annotations that the map's own clustering tested for collisions."
      ) { $0.map.counts.clusterCandidates },
    ]) + Table.mapOperations(strategyWork: .counted) { $0.map } + Table.mapForecast { $0.map }
}

extension ObservedFrames {
  private typealias Table = MetricTable<ObservedFrames>

  static let table =
    Table.coverage(strategyWork: .counted) { $0.coverage }
    + Table([
      .init(
        "marker-overlap", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the shown views' area that other views cover, in the worst inspected frame."
      ) { $0.overlap.worstFraction },
      .init(
        "overdraw", .ratio, .modelled, .lowerIsBetter,
        "Pixels of views painted for each pixel of the screen, in the frame of the picture."
      ) { MetricValue($0.overdraw, orWhy: Table.noFrame) },
    ])
}

/// The environment of an annotations scenario: pins, a screen, and how its camera moves.
struct AnnotationsWorkload: MapWorkload {
  static let keys: [ScenarioKey] = MapSource.keys
  /// The parameters that the modelled numbers rest on.
  static let profileGroups: [ProfileParameter.Group] = [.app, .map]

  var map: MapSource
  private let entries: [StrategyEntry<AnnotationStrategyFactory>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<AnnotationStrategyFactory>]
  ) throws(InputError) {
    map = try MapSource(
      mapping, scenarioFile: file, providing: Self.profileGroups, parameters: parameters)
    self.entries = entries
  }

  var maxSize: Int { PinSource.maxCount }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(scenarioCase, on: map.device(of: scenarioCase.variant), folders: folders)
  }

  /// A few pins and frames load the code and the database's library.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let device = try map.device(of: scenarioCase.variant).atScaleOne
    let pins = try map.pins.pins(size: min(scenarioCase.size, 100))
    let rects = try map.visibleMapRects(around: pins, on: device)
    return try replay(
      scenarioCase, pins: pins, visibleMapRects: Array(rects.prefix(20)), on: device,
      folders: folders)
  }

  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    // The pictures of all devices are the same.
    let hasPictures = scenarioCase.variant == map.variants[0]
    return try replay(scenarioCase, on: map.device(of: scenarioCase.variant), folders: folders)
      .inspect(scenarioCase, picturesFolder: hasPictures ? pictures : nil)
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let replay = try replay(
      scenarioCase, on: map.device(of: scenarioCase.variant).withoutPixels, folders: folders,
      sharing: shared)
    let observed = try replay.observe(
      coverageInOneOf: AnnotationsReplay.overlapStride, didShow: { _, _ in })
    replay.releaseMap()
    return EvaluatedAnnotations(
      replay: replay, observed: ObservedFrames.table.values(of: observed))
  }

  private func replay(
    _ scenarioCase: Case, on device: Device, folders: TrialFolders,
    sharing shared: SharedValues = SharedValues()
  ) throws -> AnnotationsReplay {
    try replay(
      scenarioCase, pins: map.pins(size: scenarioCase.size, on: device, sharing: shared),
      visibleMapRects: map.visibleMapRects(on: device, sharing: shared), on: device,
      folders: folders)
  }

  private func replay(
    _ scenarioCase: Case, pins: PinSet, visibleMapRects: [MapRect], on device: Device,
    folders: TrialFolders
  ) throws -> AnnotationsReplay {
    AnnotationsReplay(
      pins: pins, visibleMapRects: visibleMapRects, device: device, workspace: folders.own,
      factory: try entries.entry(of: scenarioCase).make)
  }
}
