import Platform
import ScenarioModel
import Simulation

/// The largest state that a map had after a frame.
struct MapPeaks {
  /// The contents of the app's memory that a profile has a price for.
  private struct Contents {
    let annotations: Int
    let markerViews: Int
    let imageViews: Int
    let liveViews: Int
    let indexes: HeldIndexes
  }

  /// The contents after each frame: the profile decides which contents have the largest footprint.
  private var contents: [Contents] = []

  /// - Parameter frameCount: the maximum number of frames; their memory is allocated now.
  init(frameCount: Int) { contents.reserveCapacity(frameCount) }

  /// Forgets all frames; keeps the memory.
  mutating func reset() { contents.removeAll(keepingCapacity: true) }

  mutating func frameDidEnd(on mapView: MapView, indexes: HeldIndexes) {
    contents.append(
      Contents(
        annotations: mapView.annotations.count, markerViews: mapView.held.marker,
        imageViews: mapView.held.image, liveViews: mapView.liveViewCount, indexes: indexes))
  }

  var annotations: Int { contents.map(\.annotations).max() ?? 0 }
  var liveViews: Int { liveViewsByFrame.max() ?? 0 }

  /// The number of views on screen after each frame.
  var liveViewsByFrame: [Int] { contents.map(\.liveViews) }

  /// The largest modelled memory footprint; `nil` without a frame.
  func footprint(on profile: PlatformProfile) -> FootprintForecast? {
    footprints(on: profile).max { $0.bytes < $1.bytes }
  }

  /// The modelled memory footprint after each frame.
  func footprints(on profile: PlatformProfile) -> [FootprintForecast] {
    contents.map { contents in
      FootprintForecast(
        annotations: contents.annotations, markerViews: contents.markerViews,
        imageViews: contents.imageViews, indexes: contents.indexes.bytes(on: profile),
        profile: profile)
    }
  }
}

/// The part of a replay's record that every family with a map of annotations has.
struct MapRecord {
  /// The map's operations in all replayed frames.
  let counts: OperationCounts
  let peaks: MapPeaks
  /// The largest modelled memory footprint; `nil` without a frame.
  let footprint: FootprintForecast?
  let forecast: FrameForecast
  /// Pins that the strategy examined.
  let pinsExamined: MetricValue
}

extension MetricTable {
  /// The reason of metrics that need a frame.
  static var noFrame: String { "no frame was replayed" }
}

extension MetricTable<MapRecord> {
  /// The map's operations.
  ///
  /// - Parameter kind: the kind of what a strategy does at each refresh: counted if the replay has
  ///   all refreshes, modelled if it has those only that modelled times leave. Views always depend
  ///   on the modelled margin and sizes.
  static func mapOperations(strategyWork kind: MetricKind) -> Self {
    MetricTable([
      .init(
        "annotations-inserted", .count, kind, .lowerIsBetter, "Annotations added to the map."
      ) { $0.counts.annotationsInserted },
      .init(
        "annotations-removed", .count, kind, .lowerIsBetter,
        "Annotations removed from the map.", \.counts.annotationsRemoved),
      .init(
        "views-created", .count, .modelled, .lowerIsBetter,
        "Annotation views that were created, each with its own bitmap.", \.counts.viewsCreated),
      .init(
        "views-reused", .count, .modelled, .neutral, "Annotation views taken from the reuse queue."
      ) { $0.counts.viewsReused },
      .init(
        "images-redrawn", .count, .modelled, .lowerIsBetter,
        "Views that were drawn again because they show another annotation."
      ) { $0.counts.imagesRedrawn },
      .init(
        "max-live-views", .count, .modelled, .lowerIsBetter,
        "The maximum number of annotation views on screen at one time.",
        effect: "up to {} markers are on the screen at once", \.peaks.liveViews),
      .init(
        "pins-examined", .count, kind, .lowerIsBetter,
        "Pins or items that the strategy examined: in a scan, all pins; otherwise, those found."
      ) { $0.pinsExamined },
    ])
  }

  /// The platform's modelled behaviour.
  static var mapForecast: Self {
    MetricTable(
      Entry.percentiles(
        "modelled-frame-time", [.p50, .p95, .p99, .max], .modelled,
        "The main thread's work for a frame as the profile predicts it, without the work that a "
          + "strategy of another package does not charge; the median frame.", of: "frames",
        orWhy: noFrame, role: .frameTime
      ) { $0.forecast.frameTimes.sorted() }) + smoothness { $0.forecast }
      + MetricTable([
        .init(
          "late-frames", .count, .modelled, .lowerIsBetter,
          "Frames of a movement that are shown later than at their own refresh."
        ) { $0.forecast.lateFrameCount },
        .init(
          "hanging-frames", .count, .modelled, .lowerIsBetter,
          "Frames, whether or not the map moves, that keep the main thread busy for longer than "
            + "the profile's hang threshold.", \.forecast.hangCount),
        .init(
          "modelled-footprint", .bytes, .modelled, .lowerIsBetter,
          "The app's memory footprint as the profile predicts it: app, map, annotations, views, "
            + "indexes.", role: .footprint
        ) { MetricValue($0.footprint.map { Double($0.bytes) }, orWhy: noFrame) },
        .init(
          "footprint-spike", .bytes, .modelled, .lowerIsBetter,
          "The part of the app's memory footprint for annotations, views and indexes; the sum of "
            + "the next three metrics."
        ) { MetricValue($0.footprint?.spike, orWhy: noFrame) },
        .init(
          "annotation-footprint", .bytes, .modelled, .lowerIsBetter,
          "The part of the app's memory footprint for annotations."
        ) { MetricValue($0.footprint?.annotations, orWhy: noFrame) },
        .init(
          "view-footprint", .bytes, .modelled, .lowerIsBetter,
          "The part of the app's memory footprint for views, on screen or waiting to be used again."
        ) { MetricValue($0.footprint?.views, orWhy: noFrame) },
        .init(
          "index-footprint", .bytes, .modelled, .lowerIsBetter,
          "The part of the app's memory footprint for the strategy's indexes."
        ) { MetricValue($0.footprint?.indexes, orWhy: noFrame) },
      ])
  }
}

extension MetricTable<PinCoverageRecord> {
  /// The coverage that an observed replay finds.
  ///
  /// - Parameter kind: as of ``mapOperations(strategyWork:)``.
  static func coverage(strategyWork kind: MetricKind) -> Self {
    MetricTable([
      .init(
        "pin-coverage", .fraction, kind, .higherIsBetter,
        "The fraction of pins in view that are in exactly one annotation, which is on screen or "
          + "just outside.", effect: "{} of the pins in view are on the map", \.coverage),
      .init(
        "pin-coverage-moving", .fraction, kind, .higherIsBetter,
        "The pin-coverage of frames in which the map moves; missing pins appear later."
      ) { $0.coverageWhileMoving },
      .init(
        "missing-time-max", .nanoseconds, kind, .lowerIsBetter,
        "The longest time for which a pin that stayed in view was in no annotation, or in "
          + "several.", \.maxMissingTime),
      .init(
        "pins-seen", .fraction, .counted, .neutral,
        "The fraction of all pins that were in view in any inspected frame.", role: .dataSeen
      ) { $0.seen },
      .init(
        "frames-inspected", .count, .counted, .neutral,
        "Frames in which all pins were looked for; if there are very many pins, not every frame."
      ) { $0.framesInspected },
    ])
  }
}
