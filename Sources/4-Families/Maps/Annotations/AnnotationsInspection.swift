import Clustering
import ScenarioModel
import Simulation

extension AnnotationsReplay {
  /// Each tenth frame is enough for the overlap, which changes little between frames.
  static let overlapStride = 10
  /// The maximum number of pins that an inspection examines; with more pins, it examines fewer
  /// frames.
  private static let maxPinVisits = 100_000_000

  /// Replays the case and observes it without timing: the covered pins, the overlap of the views,
  /// and pictures of a country and a city.
  ///
  /// - Parameter folder: the folder for the pictures and the recording; `nil` for none.
  func inspect(_ scenarioCase: Case, in folder: String?) throws -> Inspection {
    let shown =
      folder == nil
      ? [] : PictureFrame.frames(of: use.rects, pins: use.pins, widest: widestFrame)
    var pictures: [Int: Inspection.Picture] = [:]
    var history = ViewHistory()
    let observed = try observe { frame, observed in
      if folder != nil { history.frameDidEnd(frame, on: mapView) }
      if frame == widestFrame {
        let buffer = mapView.device.makeFrameBuffer()
        let painted = mapView.composite(into: buffer)
        observed.overdraw = Double(painted) / Double(buffer.width * buffer.height)
      }
      guard let folder, let picked = shown.first(where: { $0.frame == frame }) else { return }
      let picture = FramePicture(
        of: mapView, frame: frame,
        caption: ", frame \(frame), \(mapView.visibleMapRect.widthLabel): "
          + "\(mapView.liveViewCount) annotation views on screen")
      pictures[frame] = try picture.write(of: scenarioCase, to: folder, part: picked.part)
    }
    return Inspection(
      values: ObservedFrames.table(strategyWork: .counted).values(of: observed), results: results(),
      pictures: shown.compactMap { pictures[$0.frame] },
      recording: try folder.map { try recording(&history).write(of: scenarioCase, to: $0) })
  }

  /// Replays the case and observes it without timing and painting.
  ///
  /// - Parameters:
  ///   - stride: one of so many frames is searched for all pins; with very many pins, one of more.
  ///   - didShow: called after each frame.
  func observe(
    coverageInOneOf stride: Int = 1,
    didShow: (Int, inout ObservedFrames) throws -> Void = { _, _ in }
  ) throws -> ObservedFrames {
    var observed = ObservedFrames(on: use.device)
    let points = use.pins.mapPoints
    let least = points.count * frameCount / Self.maxPinVisits
    // The frames of the overlap are among those in which all pins are looked for.
    let coverageStride =
      least <= 1
      ? stride : (least + Self.overlapStride - 1) / Self.overlapStride * Self.overlapStride
    try run { frame, strategy in
      if frame.isMultiple(of: coverageStride) || frame == widestFrame {
        observed.coverage.measuresDistance =
          frame.isMultiple(of: Self.overlapStride) || frame == widestFrame
        observed.coverage.inspect(
          mapView, camera: mapView, frame: frame, isMoving: isMoving(in: frame),
          pinCount: points.count, point: { points[$0] }, forEachPin: strategy.forEachPin)
      }
      if frame.isMultiple(of: Self.overlapStride) || frame == widestFrame {
        observed.overlap.inspect(mapView)
      }
      if !isMoving(in: frame), !isRest(frame), let counts = frames[frame]?.counts {
        observed.replacedAtRest += min(counts.annotationsInserted, counts.annotationsRemoved)
      }
      try didShow(frame, &observed)
    }
    return observed
  }
}
