import Clustering
import Platform
import ScenarioModel
import Simulation
import Support

/// The steps of a script under one strategy.
final class OverlaysReplay: Replay {
  /// The recorded work of a step, and the state after it.
  struct Step {
    let counts: OverlayCounts
    let comparisons: Int
    let isMoving: Bool
    let overlays: Int
    let points: Int
    let flickeringLines: Int
    let flickeringPoints: Int

    /// The main thread's modelled work.
    func work(on profile: PlatformProfile) -> OverlayWork {
      OverlayWork(counts, comparisons: comparisons, on: profile)
    }

    /// The modelled memory of the overlays.
    func memory(on profile: PlatformProfile) -> Double {
      profile.cost(of: Double(overlays), .overlayMemory)
        + profile.cost(of: Double(points), .overlayPointMemory)
    }
  }

  /// A use of the map, and its counts before the step that is under way.
  private struct Use {
    let map: OverlayMapView
    let context: OverlayContext
    var strategy: (any OverlayCallbacks)?
    var counts = OverlayCounts()
    var comparisons = 0

    init(_ script: LineScript, on device: Device) {
      map = OverlayMapView(device: device, visibleMapRect: script.steps.first?.rect ?? .world)
      context = OverlayContext(shape: script.shape)
    }
  }

  let script: LineScript
  let device: Device
  private let make: OverlayMake
  private var use: Use
  /// `nil` for steps that were not replayed.
  private(set) var steps: [Step?]

  init(script: LineScript, device: Device, make: @escaping OverlayMake) {
    self.script = script
    self.device = device
    self.make = make
    use = Use(script, on: device)
    steps = Array(repeating: nil, count: script.steps.count)
  }

  var map: OverlayMapView { use.map }
  var frameCount: Int { script.steps.count }
  /// A line grows from step to step.
  var framesAreIndependent: Bool { false }

  func reset() {
    releaseMap()
    for step in steps.indices { steps[step] = nil }
  }

  /// Gives up the map and the strategy after the last step; the record of the steps stays.
  func releaseMap() {
    use.strategy = nil
    use = Use(script, on: device)
  }

  func build() {
    let strategy = make(script.lines, map, use.context)
    map.delegate = strategy
    use.strategy = strategy
  }

  func showFrame(_ frame: Int) {
    let step = script.steps[frame]
    switch step.event {
    case .growth(let line, let point): use.strategy?.line(line, didGrowBy: point)
    case .selection(let line): use.strategy?.selectionDidChange(to: line)
    case nil: break
    }
    map.setVisibleMapRect(step.rect)
    use.strategy?.visibleRegionDidChange()
    map.drawOverlays()
  }

  func frameDidEnd(_ frame: Int) {
    let counts = map.counts
    let comparisons = use.context.comparisons
    let removed = map.removedOnScreen
    // The first step has the building of the strategy too, which runs on the main thread.
    steps[frame] = Step(
      counts: counts - use.counts, comparisons: comparisons - use.comparisons,
      isMoving: frame > 0 && script.steps[frame].rect != script.steps[frame - 1].rect,
      overlays: map.overlays.count, points: map.pointCount, flickeringLines: removed.count,
      flickeringPoints: removed.values.reduce(0, +))
    map.forgetRemovals()
    use.counts = counts
    use.comparisons = comparisons
  }

  func results() -> [NamedValue] { values(under: device.profile) }

  /// Returns the values of the replayed steps as a profile predicts them.
  func values(under profile: PlatformProfile) -> [NamedValue] {
    let steps = steps.compactMap(\.self)
    let table = OverlaysRecord.table
    guard !steps.isEmpty else { return table.notAvailable("no step was replayed") }
    return table.values(
      of: OverlaysRecord(
        steps: steps, refreshes: script.refreshes, device: device, profile: profile))
  }
}

/// The record of a replay that its metrics are read from.
struct OverlaysRecord {
  let steps: [OverlaysReplay.Step]
  let profile: PlatformProfile
  let counts: OverlayCounts
  let work: [OverlayWork]
  let forecast: FrameForecast

  init(steps: [OverlaysReplay.Step], refreshes: Int, device: Device, profile: PlatformProfile) {
    self.steps = steps
    self.profile = profile
    counts = steps.reduce(OverlayCounts()) { $0 + $1.counts }
    let work = steps.map { $0.work(on: profile) }
    self.work = work
    let frames = zip(steps, work).flatMap { step, work -> [MapFrame] in
      let idle = MapFrame(work: 0, isMoving: step.isMoving)
      return [MapFrame(work: Int64(work.total.rounded()), isMoving: step.isMoving)]
        + Array(repeating: idle, count: max(refreshes, 1) - 1)
    }
    forecast = FrameForecast(frames: frames, profile: profile, refresh: device.refresh)
  }

  fileprivate var overlayFootprint: Double { steps.map { $0.memory(on: profile) }.max() ?? 0 }
}

extension OverlaysRecord {
  private typealias Table = MetricTable<OverlaysRecord>

  static let table: MetricTable<OverlaysRecord> =
    Table([
      .count(
        "overlays-added", .counted, .lowerIsBetter, "Overlays added to the map.",
        \.counts.overlaysAdded),
      .count(
        "overlays-removed", .counted, .lowerIsBetter, "Overlays removed from the map.",
        \.counts.overlaysRemoved),
      .count(
        "points-added", .counted, .lowerIsBetter,
        "Points of the added overlays, including overlays that were replaced.",
        \.counts.pointsAdded),
      .count(
        "restyles", .modelled, .neutral, "Styles that were set on a renderer in place.",
        \.counts.restyles),
      .count(
        "points-compared", .counted, .lowerIsBetter,
        "Point-to-line distances that simplifications computed.",
        { $0.steps.sum(\.comparisons) }),
      .count(
        "max-overlays", .counted, .lowerIsBetter, "The maximum number of overlays on the map.",
        { $0.steps.map(\.overlays).max() ?? 0 }),
      .count(
        "max-overlay-points", .counted, .lowerIsBetter,
        "The maximum number of points of the overlays on the map.",
        { $0.steps.map(\.points).max() ?? 0 }),
      .count(
        "flickers", .counted, .lowerIsBetter,
        "How often a drawn line, or a part of it, was taken off the screen and had to be drawn "
          + "again; a part that another overlay also draws stays on the screen.",
        { $0.steps.sum(\.flickeringLines) }),
      .count(
        "flickering-points", .counted, .lowerIsBetter,
        "The points in flickering lines, or in flickering parts of lines.",
        effect: "flickering points: {} points of lines flicker",
        { $0.steps.sum(\.flickeringPoints) }),
      .init(
        "line-absent-time", .nanoseconds, .modelled, .lowerIsBetter,
        "The time until flickering parts are drawn again; all changes of a step count once."
      ) { record in
        record.profile.cost(
          of: Double(record.steps.count { $0.flickeringLines > 0 }), .overlayAppearance)
      },
      .count(
        "tiles-drawn", .modelled, .lowerIsBetter, "Tiles that were drawn.", \.counts.tilesDrawn),
      .count(
        "points-drawn", .modelled, .lowerIsBetter,
        "Line points that were processed while tiles were drawn.", \.counts.pointsDrawn),
      .count(
        "filled-area", .modelled, .lowerIsBetter,
        "The area of the zones that were filled while tiles were drawn, in square points.",
        \.counts.filledArea),
    ])
    + Table(
      Table.Entry.percentiles(
        "overlay-work", [.p50, .p95, .p99], .modelled,
        "The main thread's work in a step as the profile predicts it: changes, renderers, drawing, "
          + "simplification; the median.",
        of: "steps", orWhy: "no step was replayed", role: .frameTime
      ) { $0.work.map { Int64($0.total.rounded()) }.sorted() })
    + Table([
      .init(
        "longest-overlay-work", .nanoseconds, .modelled, .lowerIsBetter,
        "The longest work of the main thread in a step, including building.",
        effect: "the map is busy with lines for up to {}"
      ) { record in record.work.map(\.total).max() ?? 0 },
      .init(
        "overlay-work-total", .nanoseconds, .modelled, .lowerIsBetter,
        "The main thread's work in all steps."
      ) { record in record.work.reduce(0) { $0 + $1.total } },
    ]) + Table.smoothness { $0.forecast }
    + Table([
      .init(
        "modelled-footprint", .bytes, .modelled, .lowerIsBetter,
        "The app's memory footprint as the profile predicts it: app, map and overlays, without the "
          + "tiles' bitmaps.", role: .footprint
      ) { $0.profile[.appBaseMemory] + $0.profile[.mapBaseMemory] + $0.overlayFootprint },
      .init(
        "overlay-footprint", .bytes, .modelled, .lowerIsBetter,
        "The part of the app's memory footprint for overlays.", \.overlayFootprint),
    ])
}
