import Clustering
import MapKit

struct Stop: Identifiable, Sendable {
  let id: String
  let name: String
  let coordinate: CLLocationCoordinate2D
}

func makeMap(of allStops: [Stop]) throws -> ClusteredMap<Stop> {
  var stops = ClusteredMap<Stop>(coordinate: { Coordinate($0.coordinate) })
  try stops.insert(contentsOf: allStops)
  return stops
}
