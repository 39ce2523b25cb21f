import MapGeometry
import MapSimulation
import Measurement
import PinData
import ScenarioModel
import Statistics
import Workloads

/// Replays a case with everything observed and nothing timed: which pins are stood for, how much
/// the views overlap, and what a frame looks like.
struct AnnotationsInspection {
  private let replay: AnnotationsReplay

  init(replay: AnnotationsReplay) {
    self.replay = replay
  }

  func run(_ scenarioCase: Case, picturesFolder: String) throws -> Inspection {
    try replay.build()
    let points = replay.pins.mapPoints
    var representation = RepresentationAudit()
    var overlap = OverlapMeter(viewport: replay.device.viewport)
    var values: [NamedValue] = []
    var pictures: [Inspection.Picture] = []
    let pictureFrame = widestFrame
    for frame in 0..<replay.frameCount {
      try replay.showFrame(frame)
      replay.frameDidEnd(frame)
      if frame.isMultiple(of: representationStride) || frame == pictureFrame {
        representation.inspect(
          replay.mapView, camera: replay.mapView, pinCount: points.count,
          place: { points[$0] },
          forEachPin: { replay.strategy?.forEachPin(of: $0, $1) })
      }
      if frame.isMultiple(of: Self.overlapStride) || frame == pictureFrame {
        overlap.inspect(replay.mapView)
      }
      if frame == pictureFrame {
        let painting = try paint(frame, of: scenarioCase, folder: picturesFolder)
        values += painting.values
        pictures.append(painting.picture)
      }
    }
    values.append(NamedValue(Metric.pinsRepresented.name, representation.share))
    values.append(NamedValue(.framesInspected, representation.framesInspected))
    values.append(NamedValue(.overlappingFraction, overlap.worstFraction))
    return Inspection(values: values, pictures: pictures)
  }

  /// Every tenth frame tells the overlap: it changes little from one to the next.
  private static let overlapStride = 10
  /// The pins that an inspection looks at in all, at most; more pins mean fewer frames.
  private static let pinVisitLimit = 100_000_000

  private var representationStride: Int {
    max(1, replay.pins.count * replay.frameCount / Self.pinVisitLimit)
  }

  /// The first of the frames that show the most of the world: where the pins crowd.
  private var widestFrame: Int {
    var widest = 0
    for (frame, rect) in replay.visibleMapRects.enumerated()
    where rect.width > replay.visibleMapRects[widest].width {
      widest = frame
    }
    return widest
  }

  private func paint(
    _ frame: Int, of scenarioCase: Case, folder: String
  ) throws -> (values: [NamedValue], picture: Inspection.Picture) {
    let mapView = replay.mapView
    let buffer = mapView.makeFrameBuffer()
    var times: [Int64] = []
    var painted = 0
    // The first painting touches the buffer for the first time and is not counted.
    for repetition in 0...5 {
      let start = MonotonicClock.now()
      painted = mapView.composite(into: buffer)
      if repetition > 0 { times.append(MonotonicClock.now() - start) }
    }
    let name = pictureName(scenarioCase)
    do {
      try buffer.downsampled(by: mapView.device.scale).writePNG(to: folder + "/" + name)
    } catch {
      throw EnvironmentError(path: error.path, reason: error.reason)
    }
    let count = mapView.liveViewCount
    return (
      [
        NamedValue(.compositeTime, Percentile.p50.value(of: times).map { Double($0) }),
        NamedValue(.overdraw, Double(painted) / Double(buffer.width * buffer.height)),
      ],
      Inspection.Picture(
        file: name, frame: frame,
        caption: "\(scenarioCase.strategy), frame \(frame): \(count) annotation views on screen")
    )
  }

  private func pictureName(_ scenarioCase: Case) -> String {
    let variant = scenarioCase.variant.isEmpty ? "" : "-\(scenarioCase.variant)"
    return
      "\(scenarioCase.scenario)\(variant)-\(scenarioCase.size)-\(scenarioCase.strategy).png"
  }
}
