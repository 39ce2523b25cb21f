import MapGeometry
import MapSimulation
import PlatformProfiles
import ScenarioModel
import Workloads

/// The app and its map in a replay of markers with contents of their own, frame by frame.
protocol MarkerDriver: AnyObject {
  var mapView: MapView { get }
  /// The pictures that it has decoded so far.
  var decoding: DecodingCounts { get }
  /// Shows a frame. Timed.
  func show(_ rect: MapRect, frame: Int) throws
  /// Work beside the main thread, and the record of a frame. Not timed.
  func frameDidEnd(_ frame: Int) throws
}

/// The work of decoding pictures on the main thread, and the memory of what is decoded.
struct DecodingCounts: Hashable, Sendable {
  /// Pictures that were decoded, on any thread.
  var decodes = 0
  /// Pixels that the main thread decoded.
  var mainPixels = 0
  /// Pixels of sources that the main thread made smaller.
  var mainDownsampledPixels = 0
  /// Pixels of decoded pictures in memory.
  var heldPixels = 0

  /// The time on the main thread.
  func work(on profile: PlatformProfile) -> Double {
    profile.cost(of: Double(mainPixels), .decodePixel)
      + profile.cost(of: Double(mainDownsampledPixels), .downsamplePixel)
  }

  static func - (later: Self, earlier: Self) -> Self {
    DecodingCounts(
      decodes: later.decodes - earlier.decodes, mainPixels: later.mainPixels - earlier.mainPixels,
      mainDownsampledPixels: later.mainDownsampledPixels - earlier.mainDownsampledPixels,
      heldPixels: later.heldPixels)
  }
}

/// A frame of a replay of markers.
struct MarkerFrame {
  let counts: OperationCounts
  let decoding: DecodingCounts
  let isMoving: Bool
  let annotations: Int
  let liveViews: Int
}

/// A camera's path over markers with contents of their own. Its frames follow each other.
final class MarkerReplay<Driver: MarkerDriver>: Replay {
  let rects: [MapRect]
  private let makeDriver: () throws -> Driver
  private let values: (MarkerReplay) -> [NamedValue]
  private(set) var driver: Driver?
  private(set) var frames: [MarkerFrame] = []
  /// The first error in work beside the main thread.
  private var fault: (any Error)?
  private var countsBefore = OperationCounts()
  private var decodingBefore = DecodingCounts()

  /// - Parameter values: the metrics of the replayed frames.
  init(
    rects: [MapRect], makeDriver: @escaping () throws -> Driver,
    values: @escaping (MarkerReplay) -> [NamedValue]
  ) {
    self.rects = rects
    self.makeDriver = makeDriver
    self.values = values
    frames.reserveCapacity(rects.count)
  }

  var frameCount: Int { rects.count }
  var framesAreIndependent: Bool { false }

  func reset() {
    driver = nil
    frames.removeAll(keepingCapacity: true)
    fault = nil
    countsBefore = OperationCounts()
    decodingBefore = DecodingCounts()
  }

  func build() throws { driver = try makeDriver() }

  func showFrame(_ frame: Int) throws {
    if let fault { throw fault }
    try driver?.show(rects[frame], frame: frame)
  }

  func frameDidEnd(_ frame: Int) {
    guard let driver else { return }
    do { try driver.frameDidEnd(frame) } catch { fault = fault ?? error }
    let (counts, decoding) = (driver.mapView.counts, driver.decoding)
    frames.append(
      MarkerFrame(
        counts: counts - countsBefore, decoding: decoding - decodingBefore,
        isMoving: frame > 0 && rects[frame] != rects[frame - 1],
        annotations: driver.mapView.annotations.count, liveViews: driver.mapView.liveViewCount))
    countsBefore = counts
    decodingBefore = decoding
  }

  func results() -> [NamedValue] { values(self) }

  /// The main thread's modelled work for each frame.
  func work(on profile: PlatformProfile) -> [FrameWork] {
    var hasMadeView = false
    return frames.map { frame in
      var work = frame.counts.work(on: profile, afterFirstView: hasMadeView)
      work.viewFor += frame.decoding.work(on: profile)
      if frame.counts.viewsCreated > 0 { hasMadeView = true }
      return work
    }
  }

  /// The forecast of the frames.
  func forecast(on device: Device) -> FrameForecast {
    FrameForecast(
      frames: zip(frames, work(on: device.profile)).map {
        MapFrame(work: Int64($1.total.rounded()), isMoving: $0.isMoving)
      }, profile: device.profile, refresh: device.refresh)
  }

  /// The main thread's modelled work for each second in which the map rests, in seconds; `nil` if it
  /// never rests. The first frame is no rest: it makes the views.
  func restShare(on device: Device) -> Double? {
    let resting = zip(frames, work(on: device.profile)).dropFirst().filter { !$0.0.isMoving }
    guard !resting.isEmpty else { return nil }
    let time = resting.reduce(0) { $0 + $1.1.total }
    return time / (Double(resting.count) * Double(FrameForecast.interval(refresh: device.refresh)))
  }

  /// Replays all frames with a recording of the map.
  func record(on device: Device, didShow: (Int, MapView) throws -> Void) throws -> MapRecording {
    var history = ViewHistory()
    try build()
    for frame in rects.indices {
      try showFrame(frame)
      frameDidEnd(frame)
      guard let mapView = driver?.mapView else { continue }
      history.frameDidEnd(frame, on: mapView)
      try didShow(frame, mapView)
    }
    var recording = MapRecording(of: rects, on: device)
    history.write(to: &recording)
    for work in work(on: device.profile) { recording.work.append(work) }
    recording.liveViews.numbers = frames.map(\.liveViews)
    for frame in frames {
      recording.memory.append(
        FootprintForecast(
          annotations: frame.annotations, markerViews: 0, imageViews: frame.liveViews, indexes: 0,
          profile: device.profile))
    }
    return recording
  }
}

extension MetricTable {
  /// The modelled frame times of a replay of markers.
  static func markerForecast(
    _ forecast: @escaping @Sendable (Record) -> FrameForecast
  ) -> MetricTable {
    MetricTable(
      Entry.percentiles(
        "modelled-frame-time", [.p50, .p95, .max], .modelled,
        "The main thread's work for a frame as the profile predicts it; the median frame.",
        of: "frames", orWhy: noFrame, role: .frameTime
      ) { forecast($0).frameTimes.sorted() }) + smoothness(forecast)
  }
}
