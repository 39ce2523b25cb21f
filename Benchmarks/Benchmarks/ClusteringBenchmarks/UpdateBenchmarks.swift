import Benchmark
import Clustering
import ClusteringWorkloads

func addUpdateBenchmarks(on pins: BenchmarkPins) {
  addBenchmark(
    pins.name("move 1000 pins of LiveClusters"),
    prepare: { try MovingPins(on: pins) },
    work: { moving in try moving.move() })
}

/// Pins that move there and back, so that each iteration moves the same ones.
private struct MovingPins {
  private var clusters: LiveClusters
  private let moves: PinMoves
  private var isMoved = false

  init(on pins: BenchmarkPins) throws {
    clusters = try LiveClusters(points: pins.points)
    moves = PinMoves(points: pins.points)
  }

  mutating func move() throws {
    try clusters.move(isMoved ? moves.back : moves.forth)
    isMoved.toggle()
  }
}
