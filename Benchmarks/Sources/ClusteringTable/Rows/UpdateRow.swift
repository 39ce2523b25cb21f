import BenchmarkTables
import Clustering

/// Live clusters: the time to move 1,000 of their pins by a kilometre or less.
struct UpdateRow: Row {
  let name = "update"

  func contests(_ workload: Workload) throws -> [Contest] {
    let points = workload.points
    let moves = PinMoves(points: points)
    var clusters = try LiveClusters(points: points)
    var isMoved = false
    return try [
      .build("live clusters, build") { try LiveClusters(points: points) },
      .memory("live clusters", workload, { try LiveClusters(points: points) }),
      Contest(
        measures: [.init("live clusters, move \(moves.forth.count) pins")],
        ours: {
          // There and back, so that each sample moves the same pins.
          let pins = isMoved ? moves.back : moves.forth
          isMoved.toggle()
          return [try Stopwatch.nanoseconds { try clusters.move(pins) }]
        },
        reference: .build("grid, built again") { try GridClusters(points: points) }),
    ] + liveSeries(workload).contests("live query")
  }

  func checks(_ workload: Workload) throws -> [Check] {
    let moves = PinMoves(points: workload.points)
    var clusters = try LiveClusters(points: workload.points)
    try clusters.move(moves.forth)
    let snapshot = clusters.snapshot
    let grid = try GridClusters(points: moves.moved(workload.points))
    var (items, expected): ([ClusterItem], [ClusterItem]) = ([], [])
    let wrongCount = workload.views.count { view in
      snapshot.items(in: view.rect, zoom: view.zoom, into: &items)
      grid.items(in: view.rect, zoom: view.zoom, into: &expected)
      return items != expected
    }
    return [
      Check(
        "after moves, live clusters show what a new grid shows", subject: workload.subject,
        hasPassed: wrongCount == 0, finding: "\(wrongCount) of \(workload.views.count) do not"),
      try liveSeries(workload).allocationCheck("a live query"),
    ]
  }

  private func liveSeries(_ workload: Workload) throws -> ViewSeries<LiveClusters.Snapshot> {
    ViewSeries(workload, try LiveClusters(points: workload.points).snapshot)
  }
}
