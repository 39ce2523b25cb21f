import Clustering
import Simulation

/// Shows each line as one overlay with all points, and replaces overlays when something changes.
final class WholeLines: OverlayCallbacks {
  /// The overlays that a change replaces.
  enum Replacement {
    /// All of them.
    case all
    /// Those of the changed lines.
    case changed
    /// Those of lines with other points; another style is set on the renderer.
    case changedPoints
  }

  private let map: OverlayMapView
  private let replacement: Replacement
  private let hasStyle: Bool
  private var model: LineModel
  private var overlays: [MapOverlay] = []

  /// - Parameter hasStyle: whether the delegate gives a renderer its color and width.
  init(
    _ lines: [[MapPoint]], on map: OverlayMapView, _ context: OverlayContext,
    replacing replacement: Replacement, hasStyle: Bool = true
  ) {
    self.map = map
    self.replacement = replacement
    self.hasStyle = hasStyle
    model = LineModel(lines: lines, shape: context.shape)
    overlays = lines.indices.map { MapOverlay([model.whole($0)]) }
    for overlay in overlays { map.addOverlay(overlay) }
  }

  func line(_ line: Int, didGrowBy point: MapPoint) {
    model.append(point, to: line)
    replace(replacement == .all ? Array(overlays.indices) : [line])
  }

  func selectionDidChange(to line: Int?) {
    let changed = [model.selected, line].compactMap(\.self)
    model.selected = line
    switch replacement {
    case .all: replace(Array(overlays.indices))
    case .changed: replace(changed)
    case .changedPoints:
      for line in changed { map.restyle(overlays[line], model.style(of: line)) }
    }
  }

  private func replace(_ lines: [Int]) {
    map.removeOverlays(lines.map { overlays[$0] })
    for line in lines {
      overlays[line] = MapOverlay([model.whole(line)])
      map.addOverlay(overlays[line])
    }
  }

  func mapView(_ mapView: OverlayMapView, rendererFor overlay: MapOverlay) -> OverlayRenderer {
    OverlayRenderer(overlay, style: hasStyle ? model.style(of: overlay.lines[0].line) : nil)
  }
}

/// Shows the whole line once for each of its points: a `MapPolyline` inside of the `ForEach` over the
/// positions.
final class LinePerPosition: OverlayCallbacks {
  private let map: OverlayMapView
  private var model: LineModel
  private var overlays: [MapOverlay] = []

  init(_ lines: [[MapPoint]], on map: OverlayMapView, _ context: OverlayContext) {
    self.map = map
    model = LineModel(lines: lines, shape: context.shape)
    showAll()
  }

  func line(_ line: Int, didGrowBy point: MapPoint) {
    model.append(point, to: line)
    showAll()
  }

  func selectionDidChange(to line: Int?) {
    model.selected = line
    showAll()
  }

  private func showAll() {
    map.removeOverlays(overlays)
    overlays = model.lines.indices.flatMap { line in
      let whole = model.whole(line)
      return model.lines[line].map { _ in MapOverlay([whole]) }
    }
    for overlay in overlays { map.addOverlay(overlay) }
  }

  func mapView(_ mapView: OverlayMapView, rendererFor overlay: MapOverlay) -> OverlayRenderer {
    OverlayRenderer(overlay, style: model.style(of: overlay.lines[0].line))
  }
}

/// Shows all lines in one overlay, as an `MKMultiPolyline` or `MKMultiPolygon`, and the selected one
/// in another above it. MapKit has no overlay of several circles: each has its own.
final class MultiPolyline: OverlayCallbacks {
  private let map: OverlayMapView
  /// Indicates whether each selection makes the overlay of all lines again, without the selected
  /// one.
  private let isRebuilt: Bool
  private var model: LineModel
  private var base: [MapOverlay] = []
  private var highlight: MapOverlay?

  init(_ lines: [[MapPoint]], on map: OverlayMapView, _ context: OverlayContext, isRebuilt: Bool) {
    self.map = map
    self.isRebuilt = isRebuilt
    model = LineModel(lines: lines, shape: context.shape)
    showBase()
  }

  func line(_ line: Int, didGrowBy point: MapPoint) {
    model.append(point, to: line)
    showBase()
    showHighlight()
  }

  func selectionDidChange(to line: Int?) {
    model.selected = line
    if isRebuilt { showBase() }
    showHighlight()
  }

  private func showBase() {
    map.removeOverlays(base)
    let shown = model.lines.indices.filter { !isRebuilt || $0 != model.selected }
      .map { model.whole($0) }
    base = model.shape == .circle ? shown.map { MapOverlay([$0]) } : [MapOverlay(shown)]
    for overlay in base { map.addOverlay(overlay) }
  }

  private func showHighlight() {
    if let highlight { map.removeOverlays([highlight]) }
    highlight = model.selected.map { MapOverlay([model.whole($0)]) }
    if let highlight { map.addOverlay(highlight) }
  }

  func mapView(_ mapView: OverlayMapView, rendererFor overlay: MapOverlay) -> OverlayRenderer {
    let isRoute = overlay === highlight || model.lines.count == 1
    return OverlayRenderer(overlay, style: model.style(isRoute: isRoute))
  }
}
