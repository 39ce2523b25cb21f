import Foundation
import Platform
import Support

/// A span of the axis of slowness, and the best estimate in it.
package struct SlownessEstimate: Hashable, Sendable, Encodable {
  package let factor: Double
  package let low: Double
  package let high: Double
  /// Indicates whether the measured number bounds the slowness from below, whatever the costs.
  private let hasLowerBound: Bool

  init(_ factor: Double, _ low: Double, _ high: Double, hasLowerBound: Bool) {
    (self.low, self.high, self.hasLowerBound) = (low, high, hasLowerBound)
    self.factor = min(max(factor, low), high)
  }

  /// The slowness of a scenario's device: where only the upper end is known, that one.
  package var slowness: Slowness {
    hasLowerBound ? Slowness(factor, upTo: high) : Slowness(high)
  }

  /// `2.1 times (1.8 to 2.5)`, `at most 1.6 times`.
  package var text: String {
    if !hasLowerBound { return "at most \(Slowness.text(high)) times" }
    if high >= Slowness.axis.upperBound { return "at least \(Slowness.text(low)) times" }
    return
      "\(Slowness.text(factor)) times (\(Slowness.text(low)) to \(Slowness.text(high)))"
  }

  /// The span with that of most draws of what else is not known: from the lowest but a tenth to the
  /// highest but a tenth.
  func widened(by draws: [Self]) -> Self {
    guard !draws.isEmpty else { return self }
    let (lows, highs) = (draws.map(\.low).sorted(), draws.map(\.high).sorted())
    let tenth = draws.count / 10
    return Self(
      factor, min(low, lows[tenth]), max(high, highs[highs.count - 1 - tenth]),
      hasLowerBound: hasLowerBound)
  }

  /// The common span of several numbers of one phone, with the estimate of the narrowest one; if
  /// they contradict each other, the span from the lowest to the highest.
  static func joined(_ estimates: [Self]) -> (estimate: Self, agrees: Bool)? {
    guard let best = estimates.min(by: { $0.high / $0.low < $1.high / $1.low }) else { return nil }
    let (lows, highs) = (estimates.map(\.low), estimates.map(\.high))
    let (low, high) = (lows.reduce(best.low, max), highs.reduce(best.high, min))
    let isBounded = estimates.contains(where: \.hasLowerBound)
    guard low > high else {
      return (Self(best.factor, low, high, hasLowerBound: isBounded), true)
    }
    return (
      Self(
        best.factor, lows.reduce(best.low, min), highs.reduce(best.high, max),
        hasLowerBound: isBounded), false
    )
  }
}

/// The values of a number of a replay on phones of ascending slowness.
///
/// It is taken to rise: where it falls, it keeps the largest value before. Between two factors it
/// changes evenly on a logarithmic axis.
struct SlownessCurve {
  private let points: [(factor: Double, value: Double)]

  init(_ points: [(factor: Double, value: Double)]) {
    var largest = -Double.infinity
    self.points = points.sorted { $0.factor < $1.factor }.map { factor, value in
      largest = max(largest, value)
      return (factor, largest)
    }
  }

  /// Indicates whether the number says nothing about the speed of a phone.
  var isFlat: Bool { points.first?.value == points.last?.value }

  /// The factors at which a measured number is possible; `nil` if it is at none.
  func estimate(of samples: SampleSummary) -> SlownessEstimate? {
    guard let first = points.first, let last = points.last, !isFlat, first.value <= samples.high,
      last.value >= samples.low
    else { return nil }
    let middle = (reach(samples.median) * leave(samples.median)).squareRoot()
    let low = reach(samples.low)
    return SlownessEstimate(
      middle, low, leave(samples.high), hasLowerBound: low > Slowness.axis.lowerBound)
  }

  /// The factor at which the number reaches a value.
  private func reach(_ value: Double) -> Double {
    crossing(points.firstIndex { $0.value >= value } ?? points.count - 1, value)
  }

  /// The factor at which the number leaves a value.
  private func leave(_ value: Double) -> Double {
    guard let index = points.firstIndex(where: { $0.value > value }) else {
      return points[points.count - 1].factor
    }
    return crossing(index, value)
  }

  /// The factor between a point and the one before at which the number has a value.
  private func crossing(_ index: Int, _ value: Double) -> Double {
    guard index > 0 else { return points[0].factor }
    let (low, high) = (points[index - 1], points[index])
    guard high.value > low.value else { return low.factor }
    let part = min(max((value - low.value) / (high.value - low.value), 0), 1)
    return low.factor * pow(high.factor / low.factor, part)
  }
}
