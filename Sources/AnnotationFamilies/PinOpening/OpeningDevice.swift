import Clustering
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Workloads

/// The pins of a case, the screen, and the pins that people try to open.
struct OpeningEnvironment {
  let pins: PinSet
  let isStacked: [Bool]
  /// The pins that are tried, in order.
  let targets: [Int]
  let device: Device
}

/// The result of a person's attempt to open a pin.
struct OpeningAttempt: Hashable, Sendable {
  enum Outcome: String, Hashable, Sendable {
    case opened
    /// Other markers cover it at the closest zoom.
    case covered = "covered by other markers at the closest zoom"
    /// Its cluster does not open at the closest zoom.
    case stuck = "its cluster does not open"
    /// No marker on the screen stands for it.
    case notShown = "no marker stands for it"
    /// More taps than a person makes.
    case givenUp = "given up"
  }

  var outcome = Outcome.givenUp
  let isStacked: Bool
  /// Taps, pinches and drags.
  var steps = 0
  /// Taps on a cluster after which the map shows the same as before.
  var deadTaps = 0
  /// The distance from the pin's coordinate to that of its marker, in metres.
  var positionError = 0.0
  /// Markers that were laid out around a cluster, and those of them that others touch.
  var fannedMarkers = 0
  var overlappingMarkers = 0
}

/// A map, and a person who tries to open pins on it. The person knows where the pin is, and which
/// marker stands for it.
final class OpeningDevice {
  let mapView: MapView
  private let environment: OpeningEnvironment
  private let strategy: any PinOpeningCallbacks
  private let points: [MapPoint]
  private let overview: MapRect
  private let zoomLimit: Double
  private let uncoveredShare: Double
  /// Called after each step with what the person did.
  var didStep: ((String) throws -> Void)?

  init(
    _ environment: OpeningEnvironment, entry: StrategyEntry<PinOpeningFactory>, workspace: String
  ) throws {
    self.environment = environment
    let device = environment.device
    mapView = MapView(device: device)
    strategy = try entry.make.make(
      environment.pins, StrategyContext(device: device, workspace: workspace))
    mapView.delegate = strategy
    points = environment.pins.mapPoints
    // Else pins at its edges are off the screen by a rounding error.
    overview = device.viewport.mapRectThatFits(environment.pins.region)
      .padded(by: device.profile[.overviewMargin])
    zoomLimit = device.profile[.mapZoomLimit]
    uncoveredShare = device.profile[.tapUncoveredShare]
  }

  /// Shows all pins, and tries to open one of them.
  func attempt(_ pin: Int) throws -> OpeningAttempt {
    let profile = environment.device.profile
    var attempt = OpeningAttempt(isStacked: environment.isStacked[pin])
    try show(overview)
    try didStep?("the map shows all pins; the person looks for pin \(pin)")
    let patience = profile.count(.tapPatience)
    while attempt.steps < patience {
      let views = mapView.viewsInDrawingOrder()
      guard let place = views.firstIndex(where: { stands($0.annotation, for: pin) }) else {
        attempt.outcome = .notShown
        return attempt
      }
      let view = views[place]
      let isCloseUp = mapView.zoom >= zoomLimit - 1e-6
      guard isTappable(view, below: views[(place + 1)...]) else {
        if isCloseUp {
          attempt.outcome = .covered
          try didStep?("others cover its marker, and the map is as close as it can be")
          return attempt
        }
        attempt.steps += 1
        try pinch(around: points[pin])
        try didStep?("others cover its marker: a pinch to zoom \(zoomText)")
        continue
      }
      attempt.steps += 1
      guard view.annotation.isCluster else {
        attempt.outcome = .opened
        let distance = view.annotation.coordinate.greatCircleDistance(
          to: environment.pins.coordinates[pin])
        // In whole millimetres: the projection and back again loses more than nothing.
        attempt.positionError = (distance * 1_000).rounded() / 1_000
        try didStep?("a tap opens the pin")
        return attempt
      }
      if try tap(view, for: pin, &attempt) { return attempt }
      guard attempt.deadTaps > 0, attempt.outcome == .stuck else { continue }
      if isCloseUp { return attempt }
      attempt.outcome = .givenUp
      attempt.steps += 1
      try pinch(around: points[pin])
      try didStep?("a pinch to zoom \(zoomText)")
    }
    try didStep?("the person gives up")
    return attempt
  }

  private var zoomText: String { "\((mapView.zoom * 10).rounded() / 10)" }

  private func show(_ rect: MapRect) throws {
    mapView.setVisibleMapRect(rect)
    try strategy.mapViewDidChangeVisibleRegion(mapView)
    try strategy.regionDidChange(mapView)
    mapView.layoutAnnotationViews()
  }

  private func pinch(around point: MapPoint) throws {
    let zoom = min(mapView.zoom + environment.device.profile[.pinchLevels], zoomLimit)
    try show(environment.device.viewport.mapRect(center: point, zoom: zoom))
  }

  /// Taps a cluster.
  ///
  /// - Returns: whether the attempt is over.
  private func tap(
    _ view: AnnotationView, for pin: Int, _ attempt: inout OpeningAttempt
  ) throws -> Bool {
    let members = pins(of: view.annotation)
    let response = strategy.mapView(
      mapView,
      didTap: TappedCluster(annotation: view.annotation, pins: members, zoomLimit: zoomLimit))
    switch response {
    case .nothing: break
    case .zoom(let rect):
      let before = mapView.visibleMapRect
      try show(limited(rect))
      if mapView.visibleMapRect != before {
        attempt.outcome = .givenUp
        try didStep?("a tap on a cluster of \(members.count) zooms to \(zoomText)")
        return false
      }
    case .fan(let markers):
      try didStep?("a tap on a cluster of \(members.count) lays its pins out")
      openFan(markers, around: view, for: pin, &attempt)
      try didStep?(
        attempt.outcome == .opened
          ? "a tap opens the pin" : "its marker in the layout cannot be tapped")
      return true
    case .list(let rows):
      guard let row = rows.firstIndex(of: pin) else {
        attempt.outcome = .notShown
        return true
      }
      // Scrolls to the row, and taps it.
      attempt.steps += 1 + row / environment.device.profile.count(.listRowsOnScreen)
      attempt.outcome = .opened
      try didStep?("a tap shows a list of \(rows.count); a tap on row \(row + 1) opens the pin")
      return true
    }
    attempt.deadTaps += 1
    attempt.outcome = .stuck
    try didStep?("a tap on a cluster of \(members.count) changes nothing")
    return false
  }

  /// The rectangle that the map shows if it is to show another one: of the screen's shape, and no
  /// closer than the limit.
  private func limited(_ rect: MapRect) -> MapRect {
    let viewport = environment.device.viewport
    let center = MapPoint(x: rect.midX, y: rect.midY)
    guard rect.width > 0 || rect.height > 0 else {
      return viewport.mapRect(center: center, zoom: zoomLimit)
    }
    let fitted = viewport.mapRectThatFits(rect)
    return viewport.zoom(showing: fitted) > zoomLimit
      ? viewport.mapRect(center: center, zoom: zoomLimit) : fitted
  }

  private func openFan(
    _ markers: [FannedMarker], around view: AnnotationView, for pin: Int,
    _ attempt: inout OpeningAttempt
  ) {
    let size = environment.device.profile[.markerViewSize]
    attempt.fannedMarkers = markers.count
    attempt.overlappingMarkers = markers.count { marker in
      markers.contains {
        $0 != marker && abs($0.x - marker.x) < size && abs($0.y - marker.y) < size
      }
    }
    let boxes = markers.sorted { ($0.y, $0.pin) < ($1.y, $1.pin) }.map {
      (pin: $0.pin, box: ScreenBox(x: view.x + $0.x, y: view.y + $0.y, size: size))
    }
    guard let place = boxes.firstIndex(where: { $0.pin == pin }) else {
      attempt.outcome = .notShown
      return
    }
    attempt.steps += 1
    let box = boxes[place].box
    // One drag brings a marker into view.
    if !box.isMiddle(in: environment.device.viewport) { attempt.steps += 1 }
    let share = box.uncoveredShare(below: boxes[(place + 1)...].map(\.box), in: nil)
    attempt.outcome = share >= uncoveredShare ? .opened : .covered
  }

  private func isTappable(_ view: AnnotationView, below others: ArraySlice<AnnotationView>) -> Bool
  {
    let box = ScreenBox(view)
    return box.uncoveredShare(
      below: others.map { ScreenBox($0) }, in: environment.device.viewport) >= uncoveredShare
  }

  private func stands(_ annotation: Annotation, for pin: Int) -> Bool {
    var isFound = false
    forEachPin(of: annotation) { if $0 == pin { isFound = true } }
    return isFound
  }

  private func pins(of annotation: Annotation) -> [Int] {
    var pins: [Int] = []
    forEachPin(of: annotation) { pins.append($0) }
    return pins.sorted()
  }

  private func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    guard annotation.memberAnnotations.isEmpty else {
      for member in annotation.memberAnnotations { strategy.forEachPin(of: member, body) }
      return
    }
    strategy.forEachPin(of: annotation, body)
  }
}

/// The box of a marker on the screen, in points.
struct ScreenBox: Hashable {
  let x: Double
  let y: Double
  let size: Double

  /// A box is tested at so many places in each direction.
  private static let samples = 7

  init(x: Double, y: Double, size: Double) {
    (self.x, self.y, self.size) = (x, y, size)
  }

  init(_ view: AnnotationView) { self.init(x: view.x, y: view.y, size: view.size) }

  func isMiddle(in viewport: Viewport) -> Bool {
    x >= 0 && x <= viewport.width && y >= 0 && y <= viewport.height
  }

  /// The part of the box that no other box covers and that is in a viewport.
  ///
  /// - Parameters:
  ///   - others: boxes over this one.
  ///   - viewport: `nil` for a screen that can be dragged.
  func uncoveredShare(below others: [ScreenBox], in viewport: Viewport?) -> Double {
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
