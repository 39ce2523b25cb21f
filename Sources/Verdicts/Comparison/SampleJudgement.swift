import Measurement
import ScenarioModel
import Statistics

/// Judges what was measured in two runs that were made at different times.
///
/// Memory can be judged: the allocator's count of live bytes is the same in every trial but for a
/// known error, and resident memory varies by a percent or two. Times cannot: on a shared machine
/// those of two runs differ by 30 % and more, however many trials agree within each run.
struct SampleJudgement {
  /// The count of live bytes is taken whenever this much more was allocated, so it may be this much
  /// too low.
  static let liveBytesError = 131_072.0
  /// Two builds of the same source differ by less.
  static let liveBytesMargin = 0.01
  static let residentBytesMargin = 0.1
  /// The kernel counts pages in batches on each processor, and the allocator asks for them in
  /// runs: the same work may differ by this much.
  static let residentBytesError = 1_048_576.0
  /// With fewer trials of resident memory chance alone may put all of one side above the other.
  static let fewestResidentTrials = 5
  /// The confidence of the interval that goes with times.
  static let confidence = 0.99

  private let metric: Metric
  private let base: [Double]
  private let head: [Double]
  private let medians: (base: Double?, head: Double?)

  init(base: ComparedMetric, head: ComparedMetric) {
    metric = head.metric
    self.base = base.samples.map(\.value)
    self.head = head.samples.map(\.value)
    medians = (base.number, head.number)
  }

  func verdict(tolerance: Double?) -> MetricVerdict {
    guard let baseRange = Self.range(of: base), let headRange = Self.range(of: head) else {
      return verdict(.notGated(why: "the samples of the trials are not known"), margin: 0)
    }
    switch metric.name {
    case Metric.peakLiveBytes.name:
      let margin = tolerance ?? Self.liveBytesMargin
      let reach = max(margin * baseRange.upperBound, Self.liveBytesError)
      return verdict(
        liveBytes(baseRange, headRange, reach: reach), margin: margin,
        smallestEffect: baseRange.upperBound > 0 ? 2 * reach / baseRange.upperBound : nil)
    case Metric.peakResidentBytes.name:
      let margin = tolerance ?? Self.residentBytesMargin
      return verdict(residentBytes(baseRange, headRange, margin: margin), margin: margin)
    default:
      return verdict(
        .notGated(
          why: metric.unit == .nanoseconds
            ? "times of two runs differ by 30 % and more on a shared machine: they are told only; "
              + "what gate compares is frame-time and build-time, by pairs"
            : "two runs do not tell how much it varies by itself"), margin: 0)
    }
  }

  /// Worse where every sample of the head is above every sample of the base by more than the reach,
  /// and the same where none is: two equal programs cannot be further apart.
  private func liveBytes(
    _ base: ClosedRange<Double>, _ head: ClosedRange<Double>, reach: Double
  ) -> MetricVerdict.Outcome {
    if head.lowerBound - base.upperBound > reach { return .regression }
    if base.lowerBound - head.upperBound > reach { return .improvement }
    if head.upperBound - base.lowerBound <= reach { return .pass }
    return .inconclusive(why: "it differs from trial to trial, and only some are above the base's")
  }

  /// Worse where every sample of the head is above every sample of the base by the margin and by
  /// more than the error, in enough trials of both.
  private func residentBytes(
    _ base: ClosedRange<Double>, _ head: ClosedRange<Double>, margin: Double
  ) -> MetricVerdict.Outcome {
    let trials = min(self.base.count, self.head.count)
    let isEnough = trials >= Self.fewestResidentTrials
    func isMore(_ value: Double, than other: Double) -> Bool {
      value - other > max(margin * other, Self.residentBytesError)
    }
    if isMore(head.lowerBound, than: base.upperBound) {
      return isEnough
        ? .regression
        : .inconclusive(
          why: "every trial of the head takes more, but fewer than "
            + "\(Self.fewestResidentTrials) trials a side are too few to tell; take "
            + "--trials \(Self.fewestResidentTrials)")
    }
    if isMore(base.lowerBound, than: head.upperBound) { return isEnough ? .improvement : .pass }
    guard let before = medians.base, let after = medians.head, isMore(after, than: before) else {
      return .pass
    }
    return .inconclusive(why: "most trials of the head take more, and not all of them")
  }

  private func verdict(
    _ outcome: MetricVerdict.Outcome, margin: Double, smallestEffect: Double? = nil
  ) -> MetricVerdict {
    MetricVerdict(
      metric: metric, outcome: outcome,
      method: .samples(base: base.count, head: head.count, margin: margin),
      base: medians.base, head: medians.head,
      effect: LogDifference(base: base, head: head)?.effect(confidence: Self.confidence),
      smallestEffect: smallestEffect)
  }

  private static func range(of samples: [Double]) -> ClosedRange<Double>? {
    guard let least = samples.min(), let most = samples.max() else { return nil }
    return least...most
  }
}
