import BenchmarkTables
import Clustering
import ReferenceClusters

/// The time to find the visible items on the camera path.
struct QueryRow: Row {
  let name = "query"
  let dependsOnData = true

  func contests(_ workload: Workload) throws -> [Contest] {
    let ours = ViewSeries(workload, try workload.clusters())
    let theirs = ViewSeries(workload, workload.reference())
    return [
      Contest(
        measures: SeriesTimes.measures("query", count: workload.views.count), ours: ours.times,
        reference: .init("supercluster's algorithm", theirs.times)),
      Contest(
        measures: [.init("\(workload.views.count) x query, first pass after a build")],
        ours: {
          ViewSeries(workload, try HierarchicalClusters(points: workload.points)).firstPass()
        },
        reference: .init("supercluster's algorithm") {
          ViewSeries(workload, KDTreeClusters(points: workload.points)).firstPass()
        }),
      Contest(
        measures: [.init("allocations a query", .allocations)], isCounted: true,
        ours: ours.allocations, reference: .init("supercluster's algorithm", theirs.allocations)),
    ]
  }

  func checks(_ workload: Workload) throws -> [Check] {
    let ours = ViewSeries(workload, try workload.clusters())
    let count = ours.itemCount
    let expected = ViewSeries(workload, workload.reference()).itemCount
    // As in `BuildRow`: 32-bit floats distinguish crowded pins badly. An item that differs is
    // counted in each view that shows it.
    let share = workload.subject.dataSet == .cities ? 500 : 50
    return [
      Check(
        "all views together show as many items as the reference", subject: workload.subject,
        hasPassed: abs(count - expected) <= max(2, expected / share),
        finding: "\(count) and \(expected)"),
      try ours.allocationCheck("a query"),
    ]
  }
}
