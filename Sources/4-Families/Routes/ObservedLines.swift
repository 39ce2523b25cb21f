import Clustering
import ScenarioModel
import Simulation

/// Compares, step by step, the lines and shapes on the map with those that the app knows.
struct ObservedLines {
  /// The points of each line that the app knows.
  private var known: [[MapPoint]]
  private let shape: OverlayShape
  private var pointsInView = 0
  private var pointsDrawn = 0
  private var maxDeviation = 0.0
  /// The points of each line that something drawn reaches or passes now.
  private var covered: [[Bool]] = []

  init(_ script: LineScript) {
    known = script.lines
    shape = script.shape
  }

  /// Notes an event of the script, before the step's observation.
  mutating func note(_ event: LineScript.Event?) {
    guard case .growth(let line, let point) = event else { return }
    known[line].append(point)
  }

  /// Examines the map after a step.
  mutating func inspect(_ map: OverlayMapView) {
    covered = known.map { $0.map { _ in false } }
    let visible = map.visibleMapRect
    let mapPointsPerPoint = visible.width / map.device.viewport.width
    for overlay in map.overlays where isDrawn(overlay, on: map) {
      for part in overlay.lines where part.bounds.intersects(visible) {
        examine(part, visible: visible, mapPointsPerPoint: mapPointsPerPoint)
      }
    }
    for line in known.indices where known[line].count > 1 {
      for (index, point) in known[line].enumerated() where visible.contains(point) {
        pointsInView += 1
        if covered[line][index] { pointsDrawn += 1 }
      }
    }
  }

  /// An overlay in view whose renderer has a width, and for shapes a color of the interior.
  private func isDrawn(_ overlay: MapOverlay, on map: OverlayMapView) -> Bool {
    guard let style = map.renderer(for: overlay)?.style else { return false }
    return style.width > 0 && (shape == .line || style.fill != nil)
  }

  /// Follows the points of a part along the known line: those between two of them are covered by the
  /// segment, at a distance from it.
  private mutating func examine(_ part: OverlayLine, visible: MapRect, mapPointsPerPoint: Double) {
    // A part of an outline is a line, and no shape.
    guard part.shape == shape, known.indices.contains(part.line) else { return }
    let line = known[part.line]
    var index = part.firstPoint
    guard line.indices.contains(index), part.points.first == line[index] else { return }
    covered[part.line][index] = true
    for (start, end) in zip(part.points, part.points.dropFirst()) {
      guard let next = line[(index + 1)...].firstIndex(of: end) else { return }
      let segment = LineSegment(from: start, to: end)
      for between in index + 1...next {
        covered[part.line][between] = true
        if between < next, visible.contains(line[between]) {
          maxDeviation = max(
            maxDeviation,
            segment.squaredDistance(to: line[between]).squareRoot() / mapPointsPerPoint)
        }
      }
      index = next
    }
  }

  static let table = MetricTable<ObservedLines>([
    .ratio(
      "line-coverage", .counted, .higherIsBetter,
      "The fraction of the known points in view that a drawn line reaches or passes; points of a "
        + "zone count where the zone is drawn with its interior.",
      \.pointsDrawn, of: \.pointsInView, orWhy: "no line was in view: does the camera look at it?"),
    .init(
      "line-deviation-max", .points, .counted, .lowerIsBetter,
      "The largest distance from the drawn line to a known point in view, in screen points.",
      effect: "lines are up to {} from their course", \.maxDeviation),
  ])
}
