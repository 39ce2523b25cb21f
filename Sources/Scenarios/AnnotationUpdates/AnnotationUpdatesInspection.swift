import MapSimulation
import Measurement

/// Replays a case with everything observed and nothing timed: which of the pins that are in the
/// data by then are stood for, where they are by then.
struct AnnotationUpdatesInspection {
  private let world: AnnotationUpdateWorld
  private let entry: AnnotationUpdateStrategyEntry

  init(world: AnnotationUpdateWorld, entry: AnnotationUpdateStrategyEntry) {
    self.world = world
    self.entry = entry
  }

  /// The pins that an inspection looks at in all, at most; more pins mean fewer frames.
  private static let pinVisitLimit = 6_000_000

  func run(_ scenarioCase: Case) throws -> Inspection {
    let transcript = AnnotationUpdateTranscript(
      interval: FrameForecast.interval(refresh: world.device.refresh))
    let device = try AnnotationUpdateDevice(world: world, entry: entry, transcript: transcript)
    var audit = RepresentationAudit()
    let stride = max(1, world.points.count * world.frameCount / Self.pinVisitLimit)
    for refresh in 0..<world.frameCount {
      try device.run(untilRefresh: refresh)
      guard let frame = device.takeLatestFrame() else { continue }
      let lostBefore = device.selection.lostCount
      device.watchSelection(after: frame)
      if device.selection.lostCount > lostBefore { transcript.noteLostSelection(at: refresh) }
      guard refresh.isMultiple(of: stride) else { continue }
      let model = device.model
      audit.inspect(
        device.mapView, pinCount: model.nextNumber, place: { model.point(ofPin: $0) },
        forEachPin: { device.strategy.forEachPin(of: $0, $1) })
    }
    return Inspection(
      values: [
        NamedValue(Metric.pinsRepresented.name, audit.share),
        NamedValue(.framesInspected, audit.framesInspected),
      ],
      transcripts: [transcript.transcript(title: "What \(scenarioCase.strategy) does at first")])
  }
}
