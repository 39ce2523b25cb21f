import ScenarioModel
import Simulation

/// The record of a case's visits that its metrics are read from.
struct MapScreensRecord: Sendable {
  /// The memory after each replayed frame.
  let memory: [FrameMemory]
  /// The modelled footprint after each replayed frame.
  let course: MemoryCourse
  /// The live bytes at the checkpoints.
  let measured: Result<MemoryCourse, NotMeasured>
  /// The main thread's time to open each screen, in nanoseconds.
  let openTimes: [Int64]
  let counts: ScreenCounts
  /// The footprint at which the system ends an app.
  let memoryLimit: Double

  private func measured(_ value: (MemoryCourse) -> Double?, orWhy reason: String) -> MetricValue {
    switch measured {
    case .success(let course): MetricValue(value(course), orWhy: reason)
    case .failure(let notMeasured): .notAvailable(reason: notMeasured.reason)
    }
  }

  private func atEnd(_ count: (FrameMemory) -> Int) -> MetricValue {
    MetricValue(memory.last.map { Double(count($0)) }, orWhy: Self.noVisit)
  }
}

/// The memory of an app after a frame of its visits.
struct FrameMemory: Sendable {
  let contents: MapContents
  /// All existing screens, held by any object.
  let screensAlive: Int
  /// The live bytes of the process; `nil` for a frame that is not measured.
  var liveBytes: Int?
}

/// A reason why memory was not measured.
struct NotMeasured: Error, Hashable, Sendable {
  let reason: String
}

/// The work of an app for its screens, in all replayed frames.
struct ScreenCounts: Hashable, Sendable {
  var mapViewsMade = 0
  var viewsCreated = 0
  var picturesDrawn = 0
  /// The items in view at the checkpoints, and the number that their own view shows.
  private(set) var itemsInView = 0
  private(set) var itemsShown = 0

  /// Examines the contents of a map; allocates nothing.
  mutating func inspect(_ mapView: MapView, items: [ScreenItem]) {
    let area = mapView.visibleArea
    for item in items where area.contains(item.mapPoint) { itemsInView += 1 }
    guard let first = items.first?.number else { return }
    let numbers = first..<first + items.count
    mapView.forEachView { view in
      // A view of another visit's item shows nothing of this one.
      guard let item = view.annotation.id.pinIndex, numbers.contains(item),
        view.annotation.mapPoint == items[item - first].mapPoint,
        area.contains(view.annotation.mapPoint)
      else { return }
      itemsShown += 1
    }
  }
}

extension MapScreensRecord {
  private static let fewLoops =
    "a visit needs at least three loops, because the first loop does not count"
  private static let fewVisits = "the metric needs at least two replayed visits"
  private static let noInterval = "too few loops for an interval"
  private static let nothingAdded = "the visits added no memory"
  private static let noVisit = "no visit was replayed"

  static let table = measuredTable + modelledTable

  /// The live bytes of the process, where the camera is at the same place.
  private static let measuredTable = MetricTable<MapScreensRecord>([
    .init(
      "memory-slope", .bytes, .measured, .lowerIsBetter,
      "The growth of the live bytes from one loop of the camera to the next within a visit, not "
        + "counting the first loop.", effect: "memory grows by {} with each loop on the map"
    ) { $0.measured({ $0.slopePerLoop?.slope }, orWhy: fewLoops) },
    .init(
      "memory-slope-low", .bytes, .measured, .lowerIsBetter,
      "The lower end of the growth's 95 % interval (least squares, Student)."
    ) { $0.measured({ $0.slopePerLoop?.interval?.lowerBound }, orWhy: noInterval) },
    .init(
      "memory-slope-high", .bytes, .measured, .lowerIsBetter, "The upper end of this interval."
    ) { $0.measured({ $0.slopePerLoop?.interval?.upperBound }, orWhy: noInterval) },
    .init(
      "memory-kept-per-visit", .bytes, .measured, .lowerIsBetter,
      "The growth of the live bytes from one visit to the next, once the screen has closed.",
      effect: "each visit keeps {} of memory"
    ) { $0.measured({ $0.slopePerVisit?.slope }, orWhy: fewVisits) },
    .init(
      "memory-given-back", .fraction, .measured, .higherIsBetter,
      "Of the live bytes that the visits added, the fraction that is free after their screens have "
        + "closed."
    ) { $0.measured({ $0.fractionGivenBack.map { min(max($0, 0), 1) } }, orWhy: nothingAdded) },
  ])

  /// The metrics that do not need a trial.
  static let modelledTable =
    MetricTable<MapScreensRecord>([
      .init(
        "screens-alive", .count, .counted, .lowerIsBetter,
        "Screens that still exist after the last visit has ended.",
        effect: "{} closed screens stay in memory"
      ) { $0.atEnd(\.screensAlive) },
      .init(
        "maps-alive", .count, .counted, .lowerIsBetter,
        "Map views that still exist after the last visit."
      ) {
        $0.atEnd(\.contents.mapViews)
      },
      .init("maps-made", .count, .counted, .lowerIsBetter, "Map views that the screens made.") {
        $0.counts.mapViewsMade
      },
      .init(
        "views-alive", .count, .modelled, .lowerIsBetter,
        "Annotation views that still exist after the last visit, held by any object."
      ) { $0.atEnd(\.contents.annotationViews) },
      .init(
        "views-created", .count, .modelled, .lowerIsBetter, "Annotation views that were made."
      ) { $0.counts.viewsCreated },
      .init(
        "pictures-drawn", .count, .modelled, .lowerIsBetter,
        "Pictures of items, drawn in a view or for a cache.", \.counts.picturesDrawn),
      .init(
        "cached-pictures-max", .bytes, .modelled, .lowerIsBetter,
        "The most bytes of pictures in the app's cache at one time."
      ) { $0.memory.map(\.contents.pictureBytes).max() ?? 0 },
      .ratio(
        "items-shown", .counted, .higherIsBetter,
        "The fraction of the items in view at the end of a loop that have a view.",
        \.counts.itemsShown, of: \.counts.itemsInView,
        orWhy: "no item was in view at the end of a loop: does the camera look at the data?"),
      .init(
        "modelled-memory-slope", .bytes, .modelled, .lowerIsBetter,
        "The growth of the modelled footprint from one loop to the next, like memory-slope.",
        effect: "memory grows by {} with each loop on the map"
      ) { MetricValue($0.course.slopePerLoop?.slope, orWhy: fewLoops) },
      .init(
        "modelled-kept-per-visit", .bytes, .modelled, .lowerIsBetter,
        "The growth of the modelled footprint from one visit to the next, like "
          + "memory-kept-per-visit.", effect: "each visit keeps {} of memory"
      ) { MetricValue($0.course.slopePerVisit?.slope, orWhy: fewVisits) },
      .init(
        "modelled-given-back", .fraction, .modelled, .higherIsBetter,
        "Of the modelled footprint that the visits added, the fraction that is free after their "
          + "screens have closed."
      ) { MetricValue($0.course.fractionGivenBack, orWhy: nothingAdded) },
      .init(
        "modelled-footprint", .bytes, .modelled, .lowerIsBetter,
        "The app's largest memory footprint as the profile predicts it: app, maps, tiles, "
          + "annotations, views, kept pictures.", role: .footprint
      ) { MetricValue($0.course.peak, orWhy: "no frame was replayed") },
      .init(
        "visits-until-limit", .count, .modelled, .higherIsBetter,
        "The number of the visit in which the system would end the app for its memory if each "
          + "later visit kept as much as the replayed visits."
      ) { MetricValue($0.course.visitsUntil($0.memoryLimit), orWhy: "no visit keeps memory") },
    ])
    + MetricTable(
      MetricTable.Entry.percentiles(
        "open-time", [.p50, .max], .modelled,
        "The main thread's work to open a screen as the profile predicts it; the median visit.",
        of: "visits", orWhy: noVisit
      ) { $0.openTimes.sorted() })
}
