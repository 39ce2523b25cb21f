import MapGeometry
import MapSimulation

/// Measures how much of the shown views' area other views cover, on a grid of screen points.
struct OverlapMeter {
  private let width: Int
  private let height: Int
  private var covered: [Bool]
  /// The greatest fraction of the frames inspected.
  private(set) var worstFraction = 0.0

  init(viewport: Viewport) {
    width = Int(viewport.width)
    height = Int(viewport.height)
    covered = Array(repeating: false, count: width * height)
  }

  /// Looks at the views that are on screen now.
  ///
  /// The uncovered area is what their frames cover together; the rest of their summed areas lies
  /// under others.
  mutating func inspect(_ mapView: MapView) {
    for index in covered.indices { covered[index] = false }
    var summedArea = 0
    var unionArea = 0
    mapView.forEachView { view in
      let left = max(Int((view.x - view.size / 2).rounded()), 0)
      let right = min(Int((view.x + view.size / 2).rounded()), width)
      let top = max(Int((view.y - view.size / 2).rounded()), 0)
      let bottom = min(Int((view.y + view.size / 2).rounded()), height)
      guard left < right, top < bottom else { return }
      summedArea += (right - left) * (bottom - top)
      for row in top..<bottom {
        for index in (row * width + left)..<(row * width + right) where !covered[index] {
          covered[index] = true
          unionArea += 1
        }
      }
    }
    guard summedArea > 0 else { return }
    worstFraction = max(worstFraction, 1 - Double(unionArea) / Double(summedArea))
  }
}
