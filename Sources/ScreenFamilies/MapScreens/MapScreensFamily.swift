import PlatformProfiles
import ScenarioModel
import YAMLReading

/// The family of map screens that people open, use and close again and again: what stays in memory.
public struct MapScreensFamily: ScenarioFamily {
  /// The function that makes a strategy; its argument is that of
  /// ``MapScreenStrategy/init(context:)``.
  public typealias Make = @Sendable (MapScreenContext) -> any MapScreenStrategy

  public let description: FamilyDescription
  private let entries: [StrategyEntry<Make>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<Make>] = []) {
    entries = Self.standardEntries + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "map-screens", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: true,
      headlines: [
        "memory-slope", "memory-kept-per-visit", "peak-live-bytes", "screens-alive",
        "modelled-memory-slope", "modelled-kept-per-visit", "modelled-footprint",
        "visits-until-limit",
      ],
      columns: [
        "memory-slope", "memory-kept-per-visit", "memory-given-back", "screens-alive",
        "modelled-kept-per-visit", "modelled-footprint", "visits-until-limit", "open-time-p50",
      ],
      sizeLabel: "items on the map",
      frameLabel: "one frame of the screen, the opening or the end of a visit",
      requirement: ResultRequirement(
        metric: metrics["items-shown"], fraction: nil, summary: "show each item in view"),
      criteria: [
        Criterion(
          metrics["screens-alive"], .atMost(0), source: "a screen that is closed is released"),
        Criterion(
          metrics["modelled-kept-per-visit"], .atMost(1_000_000),
          source: "this project's judgement: 1 MB a visit"),
        Criterion(
          metrics["modelled-memory-slope"], .atMost(100_000),
          source: "this project's judgement: 100 KB a loop"),
      ])
  }

  public var keys: [ScenarioKey] { MapScreensWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try MapScreensWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

/// A reason why memory was not measured.
struct NotMeasured: Error, Hashable, Sendable {
  let reason: String
}

/// The record of a case's visits that its metrics are read from.
struct MapScreensRecord: Sendable {
  /// The modelled footprint after each frame.
  let course: MemoryCourse
  /// The main thread's time to open each screen, in nanoseconds.
  let openTimes: [Int64]
  /// The live bytes at the checkpoints.
  let measured: Result<MemoryCourse, NotMeasured>
  let mapViewsMade: Int
  let viewsCreated: Int
  let picturesDrawn: Int
  let coverage: ItemCoverage
  /// The footprint at which the system ends an app.
  let memoryLimit: Double

  fileprivate func measured(
    _ value: (MemoryCourse) -> Double?, orWhy reason: String
  ) -> MetricValue {
    switch measured {
    case .success(let course): MetricValue(value(course), orWhy: reason)
    case .failure(let notMeasured): .notAvailable(reason: notMeasured.reason)
    }
  }
}

extension MapScreensFamily {
  private static let fewLoops = "it takes three loops in a visit, of which the first is left out"
  private static let fewVisits = "it takes two visits that were replayed"
  private static let noInterval = "too few loops for an interval"
  private static let nothingAdded = "the visits added no memory"
  private static let noVisit = "no visit was replayed"

  static let table = measuredTable + modelledTable

  /// The live bytes of the process, where the camera is at the same place.
  private static let measuredTable = MetricTable<MapScreensRecord>([
    .init(
      "memory-slope", .bytes, .measured, .lowerIsBetter,
      "The growth of the live bytes from one loop of the camera to the next within a visit, the "
        + "first loop left out."
    ) { $0.measured({ $0.slopePerLoop?.slope }, orWhy: fewLoops) },
    .init(
      "memory-slope-low", .bytes, .measured, .lowerIsBetter,
      "The lower end of its 95 % interval (least squares, Student)."
    ) { $0.measured({ $0.slopePerLoop?.interval?.lowerBound }, orWhy: noInterval) },
    .init(
      "memory-slope-high", .bytes, .measured, .lowerIsBetter, "The upper end of this interval."
    ) { $0.measured({ $0.slopePerLoop?.interval?.upperBound }, orWhy: noInterval) },
    .init(
      "memory-kept-per-visit", .bytes, .measured, .lowerIsBetter,
      "The growth of the live bytes from one visit to the next, after the screen has closed."
    ) { $0.measured({ $0.slopePerVisit?.slope }, orWhy: fewVisits) },
    .init(
      "memory-given-back", .fraction, .measured, .higherIsBetter,
      "The fraction of the live bytes that the visits added which is free after their screens have "
        + "closed."
    ) {
      $0.measured({ $0.fractionGivenBack.map { min(max($0, 0), 1) } }, orWhy: nothingAdded)
    },
  ])

  private static let modelledTable =
    MetricTable<MapScreensRecord>([
      .init(
        "screens-alive", .count, .counted, .lowerIsBetter,
        "Screens that still exist after the last visit has ended."
      ) { MetricValue($0.course.screensAlive.last.map { Double($0) }, orWhy: noVisit) },
      .init(
        "maps-alive", .count, .counted, .lowerIsBetter,
        "Map views that still exist then."
      ) { MetricValue($0.course.contents.last.map { Double($0.mapViews) }, orWhy: noVisit) },
      .init(
        "maps-made", .count, .counted, .lowerIsBetter, "Map views that the screens had made."
      ) { $0.mapViewsMade },
      .init(
        "views-alive", .count, .modelled, .lowerIsBetter,
        "Annotation views that still exist after the last visit, whoever holds them."
      ) {
        MetricValue(
          $0.course.contents.last.map { Double($0.markerViews + $0.imageViews) }, orWhy: noVisit)
      },
      .init(
        "views-created", .count, .modelled, .lowerIsBetter, "Annotation views that were made."
      ) { $0.viewsCreated },
      .init(
        "pictures-drawn", .count, .modelled, .lowerIsBetter,
        "Pictures of items that were drawn, in a view or for a cache."
      ) { $0.picturesDrawn },
      .init(
        "cached-pictures-max", .bytes, .modelled, .lowerIsBetter,
        "The most bytes of pictures in the app's cache at one time."
      ) { Double($0.course.contents.map(\.pictureBytes).max() ?? 0) },
      .init(
        "items-shown", .fraction, .counted, .higherIsBetter,
        "The fraction of the items in view at the end of a loop that have a view."
      ) {
        MetricValue(
          $0.coverage.itemsShown, of: $0.coverage.itemsInView,
          orWhy: "no item was in view at the end of a loop: does the camera look at the data?")
      },
      .init(
        "modelled-memory-slope", .bytes, .modelled, .lowerIsBetter,
        "The growth of the modelled footprint from one loop to the next, as memory-slope."
      ) { MetricValue($0.course.slopePerLoop?.slope, orWhy: fewLoops) },
      .init(
        "modelled-kept-per-visit", .bytes, .modelled, .lowerIsBetter,
        "The growth of the modelled footprint from one visit to the next, as "
          + "memory-kept-per-visit."
      ) { MetricValue($0.course.slopePerVisit?.slope, orWhy: fewVisits) },
      .init(
        "modelled-given-back", .fraction, .modelled, .higherIsBetter,
        "The fraction of the modelled footprint that the visits added which is free after their "
          + "screens have closed."
      ) { MetricValue($0.course.fractionGivenBack, orWhy: nothingAdded) },
      .init(
        "modelled-footprint", .bytes, .modelled, .lowerIsBetter,
        "The app's largest memory footprint as the profile predicts it: app, maps, tiles, "
          + "annotations, views, kept pictures.",
        role: .footprint
      ) { MetricValue($0.course.bytes.max(), orWhy: "no frame was replayed") },
      .init(
        "visits-until-limit", .count, .modelled, .higherIsBetter,
        "The visit in which the system would end the app for its memory, if each further one keeps "
          + "as much as those that were replayed."
      ) {
        MetricValue($0.course.visitsUntil($0.memoryLimit), orWhy: "no visit keeps memory")
      },
    ])
    + MetricTable(
      MetricTable.Entry.percentiles(
        "open-time", [.p50, .max], .modelled,
        "The main thread's work to open a screen as the profile predicts it; the median visit.",
        of: "visits", orWhy: noVisit
      ) { $0.openTimes.sorted() })
}
