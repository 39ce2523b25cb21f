import BenchmarkTables
import Clustering
import ReferenceClusters

/// The time until the map shows the result of a filter, here one pin in ten.
///
/// The reference has no filters: its users build an index of the included pins, and then query it.
struct FilterRow: Row {
  let name = "filter"

  func contests(_ workload: Workload) throws -> [Contest] {
    let clusters = try workload.clusters()
    let grid = try GridClusters(points: workload.points)
    return contests("clusters", FilteredIndex(index: clusters), workload)
      + preparedContests(clusters, workload)
      + contests("grid", FilteredIndex(index: grid), workload)
  }

  func checks(_ workload: Workload) throws -> [Check] {
    try checks("clusters", FilteredIndex(index: workload.clusters()), workload)
      + checks("grid", FilteredIndex(index: GridClusters(points: workload.points)), workload)
  }

  /// A predicate that each query calls.
  private func contests<Index>(
    _ title: String, _ index: FilteredIndex<Index>, _ workload: Workload
  ) -> [Contest] {
    [
      Contest(
        measures: SeriesTimes.measures(
          "\(title) query with a filter", count: workload.views.count),
        ours: ViewSeries(workload, index).times),
      Contest(
        measures: [.init("\(title), a new filter's first view")],
        ours: { [firstViewTime { index }] }, reference: rebuiltReference(workload)),
    ]
  }

  /// A filter that is prepared once.
  private func preparedContests(
    _ clusters: HierarchicalClusters, _ workload: Workload
  ) -> [Contest] {
    let filtered = clusters.filtered(where: PinFilter.isIncluded)
    return [
      Contest(
        measures: SeriesTimes.measures("prepared filter's query", count: workload.views.count),
        ours: ViewSeries(workload, filtered).times),
      Contest(
        measures: [.init("prepared filter's first view")],
        ours: { [firstViewTime { clusters.filtered(where: PinFilter.isIncluded) }] },
        reference: rebuiltReference(workload)),
    ]
  }

  private func rebuiltReference(_ workload: Workload) -> Contest.Reference {
    let points = workload.points
    return .init("supercluster's algorithm, built again") {
      [
        firstViewTime {
          let pins = points.indices.filter(PinFilter.isIncluded)
          return KDTreeClusters(points: pins.map { points[$0] })
        }
      ]
    }
  }

  /// The nanoseconds until the whole map is shown.
  private func firstViewTime(_ makeIndex: () -> some ViewIndex) -> Double {
    var items: [ClusterItem] = []
    return Stopwatch.nanoseconds {
      let index = makeIndex()
      index.items(in: .world, zoom: 2, into: &items)
      return index
    }
  }

  private func checks<Index>(
    _ title: String, _ index: FilteredIndex<Index>, _ workload: Workload
  ) throws -> [Check] {
    var items: [ClusterItem] = []
    let expected = workload.points.indices.count(where: PinFilter.isIncluded)
    let sums = [0.0, 8, 16].map { zoom in
      index.items(in: .world, zoom: zoom, into: &items)
      return items.reduce(0) { $0 + $1.count }
    }
    return [
      Check(
        "filtered items of the world stand for every included pin (\(title))",
        subject: workload.subject, hasPassed: sums.allSatisfy { $0 == expected },
        finding: "zooms 0, 8, 16"),
      try ViewSeries(workload, index).allocationCheck("a query with a filter (\(title))"),
    ]
  }
}
