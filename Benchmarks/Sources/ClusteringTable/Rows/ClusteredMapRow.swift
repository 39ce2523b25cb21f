import BenchmarkTables
import Clustering

/// The time of an update of `ClusteredMap` from one view of the camera path to the next, compared
/// with the time of its parts.
struct ClusteredMapRow: Row {
  let name = "clustered-map"

  func contests(_ workload: Workload) -> [Contest] {
    let views = workload.views
    return [
      Contest(
        measures: SeriesTimes.measures("update of a clustered map", count: views.count),
        ours: {
          var map = try Self.map(workload)
          var insertionCount = 0
          let times = SeriesTimes(stepCount: views.count) {
            let difference = map.update(visible: views[$0].rect, zoom: views[$0].zoom)
            insertionCount &+= difference.insertions.count
          }
          withExtendedLifetime(insertionCount) {}
          return times.figures
        },
        reference: .init("live clusters and a difference") {
          var parts = try MapParts(workload)
          return SeriesTimes(stepCount: views.count) { parts.update(to: views[$0]) }.figures
        })
    ]
  }

  func checks(_ workload: Workload) throws -> [Check] {
    var map = try Self.map(workload)
    var parts = try MapParts(workload)
    let wrongCount = workload.views.count { view in
      let ours = map.update(visible: view.rect, zoom: view.zoom)
      parts.update(to: view)
      let theirs = parts.difference
      return ours.removals.count != theirs.removals.count
        || ours.insertions.count != theirs.insertions.count
        || ours.changes.count != theirs.changes.count
    }
    return [
      Check(
        "a clustered map's updates are as large as its parts' updates", subject: workload.subject,
        hasPassed: wrongCount == 0, finding: "\(wrongCount) of \(workload.views.count) are not")
    ]
  }

  private static func map(_ workload: Workload) throws -> ClusteredMap<MapElement> {
    var map = ClusteredMap<MapElement>(coordinate: { $0.coordinate })
    try map.insert(
      contentsOf: workload.coordinates.enumerated().map { MapElement(id: $0, coordinate: $1) })
    return map
  }
}

/// An element of an app.
private struct MapElement: Identifiable, Sendable {
  let id: Int
  let coordinate: Coordinate
}

/// A map by `LiveClusters` and a difference, as an app would write it.
private struct MapParts {
  private let clusters: LiveClusters
  private var shown: [ClusterItem] = []
  private var wanted: [ClusterItem] = []
  private(set) var difference = AnnotationDifference()

  init(_ workload: Workload) throws {
    clusters = try LiveClusters(points: workload.points)
  }

  mutating func update(to view: CameraView) {
    clusters.snapshot.items(in: view.rect.padded(by: 0.25), zoom: view.zoom, into: &wanted)
    difference.update(from: shown, to: wanted)
    swap(&shown, &wanted)
  }
}
