import Benchmark
import Harness
import ScenarioModel
import Support

/// The harness's own cost for a frame, which must be far below the measured times.
///
/// "between the clocks" is the time of an empty frame, which the harness adds to each measured
/// frame. The same run measures two bare clock readings, for comparison.
let benchmarks: @Sendable () -> Void = {
  let frameCount = 10_000
  let betweenClocks = BenchmarkMetric.custom("ns a frame between the clocks")
  let wholeFrame = BenchmarkMetric.custom("ns a frame in all")

  Benchmark(
    "two clock readings",
    configuration: .init(metrics: [betweenClocks], maxDuration: .seconds(3))
  ) { benchmark in
    var sum: Int64 = 0
    for _ in 0..<frameCount {
      let start = MonotonicClock.now()
      sum += MonotonicClock.now() - start
    }
    benchmark.measurement(betweenClocks, Int(sum) / frameCount)
  }

  Benchmark(
    "an empty frame",
    configuration: .init(metrics: [betweenClocks, wholeFrame], maxDuration: .seconds(3))
  ) { benchmark in
    var replay = MeasuredReplay(EmptyReplay(frameCount: frameCount))
    try replay.build()
    let start = MonotonicClock.now()
    let steps = try replay.step(frameCount)
    let whole = MonotonicClock.now() - start
    benchmark.measurement(betweenClocks, Int(steps.frameTime) / frameCount)
    benchmark.measurement(wholeFrame, Int(whole) / frameCount)
  }
}

/// A replay whose frames do nothing.
private final class EmptyReplay: Replay {
  let frameCount: Int
  let framesAreIndependent = true

  init(frameCount: Int) {
    self.frameCount = frameCount
  }

  func reset() {}
  func build() throws {}
  func showFrame(_ frame: Int) throws {}
  func frameDidEnd(_ frame: Int) {}
  func results() -> [NamedValue] { [] }
}
