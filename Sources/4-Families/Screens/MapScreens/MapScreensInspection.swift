import Platform
import ScenarioModel
import Simulation

extension MapScreensReplay {
  /// Replays the visits without measuring, and observes them: a picture of the last loop's end, the
  /// course of the memory, and the visits step by step.
  ///
  /// - Parameter folder: the folder for the picture and the recording; `nil` for none.
  func inspect(_ scenarioCase: Case, folder: String?) throws -> Inspection {
    let pictureFrame = frames.end(ofLoop: frames.loops - 1, of: frames.visits - 1)
    var pictures: [Inspection.Picture] = []
    var recording = MapRecording(
      of: (0..<frameCount).map { loop.rect(after: frames.step($0)) }, on: device)
    var history = ViewHistory()
    var hasMadeView = false
    // What is on the screen between two visits.
    let emptyMap = MapView(device: device)
    try run { frame in
      guard let folder else { return }
      history.frameDidEnd(frame, on: mapView ?? emptyMap)
      recording.liveViews.numbers.append(mapView?.liveViewCount ?? 0)
      recording.work.append(latestCounts.work(on: device.profile, afterFirstView: hasMadeView))
      if latestCounts.viewsCreated > 0 { hasMadeView = true }
      guard frame == pictureFrame, let mapView else { return }
      let picture = FramePicture(
        of: mapView, frame: frame,
        caption: ", the end of the last loop of visit \(frames.visits), "
          + "\(mapView.visibleMapRect.widthLabel): "
          + "\(mapView.liveViewCount) annotation views on screen")
      pictures.append(try picture.write(of: scenarioCase, to: folder))
    }
    history.write(to: &recording)
    for latest in memory { recording.memory.append(latest.contents, on: device.profile) }
    return Inspection(
      results: MapScreensRecord.modelledTable.values(of: record(under: device.profile)),
      pictures: pictures,
      recording: try folder.map {
        try ReplayRecording(map: recording).write(of: scenarioCase, to: $0)
      }, transcripts: [transcript()])
  }

  /// The visits with the modelled footprint at the checkpoints.
  private func transcript() -> Transcript {
    let course = record(under: device.profile).course
    let interval = FrameForecast.interval(refresh: device.refresh)
    let writer = TranscriptWriter()
    func megabytes(_ frame: Int) -> String {
      guard let bytes = course.bytes(after: frame) else { return "not replayed" }
      return "\(Int((bytes / 1_000_000).rounded())) MB"
    }
    for (frame, latest) in memory.enumerated() {
      let visit = frames.visit(of: frame) + 1
      let text: String? =
        switch frames.step(frame) {
        case .rest: "the app shows no map: \(megabytes(frame))"
        case .opens: "visit \(visit): a screen opens"
        case .moves(let loop, _) where frames.isCheckpoint(frame):
          "the camera is back, loop \(loop + 1): \(megabytes(frame))"
        case .moves: nil
        case .closes:
          "the screen closes: \(megabytes(frame)), \(latest.screensAlive) screens, "
            + "\(latest.contents.mapViews) map views and \(latest.contents.annotationViews) "
            + "annotation views stay in memory"
        }
      if let text { writer.note(text, at: Int64(frame) * interval) }
    }
    return writer.transcript(title: "visits to the screen, with the modelled footprint")
  }
}

extension MapRecording.Memory {
  /// Adds a frame: the app with its maps and their tiles, the annotations, the views, and the kept
  /// pictures as an index.
  fileprivate mutating func append(_ contents: MapContents, on profile: PlatformProfile) {
    func kilobytes(_ bytes: Double) -> Int { Int((bytes / 1_000).rounded()) }
    var part = contents
    (part.annotations, part.markerViews, part.imageViews, part.pictureBytes) = (0, 0, 0, 0)
    let bare = part.footprint(on: profile)
    part.annotations = contents.annotations
    let annotated = part.footprint(on: profile)
    let pictures = Double(contents.pictureBytes)
    base.numbers.append(kilobytes(bare))
    annotations.numbers.append(kilobytes(annotated - bare))
    indexes.numbers.append(kilobytes(pictures))
    views.numbers.append(kilobytes(contents.footprint(on: profile) - annotated - pictures))
  }
}
