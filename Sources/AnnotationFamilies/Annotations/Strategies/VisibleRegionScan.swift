import Clustering
import MapGeometry
import MapSimulation
import PinData
import Workloads

/// Shows the pins inside the visible region, found as the axiom-mapkit guide finds them: every pin
/// is compared with the region's edges in degrees, on every change.
///
/// The guide's defects are kept, and `pin-coverage` counts the loss. Where the region spans the
/// antimeridian, one edge lies beyond ±180 and the pins on the other side are not found. And where
/// the region is wide, its centre plus and minus half its span in degrees are not the screen's
/// edges: on a Mercator map the centre of the screen is not the middle of its latitudes.
public final class VisibleRegionScan: AnnotationStrategy {
  private let coordinates: [Coordinate]
  private let points: [MapPoint]
  private var visible: [Int] = []
  private var shown = ShownAnnotations()

  public init(pins: PinSet, context: StrategyContext) {
    coordinates = pins.coordinates
    points = pins.mapPoints
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    let region = mapView.region
    visible.removeAll(keepingCapacity: true)
    for (pin, coordinate) in coordinates.enumerated() where region.contains(coordinate) {
      visible.append(pin)
    }
    mapView.counts.pinsExamined += coordinates.count
    shown.show(pins: visible, points: points, on: mapView)
  }
}

extension Region {
  /// Whether a coordinate lies between the region's centre plus and minus half its span in degrees,
  /// as in the guide: wrong at the antimeridian and in wide regions.
  fileprivate func contains(_ coordinate: Coordinate) -> Bool {
    let latitudes =
      (center.latitude - span.latitudeDelta / 2)...(center.latitude + span.latitudeDelta / 2)
    let longitudes =
      (center.longitude - span.longitudeDelta / 2)...(center.longitude + span.longitudeDelta / 2)
    return latitudes.contains(coordinate.latitude) && longitudes.contains(coordinate.longitude)
  }
}
