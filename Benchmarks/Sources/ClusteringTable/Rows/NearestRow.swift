import BenchmarkTables
import Clustering

/// The time to find the 10 pins nearest to the middle of a view.
struct NearestRow: Row {
  let name = "nearest"

  private static let pinCount = 10

  func contests(_ workload: Workload) throws -> [Contest] {
    let index = try SpatialIndex(points: workload.points)
    let places = workload.views.map { $0.rect.center.coordinate }
    return [
      Contest(
        measures: SeriesTimes.measures("\(Self.pinCount) nearest pins", count: places.count),
        ours: {
          var nearby: [NearbyPin] = []
          return SeriesTimes(stepCount: places.count) {
            index.pins(nearest: Self.pinCount, to: places[$0], into: &nearby)
          }.figures
        })
    ]
  }

  func checks(_ workload: Workload) throws -> [Check] {
    let index = try SpatialIndex(points: workload.points)
    let coordinates = workload.points.map(\.coordinate)
    var (nearby, wrongCount): ([NearbyPin], Int) = ([], 0)
    // Looking at all pins takes long: every sixtieth view is enough.
    let views = stride(from: 0, to: workload.views.count, by: 60)
    for number in views {
      let place = workload.views[number].rect.center.coordinate
      index.pins(nearest: Self.pinCount, to: place, into: &nearby)
      let all = coordinates.indices.map { pin in
        NearbyPin(pin: pin, distance: coordinates[pin].greatCircleDistance(to: place))
      }
      if nearby != Array(all.sorted().prefix(Self.pinCount)) { wrongCount += 1 }
    }
    return [
      Check(
        "the nearest pins are the ones found by looking at every pin",
        subject: workload.subject, hasPassed: wrongCount == 0,
        finding: "\(wrongCount) of \(Array(views).count) are not")
    ]
  }
}

extension MapRect {
  fileprivate var center: MapPoint { MapPoint(x: midX, y: midY) }
}
