import BenchmarkTables
import Clustering

/// The clusters of a grid. There is no reference for them.
struct GridRow: Row {
  let name = "grid"

  func contests(_ workload: Workload) throws -> [Contest] {
    let points = workload.points
    let grid = try GridClusters(points: points)
    return [
      .build("grid, build") { try GridClusters(points: points) },
      .memory("grid and its index", workload, { try GridClusters(points: points) }),
    ] + ViewSeries(workload, grid).contests("grid query")
  }

  func checks(_ workload: Workload) throws -> [Check] {
    let grid = try GridClusters(points: workload.points)
    let series = ViewSeries(workload, grid)
    var items: [ClusterItem] = []
    let sums = [0.0, 5, 10, 15, 20].map { zoom in
      grid.items(in: .world, zoom: zoom, into: &items)
      return items.reduce(0) { $0 + $1.count }
    }
    return [
      Check(
        "the grid's items of the world stand for every pin", subject: workload.subject,
        hasPassed: sums.allSatisfy { $0 == workload.count },
        finding: "zooms 0, 5, 10, 15, 20"),
      try series.allocationCheck("a grid query"),
    ]
  }
}
