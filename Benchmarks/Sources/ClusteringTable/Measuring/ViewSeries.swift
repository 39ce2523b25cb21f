import BenchmarkTables
import Clustering
import ScenarioModel

/// A query for each view of the camera path, one after the other, into the same array.
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

  /// The times and the allocations of the queries.
  func contests(_ title: String) -> [Contest] {
    [
      Contest(measures: SeriesTimes.measures(title, count: workload.views.count), ours: times),
      Contest(
        measures: [.init("allocations a \(title)", .allocations)], isCounted: true,
        ours: allocations),
    ]
  }

  /// The nanoseconds of all queries, and of a single one at the 50th and the 99th percentile.
  func times() -> [Double] {
    var items: [ClusterItem] = []
    let views = workload.views
    return SeriesTimes(stepCount: views.count) {
      index.items(in: views[$0].rect, zoom: views[$0].zoom, into: &items)
    }.figures
  }

  /// The nanoseconds of all queries, into a new array, as after a build.
  func firstPass() -> [Double] {
    [
      Stopwatch.nanoseconds {
        var items: [ClusterItem] = []
        for view in workload.views { index.items(in: view.rect, zoom: view.zoom, into: &items) }
        return items
      }
    ]
  }

  /// The number of allocations of a query after the array has grown to its final size.
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
