import MapSimulation
import Measurement
import ScenarioModel

/// Replays a case with everything observed and nothing timed: which of the pins that are in the
/// data by then, and where the camera is by then, the screen shows.
///
/// Each refresh counts as one, and not each frame: what stays on screen for long counts for long,
/// and where the app has not shown anything yet, or has ended, it shows no pin.
struct AnnotationUpdateInspection {
  private let world: AnnotationUpdateWorld
  private let entry: AnnotationUpdateStrategyEntry

  init(world: AnnotationUpdateWorld, entry: AnnotationUpdateStrategyEntry) {
    self.world = world
    self.entry = entry
  }

  /// The pins that an inspection looks at in all, at most; more pins mean fewer refreshes.
  private static let pinVisitLimit = 6_000_000

  func run(_ scenarioCase: Case) throws -> Inspection {
    let transcript = AnnotationUpdateTranscript(interval: world.interval)
    let audit = try representation(on: screenContents(transcript))
    return Inspection(
      values: [
        NamedValue(Metric.pinsRepresented.name, audit.share),
        NamedValue(.framesInspected, audit.framesInspected),
      ],
      transcripts: [transcript.transcript(title: "What \(scenarioCase.strategy) does at first")])
  }

  /// Replays once to find out when the frames come on screen: how late one is, is known after the
  /// map has changed.
  private func screenContents(_ transcript: AnnotationUpdateTranscript) throws -> ScreenContents {
    let device = try AnnotationUpdateDevice(world: world, entry: entry, transcript: transcript)
    var frames: [(beginning: Int, refreshes: Int)] = []
    for refresh in 0..<world.frameCount {
      try device.run(untilRefresh: refresh)
      guard let frame = device.takeLatestFrame() else { continue }
      frames.append(
        (
          frame.refresh,
          Int(FrameForecast.refreshes(for: frame.work, interval: world.interval))
        ))
      let lostBefore = device.selection.lostCount
      device.watchSelection(after: frame)
      if device.selection.lostCount > lostBefore { transcript.noteLostSelection(at: refresh) }
    }
    let end =
      device.terminationTime.map {
        Int(($0 + world.interval - 1) / world.interval)
      } ?? world.frameCount
    return ScreenContents(frames: frames, end: min(end, world.frameCount))
  }

  /// Replays once more, and looks at what the screen shows.
  private func representation(on screen: ScreenContents) throws -> RepresentationAudit {
    let device = try AnnotationUpdateDevice(world: world, entry: entry)
    // Where the camera is, be the app's map there or not.
    let camera = MapView(device: world.device)
    let pins = CurrentPins(world)
    var audit = RepresentationAudit()
    let step = max(1, world.points.count * world.frameCount / Self.pinVisitLimit)
    for refresh in stride(from: 0, to: world.frameCount, by: step) {
      pins.run(untilRefresh: refresh)
      camera.setVisibleMapRect(world.camera.rects[refresh])
      let beginning = screen.beginning(at: refresh)
      if let beginning { try device.run(untilRefresh: beginning) }
      audit.inspect(
        beginning == nil ? nil : device.mapView, camera: camera, pinCount: pins.model.nextNumber,
        place: { pins.model.point(ofPin: $0) },
        forEachPin: { device.strategy.forEachPin(of: $0, $1) })
    }
    return audit
  }
}
