import Foundation
import ScenarioModel
import Support

/// A judge of single metrics of a case.
struct MetricJudge {
  let kind: ComparisonResults.Kind
  /// The first one of a metric counts.
  let tolerances: [Tolerance]
  let mismatches: [HostMismatch]
  /// The metrics whose every change is a regression.
  let mustNotChange: [String]
  /// The criteria of the family.
  let criteria: [Criterion]
  /// The values of the head's profile that differ from the base's; `nil` where the two are the
  /// same.
  let profileChange: String?

  /// The allowance of a metric that is compared exactly: its tolerance, or the metric's own.
  private func allowance(of metric: Metric, from base: Double?) -> Allowance {
    tolerances.share(of: metric).map { Allowance(share: $0) } ?? metric.allowance(from: base ?? 0)
  }

  /// - Parameter base: `nil` where the base has no metric of the name.
  func verdict(base: MetricResult?, head: MetricResult) -> MetricVerdict {
    let metric = head.metric
    guard let base else {
      switch head.value {
      case .number(let number):
        return number.isFinite
          ? absent(metric, .new, head: head) : absent(metric, .missing(why: Self.notFinite))
      case .notAvailable(let reason):
        return absent(metric, .notGated(why: "not available: \(reason)"))
      }
    }
    guard base.metric.isSameQuantity(as: metric) else {
      return absent(
        metric,
        .missing(
          why: "not comparable: \(Self.definition(of: base.metric)) in the base, "
            + "\(Self.definition(of: metric)) in the head"), base: base, head: head)
    }
    switch (base.value, head.value) {
    case (_, .number(let after)) where !after.isFinite:
      return absent(metric, .missing(why: Self.notFinite), base: base)
    case (.number(let before), _) where !before.isFinite:
      return absent(metric, .missing(why: "the base's number is not finite"), head: head)
    case (.notAvailable, .notAvailable(let reason)):
      return absent(metric, .notGated(why: "not available on either side: \(reason)"))
    case (_, .notAvailable(let reason)):
      return absent(metric, .missing(why: "not available: \(reason)"), base: base)
    case (.notAvailable, _):
      return absent(metric, .new, head: head)
    case (.number(let before), .number(let after)):
      return verdict(metric, base: base, before, head: head, after)
    }
  }

  /// Returns the verdict on a metric that the head does not have.
  func verdict(ofRemoved base: MetricResult) -> MetricVerdict {
    if case .notAvailable(let reason) = base.value {
      return absent(
        base.metric, .notGated(why: "not available in the base (\(reason)), unknown in the head"))
    }
    return absent(base.metric, .missing(why: "the head has no such metric"), base: base)
  }

  private func verdict(
    _ metric: Metric, base: MetricResult, _ before: Double, head: MetricResult, _ after: Double
  ) -> MetricVerdict {
    let verdict =
      if !metric.kind.isDeterministic {
        SampleJudgement(base: base, head: head).verdict(
          tolerance: tolerances.share(of: metric), in: kind)
      } else if mustNotChange.contains(metric.name) {
        MetricVerdict(unchanging: metric, base: before, head: after)
      } else {
        MetricVerdict(
          exact: metric, base: before, head: after,
          allowance: allowance(of: metric, from: before), criteria: criteria)
      }
    // A number that neither the change nor the profile has moved is the same.
    if let profileChange, metric.kind == .modelled, verdict.outcome.isJudged, before != after {
      return verdict.with(outcome: .inconclusive(why: profileChange))
    }
    guard let mismatch = mismatches.first(where: { $0.matters(to: metric) }) else { return verdict }
    return verdict.notGated(why: mismatch.explanation)
  }

  private func absent(
    _ metric: Metric, _ outcome: MetricVerdict.Outcome, base: MetricResult? = nil,
    head: MetricResult? = nil
  ) -> MetricVerdict {
    MetricVerdict(
      metric: metric, outcome: outcome,
      method: metric.kind.isDeterministic
        ? .exact(allowance(of: metric, from: base?.number))
        : .samples(
          base: base?.measurements.count ?? 0, head: head?.measurements.count ?? 0, margin: 0),
      base: base?.number, head: head?.number)
  }

  private static let notFinite = "the head's number is not finite"

  private static func definition(of metric: Metric) -> String {
    "\(metric.kind.rawValue) in \(metric.unit.rawValue), \(metric.polarity.rawValue) is better"
      .replacing("neutral is better", with: "neutral")
  }
}

extension MetricVerdict {
  /// Returns the same numbers, reported and not gated.
  func notGated(why: String) -> MetricVerdict {
    MetricVerdict(
      metric: metric, outcome: .notGated(why: why), method: method, base: base, head: head,
      effect: effect)
  }
}

/// Judges what was measured in two runs that were made at different times.
///
/// Memory can be judged: the allocator's count of live bytes is the same in every trial but for a
/// known error, and resident memory varies by a percent or two. Times cannot: on a shared machine
/// the times of two runs differ by 30 % and more, however many trials agree within each run. With a
/// baseline, times have a ``CoarseLimit``.
struct SampleJudgement {
  /// The interval of allocated bytes between two counts of live bytes, and so the error of the
  /// count.
  static let liveBytesError = 131_072.0
  /// The margin of live bytes; two builds of the same source differ by less.
  static let liveBytesMargin = 0.01
  static let residentBytesMargin = 0.1
  /// The difference of the same work: the kernel counts pages in batches on each processor, and the
  /// allocator requests them in runs.
  static let residentBytesError = 1_048_576.0
  /// The minimum number of trials of resident memory, and of times with a coarse limit: in
  /// fewer, chance alone may put all of one side above the other.
  static let minTrials = 5
  /// The confidence of the reported interval.
  static let confidence = 0.99

  /// The difference in a metric's own unit that passes whatever its share.
  static func error(of metric: Metric) -> Double {
    if metric.unit == .nanoseconds { return CoarseLimit.error }
    return metric.name == Metric.peakLiveBytes.name ? liveBytesError : residentBytesError
  }

  let base: MetricResult
  let head: MetricResult

  private var metric: Metric { head.metric }

  func verdict(tolerance: Double?, in kind: ComparisonResults.Kind) -> MetricVerdict {
    guard let baseRange = base.range, let headRange = head.range else {
      let why = "the samples of the trials are not known"
      return verdict(kind == .baseline ? .missing(why: why) : .notGated(why: why), margin: 0)
    }
    switch metric.name {
    case _ where kind == .baseline && metric.unit == .nanoseconds:
      let margin = max(tolerance ?? 0, CoarseLimit.margin)
      return verdict(
        separation(baseRange, headRange, margin: margin, error: CoarseLimit.error),
        margin: margin)
    case Metric.peakLiveBytes.name:
      let margin = tolerance ?? Self.liveBytesMargin
      let reach = max(margin * baseRange.upperBound, Self.liveBytesError)
      return verdict(
        liveBytes(baseRange, headRange, reach: reach), margin: margin,
        minimumDetectableEffect: baseRange.upperBound > 0 ? 2 * reach / baseRange.upperBound : nil)
    case Metric.peakResidentBytes.name:
      let margin = tolerance ?? Self.residentBytesMargin
      return verdict(
        separation(baseRange, headRange, margin: margin, error: Self.residentBytesError),
        margin: margin)
    default:
      return verdict(
        .notGated(
          why: metric.unit == .nanoseconds
            ? "times of two runs differ by 30 % or more on a shared machine: they are reported, "
              + "not gated; gate compares frame-time and build-time by pairs"
            : "two runs do not show how much it varies without a change"), margin: 0)
    }
  }

  /// A regression where every sample of the head is above every sample of the base by more than the
  /// reach, and a pass where none is: two equal programs cannot be further apart.
  private func liveBytes(
    _ base: ClosedRange<Double>, _ head: ClosedRange<Double>, reach: Double
  ) -> MetricVerdict.Outcome {
    if head.lowerBound - base.upperBound > reach { return .regression }
    if base.lowerBound - head.upperBound > reach { return .improvement }
    if head.upperBound - base.lowerBound <= reach { return .pass }
    return .inconclusive(why: "only some trials of the head are above the base's")
  }

  /// A regression where every sample of the head is above every sample of the base by the margin
  /// and by more than the error, in enough trials of both.
  private func separation(
    _ base: ClosedRange<Double>, _ head: ClosedRange<Double>, margin: Double, error: Double
  ) -> MetricVerdict.Outcome {
    let count = min(self.base.measurements.count, self.head.measurements.count)
    let isEnough = count >= Self.minTrials
    func isMore(_ value: Double, than other: Double) -> Bool {
      value - other > max(margin * other, error)
    }
    if isMore(head.lowerBound, than: base.upperBound) {
      return isEnough
        ? .regression
        : .inconclusive(
          why: "every trial of the head takes more, but a verdict needs \(Self.minTrials) trials "
            + "on each side; take --trials \(Self.minTrials)")
    }
    if isMore(base.lowerBound, than: head.upperBound) { return isEnough ? .improvement : .pass }
    guard let before = self.base.number, let after = self.head.number,
      isMore(after, than: before)
    else { return .pass }
    return .inconclusive(why: "most trials of the head take more, but not all of them")
  }

  private func verdict(
    _ outcome: MetricVerdict.Outcome, margin: Double, minimumDetectableEffect: Double? = nil
  ) -> MetricVerdict {
    let samples = (base: base.measurements, head: head.measurements)
    return MetricVerdict(
      metric: metric, outcome: outcome,
      method: .samples(base: samples.base.count, head: samples.head.count, margin: margin),
      base: base.number, head: head.number,
      effect: LogDifference(base: samples.base, head: samples.head)?
        .effect(confidence: Self.confidence),
      minimumDetectableEffect: minimumDetectableEffect)
  }
}

/// The comparison of times with a baseline's times, which come from another moment and often from
/// another machine.
///
/// A time is worse where every trial takes more than the limit times the slowest trial of the
/// base: the same program may well take twice as long as some minutes before, because of other work
/// on the machine.
package enum CoarseLimit {
  /// The multiple of the base's time that passes. A tolerance of the metric may only widen it, as it
  /// may have been made for pairs of one moment.
  package static let factor = 2.0
  /// The same as a share of the base.
  static let margin = factor - 1

  /// The compared values. Slower frames than these are rare ones, which vary by chance.
  static let metrics: [Metric] = [
    .buildTime, .frameTimeP50, .frameTimeP95, .peakLiveBytes, .peakResidentBytes,
  ]

  /// The nanoseconds that the machine's state makes, however little the work takes.
  static let error = 20_000.0
}

extension MetricResult {
  /// The range from the smallest measurement to the largest; `nil` without any, and where one is
  /// not a number.
  fileprivate var range: ClosedRange<Double>? {
    guard let least = measurements.min(), let most = measurements.max(),
      measurements.allSatisfy(\.isFinite)
    else { return nil }
    return least...most
  }
}

extension Metric {
  /// Returns whether another metric of the same name has the same definition.
  fileprivate func isSameQuantity(as other: Metric) -> Bool {
    unit == other.unit && kind == other.kind && polarity == other.polarity
  }
}

extension LogDifference {
  /// The change as a fraction of the base; `nil` where it has no interval.
  func effect(confidence: Double) -> MetricVerdict.Effect? {
    guard let reach = reach(confidence: confidence) else { return nil }
    let ends = [estimate, estimate - reach, estimate + reach].map { exp($0) - 1 }
    guard ends.allSatisfy(\.isFinite) else { return nil }
    return MetricVerdict.Effect(change: ends[0], low: ends[1], high: ends[2])
  }
}
