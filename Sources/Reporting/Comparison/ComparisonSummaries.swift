import Measurement
import Verdicts

/// The number of cases that a comparison judged, and the reasons of the others.
struct ComparisonCoverage {
  /// The number of cases with a metric that was judged or is missing.
  let gatedCases: Int
  /// The other cases by reason, to follow a line: `; not judged: 3 new`. Empty where there are none.
  let others: String

  init(_ results: ComparisonResults) {
    let reasons = results.cases.map { $0.reasonNotJudged }
    gatedCases = reasons.count { $0 == nil }
    let counts = CaseComparison.reasonsNotJudged.compactMap { reason in
      let count = reasons.count { $0 == reason }
      return count == 0 ? nil : "\(NumberFormat.grouped(count)) \(reason)"
    }
    others = counts.isEmpty ? "" : "; not judged: \(counts.joined(separator: ", "))"
  }
}

extension CaseComparison {
  /// The reasons in the order of a line, the most severe first.
  fileprivate static let reasonsNotJudged = [
    "broken in the head", "not deterministic in the head", "without a number in the head",
    "only in the base", "not comparable", "broken in the base", "not deterministic in the base",
    "new", "reported only",
  ]

  /// The reason why no metric of the case was judged; `nil` where one was.
  ///
  /// Exact numbers may have been compared before something broke in a pair: they count.
  fileprivate var reasonNotJudged: String? {
    if metrics.contains(where: { $0.outcome.isGated }) { return nil }
    return switch status {
    case .compared: "reported only"
    case .new: "new"
    case .removed: "only in the base"
    case .broken: "broken in the head"
    case .baseBroken: "broken in the base"
    case .notDeterministic: "not deterministic in the head"
    case .baseNotDeterministic: "not deterministic in the base"
    case .nothingMeasured: "without a number in the head"
    case .notComparable: "not comparable"
    }
  }
}

extension MetricVerdict.Outcome {
  /// Whether it counts as judged: a missing metric does, because it fails.
  fileprivate var isGated: Bool { isJudged || isMissing }

  private var isMissing: Bool { if case .missing = self { true } else { false } }
}

/// The pairs and the minimum detectable changes of all compared times.
struct TimedSummary {
  private let pairs: [Int]
  private let minimumDetectableEffects: [Double]
  private let partial: Int
  private let waiting: Double

  /// `nil` where no times were judged by alternated slices.
  init?(_ results: ComparisonResults) {
    var pairs: [Int] = []
    var minimumDetectableEffects: [Double] = []
    var partial = 0
    for metric in results.cases.flatMap(\.metrics) where metric.outcome.isJudged {
      guard case .lockStep(let lockStep) = metric.method, lockStep.pairs > 0 else { continue }
      pairs.append(lockStep.pairs)
      if let effect = metric.minimumDetectableEffect, effect.isFinite {
        minimumDetectableEffects.append(effect)
      }
      if lockStep.frames < lockStep.framesOfCase { partial += 1 }
    }
    guard !pairs.isEmpty else { return nil }
    self.pairs = pairs
    self.minimumDetectableEffects = minimumDetectableEffects
    self.partial = partial
    waiting = results.cases.compactMap { $0.load?.waiting }.max() ?? 0
  }

  /// `12 times judged, by 16 to 600 pairs each; min. detectable change 2.6 % to 4.1 %; 9 replayed in part`.
  var text: String {
    let counts = Self.range(of: pairs) { NumberFormat.grouped($0) }
    var text = "\(LimitedList.counted(pairs.count, "time")) judged, by \(counts) pairs"
    if pairs.count > 1 { text += " each" }
    if !minimumDetectableEffects.isEmpty {
      text +=
        "; min. detectable change \(Self.range(of: minimumDetectableEffects) { ChangeFormat.share($0) })"
    }
    if partial > 0 { text += "; \(NumberFormat.grouped(partial)) replayed in part" }
    if waiting > MachineLoad.mostDisturbance {
      text +=
        "; the machine was busy: up to \(NumberFormat.percent(waiting)) of the time was "
        + "waiting for a processor, which is left out"
    }
    return text
  }

  private static func range<Number: Comparable>(
    of numbers: [Number], _ text: (Number) -> String
  ) -> String {
    let ends = [numbers.min(), numbers.max()].compactMap { $0.map(text) }
    return ends.first == ends.last ? ends[0] : ends.joined(separator: " to ")
  }
}

/// The minimum detectable changes of the ratios compared with a baseline.
struct RatioSummary {
  private let count: Int
  private let minimumDetectableEffects: [Double]

  /// `nil` where no ratio was judged.
  init?(_ results: ComparisonResults) {
    let ratios = results.cases.flatMap(\.metrics).filter { verdict in
      guard case .samples = verdict.method else { return false }
      return verdict.metric.unit == .ratio && verdict.outcome.isJudged
    }
    guard !ratios.isEmpty else { return nil }
    count = ratios.count
    minimumDetectableEffects = ratios.compactMap(\.minimumDetectableEffect).filter(\.isFinite)
      .sorted()
  }

  /// `8 ratios judged; min. detectable change 96 % to 430 %, none for 2 of them`.
  var text: String {
    let judged = "\(LimitedList.counted(count, "ratio")) judged"
    guard let smallest = minimumDetectableEffects.first,
      let largest = minimumDetectableEffects.last
    else {
      return "\(judged); too few trials to detect any change: use more --trials"
    }
    let ends = [smallest, largest].map { ChangeFormat.share($0) }
    let seen = ends[0] == ends[1] ? ends[0] : ends.joined(separator: " to ")
    let blind = count - minimumDetectableEffects.count
    return "\(judged); min. detectable change \(seen)"
      + (blind == 0 ? "" : ", none for \(blind) of them")
  }
}
