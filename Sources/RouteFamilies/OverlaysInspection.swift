import MapGeometry
import MapSimulation
import PlatformProfiles
import ScenarioModel

extension OverlaysReplay {
  /// The maximum number of points that an observation examines; of more, it examines fewer steps.
  private static let maxPointVisits = 40_000_000

  /// Replays the case and observes it without timing.
  ///
  /// - Parameter didShow: called after each step.
  func observe(_ didShow: (Int) throws -> Void) throws -> ObservedLines {
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
    return observed
  }

  /// Replays the case and observes it: the lines on the map, a picture of one step, a transcript of
  /// the changes, and a recording of the camera and the work.
  ///
  /// - Parameter picturesFolder: the folder for the picture and the recording; `nil` for none.
  func inspect(_ scenarioCase: Case, picturesFolder: String?) throws -> Inspection {
    var pictures: [Inspection.Picture] = []
    let pictureFrame = widestFrame
    let writer = TranscriptWriter()
    let observed = try observe { frame in
      note(frame, in: writer)
      guard frame == pictureFrame, let picturesFolder else { return }
      let name = scenarioCase.fileName("png")
      let buffer = map.makeFrameBuffer()
      map.composite(into: buffer)
      let path = picturesFolder + "/" + name
      do throws(PNGError) {
        try buffer.downsampled(by: device.scale).writePNG(to: path)
      } catch {
        throw EnvironmentError(path: error.path, reason: error.reason)
      }
      pictures.append(
        Inspection.Picture(
          file: name, frame: frame,
          caption: "\(scenarioCase.strategy), step \(frame): \(map.overlays.count) overlays with "
            + "\(map.pointCount) points"))
    }
    let recording = try picturesFolder.map { folder in
      try ReplayRecording(map: mapRecording).write(of: scenarioCase, to: folder)
    }
    return Inspection(
      values: ObservedLines.table.values(of: observed), results: results(), pictures: pictures,
      recording: recording, transcripts: [writer.transcript(title: "the changes of the overlays")])
  }

  /// The last of the steps that show the largest part of the world: of a growing track the longest.
  private var widestFrame: Int {
    var widest = 0
    for (frame, step) in script.steps.enumerated()
    where step.rect.width >= script.steps[widest].rect.width {
      widest = frame
    }
    return widest
  }

  /// Writes what a step changed on the map.
  private func note(_ frame: Int, in writer: TranscriptWriter) {
    guard let step = steps[frame] else { return }
    let counts = step.counts
    guard counts.overlaysAdded + counts.overlaysRemoved + counts.restyles > 0 else { return }
    let seconds = Double(frame) * Double(script.refreshes) / device.refresh
    var parts: [String] = []
    if counts.overlaysRemoved > 0 { parts.append("removes \(counts.overlaysRemoved) overlays") }
    if counts.overlaysAdded > 0 {
      parts.append("adds \(counts.overlaysAdded) with \(counts.pointsAdded) points")
    }
    if counts.restyles > 0 { parts.append("restyles \(counts.restyles)") }
    if counts.tilesDrawn > 0 {
      parts.append("draws \(counts.pointsDrawn) points in \(counts.tilesDrawn) tiles")
    }
    writer.note(parts.joined(separator: ", "), at: Int64(seconds * 1e9))
  }

  /// A recording of the camera, and of the modelled work and memory. It has no views: lines are none.
  private var mapRecording: MapRecording {
    let profile = device.profile
    var recording = MapRecording(
      viewport: [device.viewport.width, device.viewport.height],
      refresh: device.refresh / Double(script.refreshes),
      markerSize: profile[.markerViewSize])
    let unit = Double(MapRecording.world) / MapSize.world.width
    func units(_ length: Double) -> Int { Int((length * unit).rounded()) }
    func microseconds(_ time: Double) -> Int { Int((time / 1_000).rounded()) }
    func kilobytes(_ bytes: Double) -> Int { Int((bytes / 1_000).rounded()) }
    let base = kilobytes(profile[.appBaseMemory] + profile[.mapBaseMemory])
    for (step, recorded) in zip(script.steps, steps) {
      guard let recorded else { continue }
      recording.camera.x.numbers.append(units(step.rect.midX))
      recording.camera.y.numbers.append(units(step.rect.midY))
      recording.camera.width.numbers.append(max(1, units(step.rect.width)))
      recording.isMoving.numbers.append(recorded.isMoving ? 1 : 0)
      recording.liveViews.numbers.append(recorded.overlays)
      let work = Self.work(of: recorded, under: profile)
      recording.work.update.numbers.append(microseconds(work.simplification))
      recording.work.search.numbers.append(0)
      recording.work.clustering.numbers.append(0)
      recording.work.annotations.numbers.append(microseconds(work.changes))
      recording.work.viewFor.numbers.append(microseconds(work.renderers))
      recording.work.layout.numbers.append(microseconds(work.drawing))
      recording.memory.base.numbers.append(base)
      recording.memory.annotations.numbers.append(
        kilobytes(
          profile.cost(of: Double(recorded.overlays), .overlayMemory)
            + profile.cost(of: Double(recorded.points), .overlayPointMemory)))
      recording.memory.views.numbers.append(0)
      recording.memory.indexes.numbers.append(0)
    }
    return recording
  }
}
