import MapGeometry

extension Region {
  /// The least that a region around places measures in each direction, in degrees: about a
  /// kilometre, so that a map can show a single place. An assumption; Apple documents no margin.
  private static let leastSpan = 0.01

  /// A region that holds places and a tenth of their extent around them, over the 180th meridian
  /// where that is the shorter way; `nil` without places. O(n log n).
  init?(holding coordinates: [Coordinate]) {
    let latitudes = coordinates.map(\.latitude)
    guard let south = latitudes.min(), let north = latitudes.max() else { return nil }
    let (west, width) = Self.shortestArc(holding: coordinates.map(\.longitude).sorted())
    let middle = west + width / 2
    self.init(
      center: Coordinate(
        latitude: south + (north - south) / 2, longitude: middle > 180 ? middle - 360 : middle),
      span: CoordinateSpan(
        latitudeDelta: min(max((north - south) * 1.2, Self.leastSpan), 180),
        longitudeDelta: min(max(width * 1.2, Self.leastSpan), 360)))
  }

  /// Where the shortest arc begins that holds all longitudes, and how wide it is: what remains of
  /// the circle without the widest gap. The longitudes are sorted, and there is at least one.
  private static func shortestArc(
    holding longitudes: [Double]
  ) -> (west: Double, width: Double) {
    var west = longitudes[0]
    var gap = longitudes[0] + 360 - longitudes[longitudes.count - 1]
    for (left, right) in zip(longitudes, longitudes.dropFirst()) where right - left > gap {
      west = right
      gap = right - left
    }
    return (west, 360 - gap)
  }
}
