import Clustering

extension Coordinate {
  /// A place in degrees.
  package init(_ latitude: Double, _ longitude: Double) {
    self.init(latitude: latitude, longitude: longitude)
  }
}

extension Region {
  /// Degrees of latitude and of longitude around a place.
  package init(_ latitude: Double, _ longitude: Double, spans: (Double, Double)) {
    self.init(
      center: Coordinate(latitude, longitude),
      span: CoordinateSpan(latitudeDelta: spans.0, longitudeDelta: spans.1))
  }

  /// As many degrees of latitude as of longitude around a place.
  package init(around center: Coordinate, degrees: Double) {
    self.init(center: center, span: CoordinateSpan(latitudeDelta: degrees, longitudeDelta: degrees))
  }

  /// As many degrees of latitude as of longitude around a place.
  package init(_ latitude: Double, _ longitude: Double, degrees: Double) {
    self.init(around: Coordinate(latitude, longitude), degrees: degrees)
  }

  /// A square around a place.
  package init(_ latitude: Double, _ longitude: Double, meters: Double) {
    self.init(
      center: Coordinate(latitude, longitude), latitudinalMeters: meters,
      longitudinalMeters: meters)
  }
}
