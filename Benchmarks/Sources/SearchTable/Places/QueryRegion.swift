import MapGeometry
import Statistics

/// What part the map's region plays in a query.
enum QueryRegion: String, CaseIterable {
  case none, hint, required

  /// What a map shows that has a place in it: some five kilometres, not centred on it.
  ///
  /// - Parameter spread: the degrees in which the centre lies.
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
