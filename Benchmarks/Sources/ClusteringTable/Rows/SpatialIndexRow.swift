import BenchmarkTables
import Clustering
import ReferenceClusters

/// The index of single pins, compared with a kd-tree.
struct SpatialIndexRow: Row {
  let name = "spatial-index"

  func contests(_ workload: Workload) throws -> [Contest] {
    let points = workload.points
    let views = workload.views
    let index = try SpatialIndex(points: points)
    let tree = KDTree(points: points)
    return [
      .build(
        "spatial index, build", { try SpatialIndex(points: points) },
        reference: .build("kd-tree") { KDTree(points: points) }),
      .memory(
        "spatial index", workload, { try SpatialIndex(points: points) },
        reference: .init("kd-tree") {
          try Contest.bytesAPin(workload) { KDTree(points: points) }
        }),
      Contest(
        measures: SeriesTimes.measures("pins in a view", count: views.count),
        ours: {
          var sum = 0
          let times = SeriesTimes(stepCount: views.count) {
            index.forEachPin(in: views[$0].rect) { sum &+= $0 }
          }
          withExtendedLifetime(sum) {}
          return times.figures
        },
        reference: .init("kd-tree") {
          var sum = 0
          let times = SeriesTimes(stepCount: views.count) {
            tree.forEachID(in: views[$0].rect) { sum &+= $0 }
          }
          withExtendedLifetime(sum) {}
          return times.figures
        }),
    ]
  }

  func checks(_ workload: Workload) throws -> [Check] {
    let index = try SpatialIndex(points: workload.points)
    var (found, expected) = (0, 0)
    // Looking at all pins takes long: every twentieth view is enough.
    for number in stride(from: 0, to: workload.views.count, by: 20) {
      let rect = workload.views[number].rect
      let parts = rect.partsOnWorld
      index.forEachPin(in: rect) { _ in found += 1 }
      for point in workload.points where parts.contains(where: { $0.contains(point) }) {
        expected += 1
      }
    }
    return [
      Check(
        "the spatial index finds as many pins as looking at every one does",
        subject: workload.subject, hasPassed: found == expected, finding: "\(found) and \(expected)"
      )
    ]
  }
}
