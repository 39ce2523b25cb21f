import Clustering
import MapGeometry

/// The definitions of what a `SpatialIndex` finds, one pin after the other.
struct NaiveSpatialIndex {
  let points: [MapPoint]
  private let coordinates: [Coordinate]

  init(points: [MapPoint]) {
    self.points = points
    coordinates = points.map(\.coordinate)
  }

  /// A pin is found where a part of the rectangle contains it.
  func pins(in rect: MapRect) -> [Int] {
    let parts = rect.partsOnWorld
    return points.indices.filter { index in parts.contains { $0.contains(points[index]) } }
  }

  func pins(within distance: Double, of place: Coordinate) -> [Int] {
    guard place.isValid else { return [] }
    return points.indices.filter { place.greatCircleDistance(to: coordinates[$0]) <= distance }
  }

  func pins(
    nearest count: Int = .max, to place: Coordinate, within distance: Double = .infinity,
    where isIncluded: (Int) -> Bool = { _ in true }
  ) -> [NearbyPin] {
    guard count > 0, place.isValid else { return [] }
    let nearby = points.indices.filter(isIncluded).map {
      NearbyPin(pin: $0, distance: place.greatCircleDistance(to: coordinates[$0]))
    }
    return Array(nearby.filter { $0.distance <= distance }.sorted().prefix(count))
  }
}
