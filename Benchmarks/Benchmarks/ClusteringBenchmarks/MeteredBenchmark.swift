import Benchmark
import Harness
import ScenarioModel

/// Adds a benchmark of work on a state that is prepared once.
///
/// Each iteration does the work twice: for the library's clock, and for this package's meter.
/// Without its interposers, which would replace the allocator, the library's malloc and ARC metrics
/// are all zero; processor time has steps of 10 ms, and a metric of resident memory starts a thread
/// that allocates at the same time.
func addBenchmark<State>(
  _ name: String, prepare: @escaping () throws -> State,
  work: @escaping (inout State) throws -> Void
) {
  let allocations = BenchmarkMetric.custom("allocations", useScalingFactor: false)
  let bytes = BenchmarkMetric.custom("bytes allocated", useScalingFactor: false)
  let prepared = Prepared(prepare)
  Benchmark(
    name,
    configuration: .init(
      metrics: [.wallClock, allocations, bytes],
      maxDuration: .seconds(2), maxIterations: 1000),
    closure: { benchmark in
      try prepared.update { state in
        benchmark.startMeasurement()
        try work(&state)
        benchmark.stopMeasurement()
        var meter = try AllocationMeter()
        try meter.reset()
        try work(&state)
        let reading = try meter.read()
        benchmark.measurement(allocations, reading.allocations)
        benchmark.measurement(bytes, reading.bytesAllocated)
      }
    },
    teardown: { prepared.discard() })
}

/// A state that is made when it is first needed.
///
/// The library runs benchmarks, their setup and their teardown one after the other.
private final class Prepared<State> {
  private let make: () throws -> State
  private var state: State?

  init(_ make: @escaping () throws -> State) {
    self.make = make
  }

  func update(_ body: (inout State) throws -> Void) throws {
    var current = try state ?? make()
    state = nil
    try body(&current)
    state = current
  }

  func discard() {
    state = nil
  }
}
