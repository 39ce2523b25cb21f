import Foundation
import Measurement
import ScenarioModel

/// How a strategy's measured metric stands to the naive strategy's in the same run, over rounds that
/// measured both within seconds.
///
/// What a machine does to one it does to the other, so that their ratio can be kept in a file where
/// neither of them could.
public struct RatioEstimate: Hashable, Sendable {
  /// The mean over the rounds of the natural logarithm of the ratio, to six decimals.
  public let logRatio: Double
  /// The standard error of that mean; `nil` where fewer than three rounds do not tell.
  public let standardError: Double?
  /// How many rounds measured both.
  public let rounds: Int

  public init(logRatio: Double, standardError: Double?, rounds: Int) {
    self.logRatio = logRatio
    self.standardError = standardError
    self.rounds = rounds
  }

  /// The ratio itself.
  public var ratio: Double { exp(logRatio) }

  var mean: LogDifference.Mean {
    LogDifference.Mean(estimate: logRatio, standardError: standardError, count: rounds)
  }
}

extension RatioEstimate {
  /// The metrics that a baseline holds as ratios.
  static let metrics: [Metric] = [
    .buildTime, .frameTimeP50, .frameTimeP95, .peakLiveBytes, .peakResidentBytes,
  ]

  /// Below these a ratio tells of the meter and not of the strategy: a reading of the clock takes
  /// some 25 ns, and the peak of live bytes may be 128 KB too low.
  private static func least(of metric: Metric) -> (value: Double, text: String) {
    metric.unit == .nanoseconds ? (5_000, "5 µs") : (2_000_000, "2 MB")
  }

  /// The ratio of a metric, or why there is none.
  static func value(of metric: ComparedMetric, to naive: ComparedMetric) -> ComparedMetric.Value {
    for side in [metric, naive] {
      switch side.value {
      case .notAvailable(let reason): return .notAvailable(reason: reason)
      case .notFinite: return .notFinite
      case .ratio, .tooLittle: return side.value
      case .number: break
      }
    }
    let least = least(of: metric.metric)
    let tooLittle = "less than \(least.text), too little for a ratio"
    guard let own = metric.number, own >= least.value else {
      return .tooLittle(reason: tooLittle, floor: least.value)
    }
    guard let number = naive.number, number >= least.value else {
      return .tooLittle(reason: "the naive strategy's is \(tooLittle)", floor: nil)
    }
    let values = Dictionary(
      naive.samples.map { ($0.trial, $0.value) }, uniquingKeysWith: { first, _ in first })
    let logarithms = metric.samples.compactMap { sample in
      values[sample.trial].flatMap { other in
        sample.value > 0 && other > 0 ? log(sample.value / other) : nil
      }
    }
    guard let mean = LogDifference.Mean(logarithms) else {
      return .notAvailable(reason: "no round measured both strategies")
    }
    // Six decimals say more than any clock knows, and are the same on every machine.
    return .ratio(
      RatioEstimate(
        logRatio: rounded(mean.estimate), standardError: mean.standardError.map { rounded($0) },
        rounds: mean.count))
  }

  private static func rounded(_ value: Double) -> Double {
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == 0 ? 0 : rounded
  }
}

extension ComparedRun {
  /// The run as a baseline holds it: what is counted and modelled, and of what was measured the
  /// ratios to the naive strategy.
  ///
  /// The naive strategy's own cases keep nothing that was measured.
  public var withRatios: ComparedRun {
    ComparedRun(
      provenance: provenance,
      scenarios: scenarios.map { scenario in
        let naive = scenario.cases.filter { $0.scenarioCase.strategy == scenario.naive }
        return scenario.with(
          cases: scenario.cases.map { result in
            result.withRatios(
              to: naive.first {
                $0.scenarioCase.variant == result.scenarioCase.variant
                  && $0.scenarioCase.size == result.scenarioCase.size
              }, named: scenario.naive)
          })
      })
  }
}

extension ComparedCase {
  fileprivate func withRatios(to naive: ComparedCase?, named name: String) -> ComparedCase {
    let isNaive = scenarioCase.strategy == name
    let names = Set(RatioEstimate.metrics.map(\.name))
    let kept = metrics.compactMap { metric -> ComparedMetric? in
      if metric.metric.kind.isDeterministic { return metric }
      guard !isNaive, names.contains(metric.metric.name) else { return nil }
      guard let naive, naive.status == .completed,
        let other = naive[metric: metric.metric.name]
      else {
        return ComparedMetric(
          metric: metric.metric, value: .notAvailable(reason: "\(name) did not complete"))
      }
      return ComparedMetric(
        metric: metric.metric, value: RatioEstimate.value(of: metric, to: other),
        samples: metric.samples)
    }
    return ComparedCase(scenarioCase: scenarioCase, status: status, trials: trials, metrics: kept)
  }
}
