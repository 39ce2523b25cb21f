import Measurement
import ScenarioModel

/// Judges a metric of a case by what the two sides say of it.
struct MetricJudge {
  /// What was too little to make a ratio of is told as long as it is at most this many times the
  /// least that a ratio is made of: twice as much may be the machine, four times is more than that.
  static let mostGrowthOfLittle = 4.0
  /// With fewer trials, all of them may have met with the same disturbance.
  static let fewestCertainTrials = 3

  /// Those that come first count.
  let tolerances: [Tolerance]
  let mismatches: [HostMismatch]
  /// The verdicts on ratios, which are judged all together.
  let ratios: RatioJudgement

  /// The tolerance of a metric; `nil` where nobody gave one.
  func tolerance(of metric: Metric) -> Double? {
    tolerances.first { $0.metric == metric.name }?.share
  }

  /// What passes of a metric that is compared exactly: what was given, or the metric's own.
  private func allowance(of metric: Metric) -> Allowance {
    tolerance(of: metric).map { Allowance(share: $0) } ?? metric.allowance
  }

  /// - Parameter base: `nil` where the base has no metric of the name.
  func verdict(
    in scenarioCase: Case, base: ComparedMetric?, head: ComparedMetric
  ) -> MetricVerdict {
    let metric = head.metric
    guard let base else {
      switch head.value {
      case .number, .ratio: return absent(metric, .new, head: head)
      case .tooLittle(let reason, _): return absent(metric, .notGated(why: reason))
      case .notAvailable(let reason):
        return absent(metric, .notGated(why: "not available: \(reason)"))
      case .notFinite: return absent(metric, .missing(why: Self.notFinite))
      }
    }
    guard base.isDefined(as: metric) else {
      return absent(
        metric,
        .missing(
          why: "not comparable: \(Self.definition(of: base.metric)) in the base, "
            + "\(Self.definition(of: metric)) in the head"), base: base, head: head)
    }
    if let verdict = verdict(onGrownFrom: base, head: head) { return verdict }
    switch (base.value, head.value) {
    case (_, .tooLittle(let reason, _)), (.tooLittle(let reason, _), .ratio):
      return absent(metric, .notGated(why: reason))
    case (_, .notFinite):
      return absent(metric, .missing(why: Self.notFinite), base: base)
    case (.notFinite, _):
      return absent(metric, .missing(why: "the base's was not a finite number"), head: head)
    case (.notAvailable, .notAvailable(let reason)):
      return absent(metric, .notGated(why: "not available on either side: \(reason)"))
    case (_, .notAvailable(let reason)):
      return absent(metric, .missing(why: "not available: \(reason)"), base: base)
    case (.notAvailable, _):
      return absent(metric, .new, head: head)
    case (.number(let before), .number(let after)):
      return verdict(metric, base: base, before, head: head, after)
    case (.ratio, .ratio):
      return ratios.verdict(on: metric, in: scenarioCase)
        ?? absent(metric, .notGated(why: "the two cases were not compared"))
    case (.number, .ratio), (.ratio, .number), (.tooLittle, .number):
      return absent(
        metric, .missing(why: "a ratio on one side, and a plain number on the other"))
    }
  }

  /// The verdict on a metric that the head does not know.
  func verdict(ofLost base: ComparedMetric) -> MetricVerdict {
    if case .notAvailable(let reason) = base.value {
      return absent(
        base.metric, .notGated(why: "not available in the base (\(reason)), unknown in the head"))
    }
    return absent(base.metric, .missing(why: "the head has no such metric"), base: base)
  }

  /// The verdict on what was too little for a ratio in the base and is far from it in the head,
  /// where no ratio could say that it got worse; `nil` for everything else.
  private func verdict(
    onGrownFrom base: ComparedMetric, head: ComparedMetric
  ) -> MetricVerdict? {
    switch head.value {
    case .ratio, .tooLittle: break
    case .number, .notAvailable, .notFinite: return nil
    }
    guard case .tooLittle(let reason, let floor?) = base.value, let measured = head.measured,
      measured > floor * Self.mostGrowthOfLittle
    else { return nil }
    if let mismatch = mismatches.first(where: { $0.matters(to: head.metric) }) {
      return absent(head.metric, .notGated(why: mismatch.explanation))
    }
    let times = Int(min(measured / floor, 1e12))
    let bound = floor * Self.mostGrowthOfLittle
    // The median alone may be the machine's; every trial, several times beyond it, is not.
    let isCertain =
      head.samples.count >= Self.fewestCertainTrials
      && head.samples.allSatisfy { $0.value > bound }
    return MetricVerdict(
      metric: head.metric,
      outcome: isCertain
        ? .regression
        : .inconclusive(
          why: "in the base \(reason); in the head at least \(times) times that"),
      method: .samples(
        base: 0, head: head.samples.count, margin: Self.mostGrowthOfLittle - 1),
      base: nil, head: measured)
  }

  private func verdict(
    _ metric: Metric, base: ComparedMetric, _ before: Double, head: ComparedMetric, _ after: Double
  ) -> MetricVerdict {
    let verdict: MetricVerdict
    if metric.kind.isDeterministic {
      verdict = MetricVerdict(
        exact: metric, base: before, head: after, allowance: allowance(of: metric))
    } else {
      verdict = SampleJudgement(base: base, head: head).verdict(tolerance: tolerance(of: metric))
    }
    guard let mismatch = mismatches.first(where: { $0.matters(to: metric) }) else {
      return verdict
    }
    return verdict.notGated(why: mismatch.explanation)
  }

  private func absent(
    _ metric: Metric, _ outcome: MetricVerdict.Outcome, base: ComparedMetric? = nil,
    head: ComparedMetric? = nil
  ) -> MetricVerdict {
    MetricVerdict(
      metric: metric, outcome: outcome,
      method: metric.kind.isDeterministic
        ? .exact(allowance(of: metric))
        : .samples(base: base?.samples.count ?? 0, head: head?.samples.count ?? 0, margin: 0),
      base: base?.number, head: head?.number)
  }

  private static let notFinite = "the head's is not a finite number"

  private static func definition(of metric: Metric) -> String {
    "\(metric.kind.rawValue) in \(metric.unit.rawValue), \(metric.polarity.rawValue) is better"
      .replacing("neutral is better", with: "neutral")
  }
}

extension MetricVerdict {
  /// The same numbers, told and not judged.
  func notGated(why: String) -> MetricVerdict {
    MetricVerdict(
      metric: metric, outcome: .notGated(why: why), method: method, base: base, head: head,
      effect: effect)
  }
}
