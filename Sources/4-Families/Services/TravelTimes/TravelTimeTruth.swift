import Clustering
import Platform
import Simulation

/// The true travel times of a list's rows, for a person who moves through the city.
struct TravelTimeTruth: Sendable {
  let transportType: TransportType
  private let destinations: [Coordinate]
  private let directions: DirectionsParameters
  private let start: Coordinate
  /// In degrees of longitude per nanosecond; the person goes east.
  private let speed: Double
  /// In seconds.
  private let tolerance: Double

  init(visit: ListVisit, transportType: TransportType, profile: PlatformProfile) {
    destinations = visit.coordinates
    self.transportType = transportType
    directions = DirectionsParameters(profile: profile)
    tolerance = profile[.travelTimeTolerance] / 1e9
    let count = Double(max(visit.coordinates.count, 1))
    start = Coordinate(
      latitude: visit.coordinates.reduce(0) { $0 + $1.latitude } / count,
      longitude: visit.coordinates.reduce(0) { $0 + $1.longitude } / count)
    // A degree of longitude is shorter away from the equator, by at most a third in most cities.
    speed = profile[.listPersonSpeed] / 3.6 / 111_195 / 1e9
  }

  /// The person's place.
  func position(at time: Int64) -> Coordinate {
    var longitude = start.longitude + speed * Double(time)
    if longitude > 180 { longitude -= 360 }
    return Coordinate(latitude: start.latitude, longitude: longitude)
  }

  /// The travel time in seconds to a row's place, for a start at a time.
  private func time(row: Int, at time: Int64) -> Double {
    let line = position(at: time).greatCircleDistance(to: destinations[row])
    return directions.way(of: line, by: transportType).time
  }

  func isRight(_ shown: Double, row: Int, at moment: Int64) -> Bool {
    abs(shown - time(row: row, at: moment)) <= tolerance
  }

  /// The difference as a fraction of the true time.
  func relativeError(_ shown: Double, row: Int, at moment: Int64) -> Double {
    let truth = time(row: row, at: moment)
    return truth > 0 ? abs(shown - truth) / truth : 0
  }
}
