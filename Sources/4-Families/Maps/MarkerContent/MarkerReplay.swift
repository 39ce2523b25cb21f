import Clustering
import ScenarioModel
import Simulation
import Support

/// The state of a map of markers after a frame of a replay.
struct MarkerFrame {
  /// The map's operations, and the decoded pictures, in all frames so far.
  let counts: OperationCounts
  let decoding: DecodingCounts
  let isMoving: Bool
  let liveViews: Int
  /// Views on the screen that did not show what they should.
  let faultyViews: Int
}

/// A camera's path over markers with contents of their own. Its frames follow each other.
final class MarkerReplay: Replay {
  let use: MapUse
  private let table: MarkerRecord.Table
  private let makeDriver: () -> any MarkerDriver
  private(set) var driver: (any MarkerDriver)?
  private(set) var frames: [MarkerFrame] = []

  init(_ table: MarkerRecord.Table, _ use: MapUse, makeDriver: @escaping () -> any MarkerDriver) {
    self.use = use
    self.table = table
    self.makeDriver = makeDriver
    frames.reserveCapacity(use.rects.count)
  }

  var frameCount: Int { use.rects.count }
  var framesAreIndependent: Bool { false }

  func reset() {
    driver = nil
    frames.removeAll(keepingCapacity: true)
  }

  func build() { driver = makeDriver() }

  func showFrame(_ frame: Int) throws { try driver?.show(use.rects[frame], frame: frame) }

  func frameDidEnd(_ frame: Int) {
    guard let driver else { return }
    let faultyViews = driver.frameDidEnd(frame)
    let view = driver.map.view
    frames.append(
      MarkerFrame(
        counts: view.counts, decoding: driver.decoding,
        isMoving: frame > 0 && use.rects[frame] != use.rects[frame - 1],
        liveViews: view.liveViewCount, faultyViews: faultyViews))
  }

  func results() -> [NamedValue] {
    frames.isEmpty
      ? table.notAvailable(MarkerRecord.Table.noFrame)
      : table.values(of: MarkerRecord(frames, work: work, of: use))
  }

  /// The main thread's modelled work for each frame.
  private var work: [FrameWork] {
    let profile = use.device.profile
    var (counts, decoding) = (OperationCounts(), DecodingCounts())
    return frames.map { frame in
      var work = (frame.counts - counts).work(on: profile, afterFirstView: counts.viewsCreated > 0)
      work.viewFor += frame.decoding.work(since: decoding, on: profile)
      (counts, decoding) = (frame.counts, frame.decoding)
      return work
    }
  }

  /// Replays all frames with a recording of the map, which is written into a folder.
  ///
  /// - Returns: the name of the recording's file.
  func writeRecording(of scenarioCase: Case, to folder: String) throws -> String {
    var history = ViewHistory()
    try run { frame in
      if let driver { history.frameDidEnd(frame, on: driver.map.view) }
    }
    var recording = MapRecording(of: use.rects, on: use.device)
    history.write(to: &recording)
    for frameWork in work { recording.work.append(frameWork) }
    recording.liveViews.numbers = frames.map(\.liveViews)
    for frame in frames {
      recording.memory.append(
        FootprintForecast(
          annotations: use.pins.count, imageViews: frame.liveViews, profile: use.device.profile))
    }
    return try ReplayRecording(map: recording).write(of: scenarioCase, to: folder)
  }
}

/// The record of a replay of markers, with at least one frame.
struct MarkerRecord {
  let use: MapUse
  let frames: [MarkerFrame]
  let forecast: FrameForecast
  /// The main thread's modelled work for each second in which the map rests, in seconds; `nil` if it
  /// never rests. The first frame is no rest: it makes the views.
  let restShare: Double?

  /// - Parameter work: the main thread's modelled work for each frame.
  init(_ frames: [MarkerFrame], work: [FrameWork], of use: MapUse) {
    self.use = use
    self.frames = frames
    let refresh = use.device.refresh
    forecast = FrameForecast(
      frames: zip(frames, work).map {
        MapFrame(work: Int64($1.total.rounded()), isMoving: $0.isMoving)
      }, firstView: frames.firstIndex { $0.counts.viewsCreated > 0 }, profile: use.device.profile,
      refresh: refresh)
    let resting = zip(frames, work).dropFirst().filter { !$0.0.isMoving }
    let time = resting.reduce(0.0) { $0 + $1.1.total }
    let seconds = Double(resting.count) * Double(FrameForecast.interval(refresh: refresh))
    restShare = resting.isEmpty ? nil : time / seconds
  }

  /// The state after the last frame.
  var end: MarkerFrame { frames[frames.count - 1] }
  /// The views on the screen in all frames, and the number that did not show what they should.
  var views: Int { frames.reduce(0) { $0 + $1.liveViews } }
  var faultyViews: Int { frames.reduce(0) { $0 + $1.faultyViews } }

  typealias Table = MetricTable<MarkerRecord>

  /// The modelled times of the frames.
  static let frameTimes =
    Table(
      Table.Entry.percentiles(
        "modelled-frame-time", [.p50, .p95, .max], .modelled,
        "The main thread's work for a frame as the profile predicts it; the median frame.",
        of: "frames", orWhy: Table.noFrame, role: .frameTime
      ) { $0.forecast.frameTimes.sorted() }) + Table.smoothness { $0.forecast }
}
