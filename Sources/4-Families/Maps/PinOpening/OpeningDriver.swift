import Clustering
import ScenarioModel
import Simulation
import Support

/// A map, and a person who tries to open pins on it. The person knows where the pin is, and which
/// marker stands for it.
final class OpeningDriver {
  private let use: OpeningUse
  private let mapView: MapView
  private let map: OpeningMap
  private let overview: MapRect
  private let zoomLimit: Double
  private let uncoveredShare: Double
  /// Called after each step with what the person did.
  private var didStep: ((String) -> Void)?

  init(_ use: OpeningUse, make: PinOpeningFactory, workspace: String) throws {
    self.use = use
    let device = use.device
    mapView = MapView(device: device)
    map = try make(use.pins, StrategyContext(device: device, workspace: workspace))
    mapView.delegate = map.content
    // Else pins at its edges are off the screen by a rounding error.
    overview = device.viewport.mapRectThatFits(use.pins.region)
      .padded(by: device.profile[.overviewMargin])
    zoomLimit = device.profile[.mapZoomLimit]
    uncoveredShare = device.profile[.tapUncoveredShare]
  }

  /// Shows all pins, and tries to open one of them.
  func attempt(_ pin: Int) throws -> OpeningRecord {
    var attempt = OpeningRecord(isStacked: use.isStacked[pin])
    try show(overview)
    didStep?("the map shows all pins; the person looks for pin \(pin)")
    let patience = use.device.profile.count(.tapPatience)
    while attempt.steps < patience {
      guard let outcome = try look(for: pin, &attempt) else { continue }
      attempt.outcome = outcome
      return attempt
    }
    didStep?("the person gives up")
    return attempt
  }

  /// Taps the marker that stands for a pin, or pinches where that is no use.
  ///
  /// - Returns: the outcome; `nil` if the map shows another place now.
  private func look(
    for pin: Int, _ attempt: inout OpeningRecord
  ) throws -> OpeningRecord.Outcome? {
    let views = mapView.viewsInDrawingOrder()
    guard let place = views.firstIndex(where: { $0.annotation.pins(by: map.content).contains(pin) })
    else { return .notShown }
    let view = views[place]
    let isCloseUp = mapView.zoom >= zoomLimit - 1e-6
    let boxes = views[place...].map { ScreenBox(x: $0.x, y: $0.y, size: $0.size) }
    guard isTappable(boxes, in: use.device.viewport) else {
      if isCloseUp {
        didStep?("other markers cover its marker, and the map cannot zoom in further")
        return .covered
      }
      try pinch(around: pin, &attempt, because: "other markers cover its marker: ")
      return nil
    }
    attempt.steps += 1
    guard view.annotation.isCluster else {
      let distance = view.annotation.coordinate.greatCircleDistance(to: use.pins.coordinates[pin])
      // In whole millimetres: the projection and back again loses more than nothing.
      attempt.positionError = (distance * 1_000).rounded() / 1_000
      didStep?("a tap opens the pin")
      return .opened
    }
    let outcome = try tap(view, for: pin, &attempt)
    guard outcome == .stuck, !isCloseUp else { return outcome }
    try pinch(around: pin, &attempt)
    return nil
  }

  private var zoomText: String { "\((mapView.zoom * 10).rounded() / 10)" }

  private func show(_ rect: MapRect) throws {
    mapView.setVisibleMapRect(rect)
    try map.content.mapViewDidChangeVisibleRegion(mapView)
    try map.content.regionDidChange(mapView)
    mapView.layoutAnnotationViews()
  }

  private func pinch(
    around pin: Int, _ attempt: inout OpeningRecord, because reason: String = ""
  ) throws {
    attempt.steps += 1
    let zoom = min(mapView.zoom + use.device.profile[.pinchLevels], zoomLimit)
    try show(use.device.viewport.mapRect(center: MapPoint(use.pins.coordinates[pin]), zoom: zoom))
    didStep?("\(reason)a pinch to zoom \(zoomText)")
  }

  /// Taps a cluster.
  ///
  /// - Returns: the outcome, which is that it is stuck if nothing changes; `nil` if the map shows
  ///   another place now.
  private func tap(
    _ view: AnnotationView, for pin: Int, _ attempt: inout OpeningRecord
  ) throws -> OpeningRecord.Outcome? {
    let members = view.annotation.pins(by: map.content).sorted()
    let cluster = TappedCluster(annotation: view.annotation, pins: members, zoomLimit: zoomLimit)
    switch map.didTap(mapView, cluster) {
    case .nothing: break
    case .zoom(let rect):
      let before = mapView.visibleMapRect
      try show(limited(rect))
      if mapView.visibleMapRect != before {
        didStep?("a tap on a cluster of \(members.count) zooms to \(zoomText)")
        return nil
      }
    case .fan(let markers):
      didStep?("a tap on a cluster of \(members.count) lays its pins out")
      let outcome = openFan(markers, around: view, for: pin, &attempt)
      didStep?(
        outcome == .opened ? "a tap opens the pin" : "its marker in the layout cannot be tapped")
      return outcome
    case .list(let rows):
      guard let row = rows.firstIndex(of: pin) else { return .notShown }
      // Scrolls to the row, and taps it.
      attempt.steps += 1 + row / use.device.profile.count(.listRowsOnScreen)
      didStep?("a tap shows a list of \(rows.count); a tap on row \(row + 1) opens the pin")
      return .opened
    }
    attempt.deadTaps += 1
    didStep?("a tap on a cluster of \(members.count) changes nothing")
    return .stuck
  }

  /// The rectangle that the map shows if it is to show another one: of the screen's shape, and no
  /// closer than the limit.
  private func limited(_ rect: MapRect) -> MapRect {
    let viewport = use.device.viewport
    let fitted = rect.width > 0 || rect.height > 0 ? viewport.mapRectThatFits(rect) : nil
    if let fitted, viewport.zoom(showing: fitted) <= zoomLimit { return fitted }
    return viewport.mapRect(center: MapPoint(x: rect.midX, y: rect.midY), zoom: zoomLimit)
  }

  private func openFan(
    _ markers: [FannedMarker], around view: AnnotationView, for pin: Int,
    _ attempt: inout OpeningRecord
  ) -> OpeningRecord.Outcome {
    let size = use.device.profile[.markerViewSize]
    attempt.fannedMarkers = markers.count
    attempt.overlappingMarkers = markers.count { marker in
      markers.contains {
        $0 != marker && abs($0.x - marker.x) < size && abs($0.y - marker.y) < size
      }
    }
    let ordered = markers.sorted { ($0.y, $0.pin) < ($1.y, $1.pin) }
    guard let place = ordered.firstIndex(where: { $0.pin == pin }) else { return .notShown }
    let boxes = ordered[place...].map { ScreenBox(x: view.x + $0.x, y: view.y + $0.y, size: size) }
    // One drag brings a marker into view.
    attempt.steps += boxes[0].isMiddle(in: use.device.viewport) ? 1 : 2
    return isTappable(boxes, in: nil) ? .opened : .covered
  }

  /// Returns whether enough of the first of some boxes is free of the others, which lie over it.
  ///
  /// - Parameter viewport: `nil` for a screen that can be dragged.
  private func isTappable(_ boxes: [ScreenBox], in viewport: Viewport?) -> Bool {
    boxes[0].uncoveredShare(below: boxes.dropFirst(), in: viewport) >= uncoveredShare
  }

}

extension OpeningDriver {
  /// The attempts of a transcript and a recording.
  private static let shownAttempts = 12
  /// The frames of a recording that show the same step.
  private static let framesOfStep = 45

  /// Makes the first attempts, with a transcript, a recording of the map, and a picture of the end
  /// of the first one that failed.
  func inspect(_ scenarioCase: Case, in folder: String) throws -> Inspection {
    let profile = use.device.profile
    let writer = TranscriptWriter()
    var history = ViewHistory()
    var rects: [MapRect] = []
    var peaks = MapPeaks(frameCount: 0)
    var works: [FrameWork] = []
    var counts = OperationCounts()
    didStep = { [mapView] step in
      writer.note(step, at: Int64(rects.count / Self.framesOfStep) * 1_000_000_000)
      for _ in 0..<Self.framesOfStep {
        history.frameDidEnd(rects.count, on: mapView)
        rects.append(mapView.visibleMapRect)
        works.append((mapView.counts - counts).work(on: profile, afterFirstView: !works.isEmpty))
        counts = mapView.counts
        peaks.frameDidEnd(on: mapView, indexes: HeldIndexes())
      }
    }
    var picture: Inspection.Picture?
    for target in use.targets.prefix(Self.shownAttempts) {
      let outcome = try attempt(target).outcome
      guard outcome != .opened, picture == nil else { continue }
      picture = try FramePicture(
        of: mapView, frame: max(rects.count - 1, 0),
        caption: ": pin \(target) cannot be opened: \(outcome.rawValue)"
      ).write(of: scenarioCase, to: folder)
    }
    var recording = MapRecording(of: rects, on: use.device)
    history.write(to: &recording)
    for work in works { recording.work.append(work) }
    recording.liveViews.numbers = peaks.liveViewsByFrame
    for footprint in peaks.footprints(on: profile) { recording.memory.append(footprint) }
    return Inspection(
      pictures: [picture].compactMap(\.self),
      recording: try ReplayRecording(map: recording).write(of: scenarioCase, to: folder),
      transcripts: [writer.transcript(title: "a person tries to open one pin after the other")])
  }
}

/// The box of a marker on the screen, in points, by its middle.
private struct ScreenBox {
  let x: Double
  let y: Double
  let size: Double

  /// A box is tested at so many places in each direction.
  private static let samples = 7

  func isMiddle(in viewport: Viewport) -> Bool {
    x >= 0 && x <= viewport.width && y >= 0 && y <= viewport.height
  }

  /// The part of the box that no other box covers and that is in a viewport.
  func uncoveredShare(below others: ArraySlice<ScreenBox>, in viewport: Viewport?) -> Double {
    let near = others.filter {
      abs($0.x - x) < ($0.size + size) / 2 && abs($0.y - y) < ($0.size + size) / 2
    }
    let step = size / Double(Self.samples)
    var free = 0
    for row in 0..<Self.samples {
      for column in 0..<Self.samples {
        let sample = ScreenBox(
          x: x - size / 2 + (Double(column) + 0.5) * step,
          y: y - size / 2 + (Double(row) + 0.5) * step, size: 0)
        if let viewport, !sample.isMiddle(in: viewport) { continue }
        let isCovered = near.contains {
          abs($0.x - sample.x) <= $0.size / 2 && abs($0.y - sample.y) <= $0.size / 2
        }
        if !isCovered { free += 1 }
      }
    }
    return Double(free) / Double(Self.samples * Self.samples)
  }
}
