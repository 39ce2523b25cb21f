import Clustering
import Families
import ScenarioModel
import Simulation

/// Decides whether a badge counts the pins again, at a rest of the map or during a movement.
package typealias BadgeMake = @Sendable (_ isAtRest: Bool) -> Bool

extension Family where Make == BadgeMake {
  /// A badge with the number of pins in view: a strategy decides when they are counted.
  package static var badges: Self {
    let table = BadgeRecord.table
    return Family(
      "badges",
      scene: .map(BadgeKeys.self, providing: [], maxSize: 100_000, refreshes: false),
      strategies: [
        StrategyEntry("each-frame", summary: "Counts in each frame.") { _ in true },
        StrategyEntry("at-rest", summary: "Counts while the map rests.") { $0 },
      ],
      metrics: table.metrics, isMeasured: false, headlines: ["right-frames", "counts"],
      columns: ["right-frames", "counts"], sizeLabel: "pins", frameLabel: "one use of the map",
      requirement: ResultRequirement(
        metric: table["right-frames"], fraction: 0.5,
        summary: "show the right number in at least half of the frames of the best one"),
      criteria: [Criterion(table["counts"], .atMost(100), source: "this project's judgement")]
    ) { scene, strategy, request in
      let driver = BadgeDriver(
        use: try scene.use(request), limit: scene.settings.badge.limit, counts: strategy.make)
      return ReplaySession(OutcomeReplay(table) { driver.record() }) { _ in Inspection() }
    }
  }
}

struct BadgeKeys: MapSettings {
  var badge = Badge()
  static let keys: [Key<Self>] = [.group("badge", \.badge, "the badge of the app")]

  struct Badge: Settings {
    var limit = 99
    static let keys: [Key<Self>] = [
      .integer("limit", \.limit, in: 9...9_999, "the largest number that the badge shows")
    ]
  }
}

/// The app with its badge, on the path of the camera.
struct BadgeDriver {
  let use: MapUse
  let limit: Int
  let counts: BadgeMake

  func record() -> BadgeRecord {
    let points = use.pins.mapPoints
    var (record, shown) = (BadgeRecord(), 0)
    for (frame, rect) in use.rects.enumerated() {
      let number = min(points.count { rect.contains($0) }, limit)
      if counts(frame > 0 && rect == use.rects[frame - 1]) {
        (shown, record.counts) = (number, record.counts + 1)
      }
      record.frames += 1
      if shown == number { record.rightFrames += 1 }
    }
    return record
  }
}

struct BadgeRecord {
  var (frames, rightFrames, counts) = (0, 0, 0)

  static let table = MetricTable<BadgeRecord>([
    .init("counts", .count, .counted, .lowerIsBetter, "Counts of the pins.") { $0.counts },
    .init(
      "right-frames", .fraction, .counted, .higherIsBetter,
      "The fraction of the frames in which the badge shows the number of pins in view."
    ) { MetricValue($0.rightFrames, of: $0.frames, orWhy: "no frame was shown") },
  ])
}
