import MapGeometry
import MapSimulation
import PlatformProfiles
import ScenarioModel
import Workloads

extension MapScreensReplay {
  /// Replays the visits without measuring, and observes them: a picture of the last loop's end, the
  /// course of the memory, and the visits step by step.
  ///
  /// - Parameter picturesFolder: the folder for the picture and the recording; `nil` for none.
  func inspect(_ scenarioCase: Case, picturesFolder: String?) throws -> Inspection {
    try build()
    let pictureFrame = frames.end(ofLoop: frames.loops - 1, of: frames.visits - 1)
    var observer = ScreensObserver(replay: self)
    var pictures: [Inspection.Picture] = []
    for frame in 0..<frameCount {
      try showFrame(frame)
      frameDidEnd(frame)
      if picturesFolder != nil { observer.frameDidEnd(frame) }
      guard frame == pictureFrame, let picturesFolder, let mapView else { continue }
      let name = scenarioCase.fileName("png")
      let buffer = mapView.makeFrameBuffer()
      mapView.composite(into: buffer)
      do {
        try buffer.downsampled(by: mapView.device.scale).writePNG(to: picturesFolder + "/" + name)
      } catch {
        throw EnvironmentError(path: error.path, reason: error.reason)
      }
      pictures.append(
        Inspection.Picture(
          file: name, frame: frame,
          caption: "\(scenarioCase.strategy), the end of the last loop of visit \(frames.visits): "
            + "\(mapView.liveViewCount) annotation views on screen"))
    }
    let recording = try picturesFolder.map {
      try ReplayRecording(map: observer.recording()).write(of: scenarioCase, to: $0)
    }
    return Inspection(
      results: results().filter { !MapScreensFamily.measuredNames.contains($0.name) },
      pictures: pictures, recording: recording, transcripts: [transcript()])
  }

  private var interval: Int64 { FrameForecast.interval(refresh: device.refresh) }

  /// The visits with the modelled footprint at the checkpoints.
  private func transcript() -> Transcript {
    let course = memory.course(on: device.profile)
    let writer = TranscriptWriter()
    func megabytes(_ frame: Int) -> String {
      guard let bytes = course.bytes(after: frame) else { return "not replayed" }
      return "\(Int((bytes / 1_000_000).rounded())) MB"
    }
    for frame in 0..<course.bytes.count where frames.isCheckpoint(frame) || isOpening(frame) {
      let time = Int64(frame) * interval
      let visit = frames.visit(of: frame) + 1
      switch frames.step(frame) {
      case .rest: writer.note("the app shows no map: \(megabytes(frame))", at: time)
      case .opens: writer.note("visit \(visit): a screen opens", at: time)
      case .moves(let loop, _):
        writer.note("the camera is back, loop \(loop + 1): \(megabytes(frame))", at: time)
      case .closes:
        let contents = course.contents[frame]
        writer.note(
          "the screen closes: \(megabytes(frame)), \(course.screensAlive[frame]) screens, "
            + "\(contents.mapViews) map views and "
            + "\(contents.imageViews + contents.markerViews) annotation views stay", at: time)
      }
    }
    return writer.transcript(title: "visits to the screen, with the modelled footprint")
  }

  private func isOpening(_ frame: Int) -> Bool { frames.step(frame) == .opens }
}

extension MapScreensFamily {
  /// The names of the metrics that only a trial measures.
  static let measuredNames = Set(table.metrics.filter { $0.kind == .measured }.map(\.name))
}

/// Records the frames of the visits as a map, with an empty one between two visits.
private struct ScreensObserver {
  private let replay: MapScreensReplay
  private let emptyMap: MapView
  private var history = ViewHistory()
  private var work = MapRecording.Work()
  private var liveViews: [Int] = []
  private var hasMadeView = false

  init(replay: MapScreensReplay) {
    self.replay = replay
    emptyMap = MapView(device: replay.device)
  }

  mutating func frameDidEnd(_ frame: Int) {
    let mapView = replay.mapView ?? emptyMap
    history.frameDidEnd(frame, on: mapView)
    liveViews.append(mapView.liveViewCount)
    let counts = replay.latestCounts
    work.append(counts.work(on: replay.device.profile, afterFirstView: hasMadeView))
    if counts.viewsCreated > 0 { hasMadeView = true }
  }

  mutating func recording() -> MapRecording {
    let frames = replay.frames
    let rects = (0..<frames.count).map { frame in
      if case .moves(_, let position) = frames.step(frame) {
        replay.loop.rects[position]
      } else {
        replay.loop.start
      }
    }
    var recording = MapRecording(of: rects, on: replay.device)
    history.write(to: &recording)
    recording.work = work
    recording.liveViews.numbers = liveViews
    let profile = replay.device.profile
    for contents in replay.memory.contents { recording.memory.append(contents, on: profile) }
    return recording
  }
}

extension MapRecording.Memory {
  /// Adds a frame: the app with its maps and their tiles, the annotations, the views, and the kept
  /// pictures as an index.
  fileprivate mutating func append(_ contents: MapContents, on profile: PlatformProfile) {
    func kilobytes(_ bytes: Double) -> Int { Int((bytes / 1_000).rounded()) }
    var bare = contents
    (bare.annotations, bare.markerViews, bare.imageViews, bare.pictureBytes) = (0, 0, 0, 0)
    var withAnnotations = bare
    withAnnotations.annotations = contents.annotations
    let base = bare.footprint(on: profile)
    let annotated = withAnnotations.footprint(on: profile)
    let total = contents.footprint(on: profile)
    self.base.numbers.append(kilobytes(base))
    annotations.numbers.append(kilobytes(annotated - base))
    indexes.numbers.append(kilobytes(Double(contents.pictureBytes)))
    views.numbers.append(kilobytes(total - annotated - Double(contents.pictureBytes)))
  }
}
