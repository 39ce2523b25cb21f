import MapGeometry
import MapSimulation
import Measurement
import PlatformProfiles
import ScenarioModel

/// The visits of a case to a map screen, frame by frame, with the memory after each frame.
final class MapScreensReplay: Replay {
  /// A screen that was opened, as long as anything keeps it or its map.
  private struct Opened {
    weak var screen: (any MapScreen)?
    weak var mapView: MapView?
    weak var views: ViewMeter?
  }

  /// The main thread's work to open a screen, as the profile prices it.
  struct Opening: Hashable, Sendable {
    let counts: OperationCounts
    let makesMap: Bool
  }

  let frames: VisitFrames
  let loop: CameraLoop
  /// The items of each visit.
  private let items: [[ScreenItem]]
  let device: Device
  private let modelledScale: Int
  private let entry: StrategyEntry<MapScreensFamily.Make>
  /// Reads the live bytes; `nil` for a replay that measures nothing.
  private let meter: Result<LiveBytesMeter, MeterUnavailable>?

  private var context: MapScreenContext
  private var app: (any MapScreenStrategy)?
  private var screen: (any MapScreen)?
  private var opened: [Opened]
  private var countsBefore = OperationCounts()
  /// The map's operations of the latest frame.
  private(set) var latestCounts = OperationCounts()
  private var opensMap = false
  /// The zoom levels that the map has shown since its screen opened, a bit for each.
  private var levels: UInt64 = 0

  // Recorded between frames, into memory that is allocated before the first.
  private(set) var memory: ScreenMemory
  private var openings: [Opening?]
  private var mapViewsMade = 0
  private var viewsCreated = 0
  private var coverage = ItemCoverage()
  private var picturesDrawn = 0

  init(
    frames: VisitFrames, loop: CameraLoop, items: [[ScreenItem]], device: Device,
    modelledScale: Int, entry: StrategyEntry<MapScreensFamily.Make>, measures: Bool
  ) {
    self.frames = frames
    self.loop = loop
    self.items = items
    self.device = device
    self.modelledScale = modelledScale
    self.entry = entry
    meter =
      measures ? Result { () throws(MeterUnavailable) in try LiveBytesMeter() } : nil
    context = MapScreenContext(device: device, modelledScale: modelledScale)
    opened = Array(repeating: Opened(), count: frames.visits)
    memory = ScreenMemory(frames: frames)
    openings = Array(repeating: nil, count: frames.visits)
  }

  var frameCount: Int { frames.count }
  /// A visit leaves memory behind, which those before it decide about.
  var framesAreIndependent: Bool { false }
  /// The map on the screen; `nil` between two visits.
  var mapView: MapView? { screen?.mapView }

  func reset() {
    screen = nil
    app = nil
    context = MapScreenContext(device: device, modelledScale: modelledScale)
    for visit in opened.indices {
      opened[visit] = Opened()
      openings[visit] = nil
    }
    countsBefore = OperationCounts()
    levels = 0
    memory.reset()
    mapViewsMade = 0
    viewsCreated = 0
    picturesDrawn = 0
    coverage = ItemCoverage()
  }

  func build() throws { app = entry.make(context) }

  func showFrame(_ frame: Int) throws {
    switch frames.step(frame) {
    case .rest: break
    case .opens: open(visit: frames.visit(of: frame))
    case .moves(_, let position):
      guard let mapView = screen?.mapView else { return }
      mapView.setVisibleMapRect(loop.rects[position])
      mapView.layoutAnnotationViews()
    case .closes:
      screen?.didClose()
      screen = nil
    }
  }

  private func open(visit: Int) {
    guard let app else { return }
    let screen = app.makeScreen(showing: items[visit])
    let mapView = screen.mapView
    opensMap = !opened.contains { $0.mapView === mapView }
    opened[visit] = Opened(screen: screen, mapView: mapView, views: mapView.viewMeter)
    self.screen = screen
    // A map that was on another screen has its counts from there, and those of its last frame were
    // noted after it; what it did since belongs to this opening.
    if opensMap { countsBefore = OperationCounts() }
    mapView.setVisibleMapRect(loop.start)
    mapView.layoutAnnotationViews()
  }

  func frameDidEnd(_ frame: Int) {
    let visit = frames.visit(of: frame)
    let step = frames.step(frame)
    latestCounts = OperationCounts()
    if let mapView = screen?.mapView {
      latestCounts = mapView.counts - countsBefore
      countsBefore = mapView.counts
      viewsCreated += latestCounts.viewsCreated
      if step == .opens {
        levels = 0
        if opensMap { mapViewsMade += 1 }
        openings[visit] = Opening(counts: latestCounts, makesMap: opensMap)
      }
      levels |= 1 << UInt64(min(max(Int(mapView.zoom.rounded(.down)), 0), 63))
    }
    if step == .closes { forgetReleased() }
    picturesDrawn = context.picturesDrawn
    memory.frameDidEnd(frame, contents: contents(), screensAlive: screensAlive)
    guard frames.isCheckpoint(frame) else { return }
    if case .success(let meter)? = meter, let bytes = try? meter.read() {
      memory.liveBytes[frame] = bytes
    }
    if let mapView = screen?.mapView { coverage.inspect(mapView, items: items[visit]) }
  }

  /// Lets go of the records of screens that are gone, so that they take no memory.
  private func forgetReleased() {
    for visit in opened.indices {
      if opened[visit].screen == nil { opened[visit].screen = nil }
      if opened[visit].mapView == nil { opened[visit].mapView = nil }
      if opened[visit].views == nil { opened[visit].views = nil }
    }
  }

  private var screensAlive: Int { opened.count { $0.screen != nil } }

  /// What the app has in memory, whoever keeps it.
  private func contents() -> MapContents {
    var contents = MapContents()
    contents.hasUsedMaps = mapViewsMade > 0
    contents.tileLevels = screen == nil ? 0 : levels.nonzeroBitCount
    contents.pictureBytes = context.cachedPictures.bytes
    for (visit, record) in opened.enumerated() {
      // A map of several screens counts once.
      if let mapView = record.mapView,
        !opened[..<visit].contains(where: { $0.mapView === mapView })
      {
        contents.mapViews += 1
        contents.annotations += mapView.annotations.count
      }
      if let views = record.views, !opened[..<visit].contains(where: { $0.views === views }) {
        contents.markerViews += views.markerViewCount
        contents.imageViews += views.imageViewCount
      }
    }
    return contents
  }

  func results() -> [NamedValue] { values(under: device.profile) }

  /// Returns the values of the replayed frames as a profile predicts them.
  func values(under profile: PlatformProfile) -> [NamedValue] {
    MapScreensFamily.table.values(of: record(under: profile))
  }

  /// The record that the metrics are read from.
  func record(under profile: PlatformProfile) -> MapScreensRecord {
    MapScreensRecord(
      course: memory.course(on: profile),
      openTimes: openTimes(on: profile),
      measured: measuredCourse(),
      mapViewsMade: mapViewsMade, viewsCreated: viewsCreated, picturesDrawn: picturesDrawn,
      coverage: coverage, memoryLimit: profile[.foregroundMemoryLimit])
  }

  private func measuredCourse() -> Result<MemoryCourse, NotMeasured> {
    switch meter {
    case nil: .failure(NotMeasured(reason: "memory is measured in trials only"))
    case .failure(let reason): .failure(NotMeasured(reason: reason.description))
    case .success: .success(memory.measuredCourse())
    }
  }

  /// The modelled time of the main thread to open each screen, in nanoseconds.
  private func openTimes(on profile: PlatformProfile) -> [Int64] {
    var hasMap = false
    var hasView = false
    return openings.compactMap(\.self).map { opening in
      var time = opening.counts.work(on: profile, afterFirstView: hasView).total
      if opening.makesMap {
        time += profile[.createMapView] + (hasMap ? 0 : profile[.firstMapView])
      } else {
        time += profile[.reuseMapView]
      }
      hasMap = true
      hasView = hasView || opening.counts.viewsCreated > 0
      return Int64(time.rounded())
    }
  }
}

/// Counts the items in view that their own view shows.
struct ItemCoverage: Hashable, Sendable {
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
