import Clustering
import ScenarioModel
import Simulation

extension OverlaysReplay {
  /// The maximum number of points that an observation examines; of more, it examines fewer steps.
  private static let maxPointVisits = 40_000_000

  /// Replays the case and observes it without timing.
  ///
  /// - Parameter didShow: called after each step.
  func observe(_ didShow: (Int) throws -> Void = { _ in }) throws -> [NamedValue] {
    build()
    var observed = ObservedLines(script)
    let points = script.lines.reduce(0) { $0 + $1.count } + frameCount / 2
    let stride = max(1, points * frameCount / Self.maxPointVisits)
    let widestFrame = widestFrame
    for frame in 0..<frameCount {
      showFrame(frame)
      frameDidEnd(frame)
      observed.note(script.steps[frame].event)
      if frame.isMultiple(of: stride) || frame == widestFrame { observed.inspect(map) }
      try didShow(frame)
    }
    return ObservedLines.table.values(of: observed)
  }

  /// Replays the case and observes it: the lines on the map, a picture of one step, a transcript of
  /// the changes, and a recording of the camera and the work.
  ///
  /// - Parameter folder: the folder for the picture and the recording; `nil` for none.
  func inspect(_ scenarioCase: Case, in folder: String?) throws -> Inspection {
    var pictures: [Inspection.Picture] = []
    let pictureFrame = widestFrame
    let writer = TranscriptWriter()
    let values = try observe { frame in
      if let changes = changes(in: frame) {
        let seconds = Double(frame) * Double(script.refreshes) / device.refresh
        writer.note(changes, at: Int64(seconds * 1e9))
      }
      guard frame == pictureFrame, let folder else { return }
      let buffer = map.device.makeFrameBuffer()
      map.composite(into: buffer)
      let caption =
        ", step \(frame), \(map.visibleMapRect.widthLabel): \(map.overlays.count) overlays "
        + "with \(map.pointCount) points"
      let picture = FramePicture(
        frame: frame, buffer: buffer, scale: device.scale, caption: caption)
      pictures.append(try picture.write(of: scenarioCase, to: folder))
    }
    let recording = try folder.map { folder in
      try ReplayRecording(map: mapRecording).write(of: scenarioCase, to: folder)
    }
    return Inspection(
      values: values, results: results(), pictures: pictures, recording: recording,
      transcripts: [writer.transcript(title: "the changes of the overlays")])
  }

  /// The last of the steps that show the largest part of the world: of a growing track the longest.
  private var widestFrame: Int {
    let widths = script.steps.map(\.rect.width)
    return widths.indices.reduce(0) { widths[$1] >= widths[$0] ? $1 : $0 }
  }

  /// The changes that a step made on the map; `nil` for a step that changed nothing.
  private func changes(in frame: Int) -> String? {
    guard let counts = steps[frame]?.counts,
      counts.overlaysAdded + counts.overlaysRemoved + counts.restyles > 0
    else { return nil }
    let parts = [
      (counts.overlaysRemoved, "removes \(counts.overlaysRemoved) overlays"),
      (counts.overlaysAdded, "adds \(counts.overlaysAdded) with \(counts.pointsAdded) points"),
      (counts.restyles, "restyles \(counts.restyles)"),
      (counts.tilesDrawn, "draws \(counts.pointsDrawn) points in \(counts.tilesDrawn) tiles"),
    ]
    return parts.filter { $0.0 > 0 }.map { $0.1 }.joined(separator: ", ")
  }

  /// A recording of the camera, and of the modelled work and memory. It has no views: lines are none.
  private var mapRecording: MapRecording {
    let profile = device.profile
    var recording = MapRecording(
      viewport: [device.viewport.width, device.viewport.height],
      refresh: device.refresh / Double(script.refreshes), markerSize: profile[.markerViewSize])
    let shown = zip(script.steps, steps).compactMap { step, recorded in
      recorded.map { (rect: step.rect, step: $0, work: $0.work(on: profile)) }
    }
    let unit = Double(MapRecording.world) / MapSize.world.width
    let base = profile[.appBaseMemory] + profile[.mapBaseMemory]
    typealias Shown = (rect: MapRect, step: Step, work: OverlayWork)
    func series(_ value: (Shown) -> Double) -> MapRecording.Series {
      MapRecording.Series(shown.map { Int(value($0).rounded()) })
    }
    recording.camera.x = series { $0.rect.midX * unit }
    recording.camera.y = series { $0.rect.midY * unit }
    recording.camera.width = series { max(1, $0.rect.width * unit) }
    recording.isMoving = series { $0.step.isMoving ? 1 : 0 }
    recording.liveViews = series { Double($0.step.overlays) }
    // Times in microseconds, and memory in kilobytes.
    recording.work.update = series { $0.work.simplification / 1_000 }
    recording.work.search = series { _ in 0 }
    recording.work.clustering = series { _ in 0 }
    recording.work.annotations = series { $0.work.changes / 1_000 }
    recording.work.viewFor = series { $0.work.renderers / 1_000 }
    recording.work.layout = series { $0.work.drawing / 1_000 }
    recording.memory.base = series { _ in base / 1_000 }
    recording.memory.annotations = series { $0.step.memory(on: profile) / 1_000 }
    recording.memory.views = series { _ in 0 }
    recording.memory.indexes = series { _ in 0 }
    return recording
  }
}
