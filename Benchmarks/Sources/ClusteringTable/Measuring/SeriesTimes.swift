import ScenarioModel
import Support

/// The times of a series of short steps, in total and of each step.
///
/// The steps run three times: to warm up, then between two readings of the clock, then with a
/// reading between any two steps. A reading costs tens of nanoseconds, which the single times
/// contain and the total does not.
struct SeriesTimes {
  private(set) var total = 0.0
  private var single: [Int64]

  /// The labels of ``figures``.
  static func measures(_ title: String, count: Int) -> [Contest.Measure] {
    [.init("\(count) x \(title)"), .init("\(title), p50"), .init("\(title), p99")]
  }

  @inline(__always)
  init(stepCount: Int, _ step: (Int) -> Void) {
    single = [Int64](repeating: 0, count: stepCount)
    for index in 0..<stepCount { step(index) }
    total = Stopwatch.nanoseconds {
      for index in 0..<stepCount { step(index) }
    }
    var before = MonotonicClock.now()
    for index in 0..<stepCount {
      step(index)
      let now = MonotonicClock.now()
      single[index] = now - before
      before = now
    }
    single.sort()
  }

  /// The nanoseconds of all steps, and of a single one at the 50th and the 99th percentile.
  var figures: [Double] {
    [total, percentile(.p50), percentile(.p99)]
  }

  private func percentile(_ percentile: Percentile) -> Double {
    Double(percentile.value(ofAscending: single) ?? 0)
  }
}
