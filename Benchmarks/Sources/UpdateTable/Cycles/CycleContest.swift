import Clustering
import ScenarioModel
import Simulation
import Support

/// A kind of update cycle.
struct CycleContest: Sendable {
  let title: String
  let write: UpdateCycle.Write
  let fitting: RegionFitting
  let updateDuration: Int64

  static let all = [
    CycleContest(
      title: "two regions in turn", write: .regionsInTurn, fitting: .exact, updateDuration: 0),
    CycleContest(
      title: "two regions in turn, 500 µs of virtual work", write: .regionsInTurn, fitting: .exact,
      updateDuration: 500_000),
    CycleContest(
      title: "the region read back, residual fitting with its layout pass",
      write: .regionReadBack, fitting: .residual(points: 0.024), updateDuration: 0),
  ]

  func run(_ count: Int) -> CycleRun {
    let simulation = Simulation()
    let cycle = UpdateCycle(
      write: write, fitting: fitting, updateDuration: updateDuration, limit: count, in: simulation)
    let start = ProcessorTime.thread()
    cycle.begin()
    simulation.run()
    return CycleRun(
      duration: ProcessorTime.thread() - start, updates: cycle.graph.updateCount,
      changes: cycle.mapView.programmaticChangeCount, visible: cycle.mapView.visibleMapRect,
      virtualTime: simulation.now)
  }
}

/// One pass through the cycles.
struct CycleRun: Sendable {
  /// The processor time in nanoseconds.
  let duration: Int64
  let updates: Int
  /// The number of moves of the map.
  let changes: Int
  /// The map's region at the end.
  let visible: MapRect
  let virtualTime: Int64
}
