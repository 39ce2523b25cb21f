import Measurement
import Verdicts

/// What the comparisons of times of a whole suite rest on, and what they would have missed.
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

  /// `12 times judged, by 16 to 600 pairs each; would have seen 2.6 % to 4.1 %; 9 replayed in part`.
  var text: String {
    let counts = Self.range(of: pairs) { NumberFormat.grouped($0) }
    var words = "\(WordList.counted(pairs.count, "time")) judged, by \(counts) pairs"
    if pairs.count > 1 { words += " each" }
    if !minimumDetectableEffects.isEmpty {
      words +=
        "; would have seen \(Self.range(of: minimumDetectableEffects) { ChangeFormat.share($0) })"
    }
    if partial > 0 { words += "; \(NumberFormat.grouped(partial)) replayed in part" }
    if waiting > MachineLoad.mostDisturbance {
      words +=
        "; the machine was busy: up to \(NumberFormat.percent(waiting)) of the time was "
        + "waited for a processor, and is left out"
    }
    return words
  }

  private static func range<Number: Comparable>(
    of numbers: [Number], _ text: (Number) -> String
  ) -> String {
    let ends = [numbers.min(), numbers.max()].compactMap { $0.map(text) }
    return ends.first == ends.last ? ends[0] : ends.joined(separator: " to ")
  }
}
