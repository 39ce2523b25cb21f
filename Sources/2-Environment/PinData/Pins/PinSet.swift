import Clustering

/// The places of a data set, in the order in which they were generated or read.
public struct PinSet: Hashable, Sendable {
  /// The places. Generators and files give valid ones only.
  public let coordinates: [Coordinate]

  /// Creates a set of the given places.
  public init(coordinates: [Coordinate]) { self.coordinates = coordinates }

  /// The number of pins.
  public var count: Int { coordinates.count }

  /// The smallest region that shows all pins: never an invalid one.
  ///
  /// It goes around the earth over the antimeridian only where that is narrower by a tenth at
  /// least: pins all over the world are centred on Greenwich, not on the Pacific. A single place
  /// gets a span of a hundredth of a degree, about a kilometre; an empty set gets the world.
  /// Coordinates off the earth are left out. Takes O(n) time on each call.
  public var region: Region {
    var latitudes = Interval()
    var longitudes = Interval()
    var longitudesOverAntimeridian = Interval()
    for coordinate in coordinates where coordinate.isValid {
      let longitude = coordinate.longitude
      latitudes.extend(to: coordinate.latitude)
      longitudes.extend(to: longitude)
      longitudesOverAntimeridian.extend(to: longitude < 0 ? longitude + 360 : longitude)
    }
    guard !latitudes.isEmpty else {
      return Region(
        center: Coordinate(latitude: 0, longitude: 0),
        span: CoordinateSpan(latitudeDelta: 180, longitudeDelta: 360))
    }
    if longitudesOverAntimeridian.width < 0.9 * longitudes.width {
      longitudes = longitudesOverAntimeridian
    }
    let longitude = longitudes.middle
    return Region(
      center: Coordinate(
        latitude: latitudes.middle,
        longitude: longitude > 180 ? longitude - 360 : longitude),
      span: CoordinateSpan(
        latitudeDelta: latitudes.span(atMost: 180),
        longitudeDelta: longitudes.span(atMost: 360))
    )
  }
}

/// A range of degrees that grows with the values that it has seen.
private struct Interval {
  var lower = Double.infinity
  var upper = -Double.infinity

  var isEmpty: Bool { lower > upper }
  var width: Double { upper - lower }
  var middle: Double { lower + (upper - lower) / 2 }

  mutating func extend(to value: Double) {
    lower = min(lower, value)
    upper = max(upper, value)
  }

  /// The width as a span: visible where it is zero, and a hair wider than the values, so that the
  /// rounding of middle and half loses no pin at the edge.
  func span(atMost limit: Double) -> Double { min(max(width + 2e-9, 0.01), limit) }
}
