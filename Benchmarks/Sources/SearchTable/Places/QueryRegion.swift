import Clustering
import Support

/// The role of the map's region in a query.
enum QueryRegion: String, CaseIterable {
  case none, hint, required

  /// The region of a map that shows a place: about five kilometres, not centred on the place.
  ///
  /// - Parameter spread: the range of the centre, in degrees.
  static func around(
    _ place: Coordinate, spread: Double = 0.04, _ random: inout SplitMix64
  ) -> Region {
    let latitude = place.latitude + (random.unit() - 0.5) * spread
    let longitude = place.longitude + (random.unit() - 0.5) * spread
    return Region(
      center: Coordinate(
        latitude: min(max(latitude, -90), 90), longitude: min(max(longitude, -180), 180)),
      span: CoordinateSpan(latitudeDelta: 0.05, longitudeDelta: 0.05))
  }
}
