import Clustering
import MapGeometry
import MapSimulation
import PinData
import Workloads

/// Shows the pins inside the visible rectangle and a margin around it, found by a spatial index.
public final class VisibleRegionIndex: AnnotationStrategy {
  /// The share of the rectangle's width and height that is loaded beyond each edge, so that pins
  /// do not pop in during a pan.
  public static let padding = 0.1

  private let points: [MapPoint]
  private let index: SpatialIndex
  private var visible: [Int] = []
  private var shown = ShownAnnotations()

  public init(pins: PinSet, context: StrategyContext) throws {
    points = pins.mapPoints
    index = try SpatialIndex(points: points)
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    index.pins(in: mapView.visibleMapRect.padded(by: Self.padding), into: &visible)
    mapView.counts.pinsExamined += visible.count
    shown.show(pins: visible, points: points, on: mapView)
  }
}
