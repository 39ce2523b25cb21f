import Clustering
import Simulation

/// Shows a line in parts of successive points: a part that is full stays as it is, and only the last
/// one changes when the line grows. The parts of a zone's outline are lines, without its interior.
final class LineParts: OverlayCallbacks {
  private struct Part {
    let overlay: MapOverlay
    let first: Int
    let end: Int
  }

  private let map: OverlayMapView
  private let context: OverlayContext
  /// The number of segments of a full part.
  private let length: Int
  /// The tolerance of full parts in points of the screen; `nil` for all points.
  private let tolerance: Double?
  private var model: LineModel
  /// The full parts of each line.
  private var parts: [[Part]] = []
  /// The last part of each line, which is not full.
  private var tails: [Part?] = []
  /// The zoom level for which the full parts are simplified.
  private var level: Int?

  init(
    _ lines: [[MapPoint]], on map: OverlayMapView, _ context: OverlayContext, length: Int,
    tolerance: Double? = nil
  ) {
    self.map = map
    self.context = context
    self.length = length
    self.tolerance = tolerance
    model = LineModel(lines: lines, shape: context.shape)
    parts = lines.map { _ in [] }
    tails = lines.map { _ in nil }
    // Else the first look would show all lines again.
    if tolerance != nil { level = map.wholeZoom }
    for line in lines.indices { show(line, from: 0) }
  }

  func line(_ line: Int, didGrowBy point: MapPoint) {
    model.append(point, to: line)
    let first = tails[line]?.first ?? parts[line].last.map { $0.end - 1 } ?? 0
    if let tail = tails[line] { map.removeOverlays([tail.overlay]) }
    tails[line] = nil
    show(line, from: first)
  }

  func selectionDidChange(to line: Int?) {
    let changed = [model.selected, line].compactMap(\.self)
    model.selected = line
    for line in changed {
      for part in parts[line] + [tails[line]].compactMap(\.self) {
        map.restyle(part.overlay, model.style(of: line))
      }
    }
  }

  func visibleRegionDidChange() {
    guard tolerance != nil else { return }
    let level = map.wholeZoom
    guard level != self.level else { return }
    self.level = level
    let shown = parts.joined() + tails.compactMap(\.self)
    map.removeOverlays(shown.map(\.overlay))
    for line in model.lines.indices {
      parts[line] = []
      tails[line] = nil
      show(line, from: 0)
    }
  }

  /// Shows the points of a line from a start on; no part of the line is shown yet.
  private func show(_ line: Int, from start: Int) {
    let points = model.lines[line]
    var first = start
    while first < points.count - 1 {
      let end = min(first + length + 1, points.count)
      let isFull = end - first == length + 1
      var shown = Array(points[first..<end])
      if isFull, let tolerance, let level {
        shown = context.simplified(shown, tolerance: tolerance * Self.mapPoints(level))
      }
      let part = Part(
        overlay: MapOverlay([OverlayLine(line: line, firstPoint: first, points: shown)]),
        first: first, end: end)
      map.addOverlay(part.overlay)
      if isFull { parts[line].append(part) } else { tails[line] = part }
      first = end - 1
    }
  }

  func mapView(_ mapView: OverlayMapView, rendererFor overlay: MapOverlay) -> OverlayRenderer {
    OverlayRenderer(overlay, style: model.style(of: overlay.lines[0].line))
  }

  /// The map points for a point of the screen at a zoom level.
  static func mapPoints(_ level: Int) -> Double {
    MapSize.world.width / Viewport.tileSize / Double(1 << level)
  }
}

/// Shows each line with fewer points.
final class SimplifiedLines: OverlayCallbacks {
  /// The largest distance of a point that is left out.
  enum Tolerance {
    /// In metres, whatever the zoom is.
    case meters(Double)
    /// In points of the screen: each zoom level has its own lines.
    case points(Double)
  }

  private let map: OverlayMapView
  private let context: OverlayContext
  private let tolerance: Tolerance
  private var model: LineModel
  private var overlays: [MapOverlay?]
  private var level: Int?

  init(
    _ lines: [[MapPoint]], on map: OverlayMapView, _ context: OverlayContext, tolerance: Tolerance
  ) {
    self.map = map
    self.context = context
    self.tolerance = tolerance
    model = LineModel(lines: lines, shape: context.shape)
    overlays = lines.map { _ in nil }
    // By zoom, the lines are made when the visible region is known.
    if case .meters = tolerance { show(Array(lines.indices)) }
  }

  func line(_ line: Int, didGrowBy point: MapPoint) {
    model.append(point, to: line)
    show([line])
  }

  func selectionDidChange(to line: Int?) {
    let changed = [model.selected, line].compactMap(\.self)
    model.selected = line
    for line in changed {
      if let overlay = overlays[line] { map.restyle(overlay, model.style(of: line)) }
    }
  }

  func visibleRegionDidChange() {
    guard case .points = tolerance else { return }
    let level = map.wholeZoom
    guard level != self.level else { return }
    self.level = level
    show(Array(model.lines.indices))
  }

  private func show(_ lines: [Int]) {
    map.removeOverlays(lines.compactMap { overlays[$0] })
    for line in lines {
      let points = model.lines[line]
      let simplified = context.simplified(points, tolerance: distance(at: points.first))
      let overlay = MapOverlay([OverlayLine(line: line, points: simplified, shape: model.shape)])
      overlays[line] = overlay
      map.addOverlay(overlay)
    }
  }

  /// The tolerance in map points.
  private func distance(at point: MapPoint?) -> Double {
    switch tolerance {
    case .meters(let meters):
      let latitude = point?.coordinate.latitude ?? 0
      return meters / MapPoint.metersPerMapPoint(atLatitude: latitude)
    case .points(let points): return points * LineParts.mapPoints(level ?? map.wholeZoom)
    }
  }

  func mapView(_ mapView: OverlayMapView, rendererFor overlay: MapOverlay) -> OverlayRenderer {
    OverlayRenderer(overlay, style: model.style(of: overlay.lines[0].line))
  }
}

extension OverlayMapView {
  /// The whole zoom level at or above the camera's: what is simplified for it is fine enough.
  var wholeZoom: Int { min(max(Int(zoom.rounded(.up)), 0), 24) }
}
