import Benchmark

let benchmarks: @Sendable () -> Void = {
  for size in BenchmarkSizes.fromEnvironment() {
    let pins = BenchmarkPins(count: size)
    addBuildBenchmarks(on: pins)
    addQueryBenchmarks(on: pins)
    addDifferenceBenchmarks(on: pins)
    addFilterBenchmarks(on: pins)
    addUpdateBenchmarks(on: pins)
  }
}
