import Platform
import ScenarioModel
import Simulation
import Support

/// The visits of a case to a map screen, frame by frame, with the memory after each frame.
final class MapScreensReplay: Replay, ReplayRecord {
  /// A screen that was opened, as long as anything keeps it or its map.
  private struct Opened {
    weak var screen: (any MapScreen)?
    weak var mapView: MapView?
    weak var views: ViewMeter?
  }

  let frames: VisitFrames
  let loop: CameraLoop
  /// The items of each visit.
  private let items: [[ScreenItem]]
  let device: Device
  private let modelledScale: Int
  private let strategy: StrategyEntry<MapScreenMake>
  /// Reads the live bytes.
  private let meter: Result<LiveBytesMeter, NotMeasured>

  private var context: MapScreenContext
  /// The app, which makes the screens.
  private var makeScreen: (([ScreenItem]) -> any MapScreen)?
  private var screen: (any MapScreen)?
  private var opened: [Opened]
  private var countsBefore = OperationCounts()
  /// The map's operations of the latest frame.
  private(set) var latestCounts = OperationCounts()
  private var opensMap = false
  /// The zoom levels that the map has shown since its screen opened, a bit for each.
  private var levels: UInt64 = 0

  // Recorded between frames, into memory that is allocated before the first.
  private(set) var memory: [FrameMemory] = []
  /// The work to open each screen.
  private var openings: [(counts: OperationCounts, makesMap: Bool)] = []
  private var counts = ScreenCounts()

  /// - Parameter measures: indicates whether live bytes are read.
  init(
    _ use: MapUse, loops: Int, items: [[ScreenItem]], _ strategy: StrategyEntry<MapScreenMake>,
    measures: Bool
  ) {
    loop = CameraLoop(outAndBack: use.rects)
    frames = VisitFrames(visits: items.count, loops: loops, loopLength: loop.rects.count)
    self.items = items
    device = use.device
    modelledScale = use.screen.scale
    self.strategy = strategy
    meter =
      measures
      ? Result { () throws(MeterUnavailable) in try LiveBytesMeter() }
        .mapError { NotMeasured(reason: $0.description) }
      : .failure(NotMeasured(reason: "memory is measured in trials only"))
    context = MapScreenContext(device: device, modelledScale: modelledScale)
    opened = Array(repeating: Opened(), count: items.count)
    memory.reserveCapacity(frames.count)
    openings.reserveCapacity(items.count)
  }

  var frameCount: Int { frames.count }
  /// A visit leaves memory behind, which those before it decide about.
  var framesAreIndependent: Bool { false }
  /// The map on the screen; `nil` between two visits.
  var mapView: MapView? { screen?.mapView }

  func reset() {
    screen = nil
    makeScreen = nil
    context = MapScreenContext(device: device, modelledScale: modelledScale)
    for visit in opened.indices { opened[visit] = Opened() }
    countsBefore = OperationCounts()
    levels = 0
    memory.removeAll(keepingCapacity: true)
    openings.removeAll(keepingCapacity: true)
    counts = ScreenCounts()
  }

  func build() throws { makeScreen = strategy.make(context) }

  func showFrame(_ frame: Int) throws {
    switch frames.step(frame) {
    case .rest: break
    case .opens: open(visit: frames.visit(of: frame))
    case .moves(_, let position):
      guard let mapView else { return }
      mapView.setVisibleMapRect(loop.rects[position])
      mapView.layoutAnnotationViews()
    case .closes:
      screen?.didClose()
      screen = nil
    }
  }

  private func open(visit: Int) {
    guard let screen = makeScreen?(items[visit]) else { return }
    let mapView = screen.mapView
    opensMap = !opened.contains { $0.mapView === mapView }
    opened[visit] = Opened(screen: screen, mapView: mapView, views: mapView.viewMeter)
    self.screen = screen
    // A map that was on another screen brings its counts from there. They were noted after its last
    // frame; its work since then belongs to this opening.
    if opensMap { countsBefore = OperationCounts() }
    mapView.setVisibleMapRect(loop.start)
    mapView.layoutAnnotationViews()
  }

  func frameDidEnd(_ frame: Int) {
    let step = frames.step(frame)
    latestCounts = OperationCounts()
    if let mapView {
      latestCounts = mapView.counts - countsBefore
      countsBefore = mapView.counts
      counts.viewsCreated += latestCounts.viewsCreated
      if step == .opens {
        levels = 0
        if opensMap { counts.mapViewsMade += 1 }
        openings.append((latestCounts, opensMap))
      }
      levels |= 1 << UInt64(min(max(Int(mapView.zoom.rounded(.down)), 0), 63))
    }
    if step == .closes { forgetReleased() }
    counts.picturesDrawn = context.picturesDrawn
    var latest = FrameMemory(contents: contents(), screensAlive: opened.count { $0.screen != nil })
    if frames.isCheckpoint(frame) {
      if case .success(let meter) = meter { latest.liveBytes = try? meter.read() }
      if let mapView { counts.inspect(mapView, items: items[frames.visit(of: frame)]) }
    }
    memory.append(latest)
  }

  /// Lets go of the records of screens that are gone, so that they take no memory.
  private func forgetReleased() {
    for visit in opened.indices {
      if opened[visit].screen == nil { opened[visit].screen = nil }
      if opened[visit].mapView == nil { opened[visit].mapView = nil }
      if opened[visit].views == nil { opened[visit].views = nil }
    }
  }

  /// The content of the app's memory, kept by any object.
  private func contents() -> MapContents {
    var contents = MapContents(
      hasUsedMaps: counts.mapViewsMade > 0, tileLevels: screen == nil ? 0 : levels.nonzeroBitCount,
      pictureBytes: context.cachedPictureBytes)
    for (visit, record) in opened.enumerated() {
      let earlier = opened[..<visit]
      // A map of several screens counts once.
      if let mapView = record.mapView, !earlier.contains(where: { $0.mapView === mapView }) {
        contents.mapViews += 1
        contents.annotations += mapView.annotations.count
      }
      if let views = record.views, !earlier.contains(where: { $0.views === views }) {
        contents.markerViews += views.existing.marker
        contents.imageViews += views.existing.image
      }
    }
    return contents
  }

  func results() -> [NamedValue] { values(under: device.profile) }

  func values(under profile: PlatformProfile) -> [NamedValue] {
    MapScreensRecord.table.values(of: record(under: profile))
  }

  /// The record of the replayed frames as a profile predicts them.
  func record(under profile: PlatformProfile) -> MapScreensRecord {
    MapScreensRecord(
      memory: memory,
      course: MemoryCourse(
        frames: frames, bytes: memory.map { $0.contents.footprint(on: profile) }),
      measured: meter.map { _ in
        MemoryCourse(frames: frames, bytes: memory.map { $0.liveBytes.map { Double($0) } })
      }, openTimes: openTimes(under: profile), counts: counts,
      memoryLimit: profile[.foregroundMemoryLimit])
  }

  /// The modelled time of the main thread to open each screen, in nanoseconds.
  private func openTimes(under profile: PlatformProfile) -> [Int64] {
    var (hasMap, hasView) = (false, false)
    return openings.map { opening in
      var time = opening.counts.work(on: profile, afterFirstView: hasView).total
      time +=
        opening.makesMap
        ? profile[.createMapView] + (hasMap ? 0 : profile[.firstMapView]) : profile[.reuseMapView]
      hasMap = true
      hasView = hasView || opening.counts.viewsCreated > 0
      return Int64(time.rounded())
    }
  }
}
