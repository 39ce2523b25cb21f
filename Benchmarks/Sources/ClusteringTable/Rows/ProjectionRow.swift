import Clustering
import Foundation

/// The cost of projecting all pins from degrees to map points, on one thread.
struct ProjectionRow: Row {
  let name = "projection"

  func contests(_ workload: Workload) -> [Contest] {
    let coordinates = workload.coordinates
    let library = Contest.Reference.build("system's sine and logarithm") {
      coordinates.map { MapPoint(projectedByLibrary: $0) }
    }
    return [
      .build(
        "projection, all at once", { [MapPoint](projecting: coordinates) }, reference: library),
      Contest(
        measures: [.init("projection, one by one")],
        ours: { [Stopwatch.nanoseconds { coordinates.map { MapPoint($0) } }] },
        reference: library),
    ]
  }
}

extension MapPoint {
  /// As most programs project: with the system's library, without a check.
  fileprivate init(projectedByLibrary coordinate: Coordinate) {
    let sine = sin(coordinate.latitude * .pi / 180)
    self.init(
      x: (coordinate.longitude / 360 + 0.5) * MapSize.world.width,
      y: (0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)) * MapSize.world.height)
  }
}
