import BenchmarkTables
import Clustering
import ClusteringWorkloads

/// A query for every view of the camera's way, one after the other, into the same array.
///
/// Generic, so that a query costs no more than it does in an app: calling through a closure takes
/// half as long as the query itself.
struct ViewSeries<Index: ViewIndex> {
  private let workload: Workload
  private let index: Index

  init(_ workload: Workload, _ index: Index) {
    self.workload = workload
    self.index = index
  }

  /// The nanoseconds of all queries, and of a single one at the 50th and the 99th percentile.
  func times() -> [Double] {
    var items: [ClusterItem] = []
    let views = workload.views
    return SeriesTimes(stepCount: views.count) {
      index.items(in: views[$0].rect, zoom: views[$0].zoom, into: &items)
    }.figures
  }

  /// How often a query allocates once the array has grown to what the views need.
  func allocations() throws -> [Double] {
    var items: [ClusterItem] = []
    for view in workload.views { index.items(in: view.rect, zoom: view.zoom, into: &items) }
    try workload.meter.reset()
    for view in workload.views { index.items(in: view.rect, zoom: view.zoom, into: &items) }
    let reading = try workload.meter.read()
    return [Double(reading.allocations) / Double(workload.views.count)]
  }

  /// The items of all views together.
  var itemCount: Int {
    var items: [ClusterItem] = []
    var count = 0
    for view in workload.views {
      index.items(in: view.rect, zoom: view.zoom, into: &items)
      count += items.count
    }
    return count
  }

  func allocationCheck(_ title: String) throws -> Check {
    let allocations = try allocations()[0]
    return Check(
      "\(title) allocates nothing", subject: workload.subject,
      hasPassed: allocations == 0, finding: Contest.Unit.allocations.text(allocations))
  }
}
