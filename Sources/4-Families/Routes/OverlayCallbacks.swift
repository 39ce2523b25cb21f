import Clustering
import Simulation

/// An app's code that shows lines or zones on a map: the code that is measured.
///
/// It is the map view's delegate. It gets its lines once; then, for each step, the harness changes a
/// line or the selection, moves the camera, calls it, and lets the map draw. Used by one thread at a
/// time.
public protocol OverlayCallbacks: OverlayMapDelegate {
  /// A line has another point at its end.
  func line(_ line: Int, didGrowBy point: MapPoint)

  /// Another line is selected, or none.
  func selectionDidChange(to line: Int?)

  /// The visible region has changed, as `mapViewDidChangeVisibleRegion(_:)`. The first call comes
  /// before the first frame is drawn.
  func visibleRegionDidChange()
}

extension OverlayCallbacks {
  /// Does nothing.
  public func visibleRegionDidChange() {}
}

/// The function that makes an app's code for lines or zones, and adds them to the map; its time and
/// memory are measured as `build-time`. The line of a zone is its outline or, as
/// ``OverlayContext/shape`` says, the diameter of a circle.
public typealias OverlayMake =
  @Sendable ([[MapPoint]], OverlayMapView, OverlayContext) -> any OverlayCallbacks

/// The environment of a strategy of the family `overlays`.
public final class OverlayContext {
  /// The shape that the points of each line draw; all situations but zones have lines.
  public let shape: OverlayShape
  private var simplification = LineSimplification()

  init(shape: OverlayShape) { self.shape = shape }

  /// The distances that simplifications computed.
  var comparisons: Int { simplification.comparisons }

  /// Returns a line with fewer points, each within a tolerance of the original. Its computations
  /// are charged to the modelled frame time.
  ///
  /// - Parameter tolerance: in map points.
  public func simplified(_ points: [MapPoint], tolerance: Double) -> [MapPoint] {
    simplification.simplified(points, tolerance: tolerance)
  }
}

/// The lines of an app and their styles.
struct LineModel {
  private(set) var lines: [[MapPoint]]
  let shape: OverlayShape
  var selected: Int?

  mutating func append(_ point: MapPoint, to line: Int) { lines[line].append(point) }

  /// The selected line, and the only one of a map, has the stroke of a route.
  func style(of line: Int) -> LineStyle { style(isRoute: lines.count == 1 || line == selected) }

  /// The stroke of a route or of another line; a shape has an interior, too.
  func style(isRoute: Bool) -> LineStyle {
    let style = isRoute ? LineStyle.route : .other
    return shape == .line ? style : style.filled
  }

  /// A whole line as a part of an overlay.
  func whole(_ line: Int) -> OverlayLine {
    OverlayLine(line: line, points: lines[line], shape: shape)
  }
}
