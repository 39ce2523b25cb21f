import Harness
import Measurement
import ScenarioModel

/// Which setting of an ablation buys most by its first metric, in one sentence.
struct AblationFindings {
  let reading: AblationReading

  /// The sentence in Markdown; empty where the numbers do not carry one.
  var sentences: [String] {
    guard let metric = reading.ablation.metrics.first, metric.polarity != .neutral else {
      return []
    }
    let parts = [alonePart(metric), leftOutPart(metric)].compactMap(\.self)
    guard !parts.isEmpty else { return [] }
    let subject = "By \(MarkdownText.code(metric.name)) (\(metric.kind.rawValue)) "
    return [subject + parts.joined(separator: "; ") + "."]
  }

  /// A setting's number beside the one that it is compared with.
  private struct Entry {
    let setting: Ablation.Setting
    let own: MetricResult
    let other: MetricResult

    var name: String { "“\(MarkdownText.escaped(setting.name))”" }

    /// `4 against 8`.
    var values: String {
      [own, other].compactMap(\.summary)
        .map { NumberFormat.text($0.median, own.metric.unit) }
        .joined(separator: " against ")
    }

    /// ` (0.50 x)`.
    var change: String {
      MetricChange.text(own, against: other).map { " (\($0))" } ?? ""
    }
  }

  private func alonePart(_ metric: Metric) -> String? {
    let found = extremes(metric, leftOut: false)
    guard let first = found.first else { return nil }
    let base = MarkdownText.code(reading.ablation.base)
    let values = "\(first.values) of \(base)\(first.change)"
    switch standing(first, wantsBetter: true) {
    case .certain: return "the setting \(first.name) buys most alone: \(values)\(tie(found))"
    case .undecided: return "the setting \(first.name) has the best median alone: \(values)"
    case .none: return "no setting alone is better than \(base) (at best \(first.values))"
    }
  }

  private func leftOutPart(_ metric: Metric) -> String? {
    let found = extremes(metric, leftOut: true)
    guard let first = found.first else { return nil }
    let full = MarkdownText.code(reading.ablation.full)
    let values = first.values + first.change
    switch standing(first, wantsBetter: false) {
    case .certain: return "left out of \(full), \(first.name) costs most: \(values)\(tie(found))"
    case .undecided: return "left out of \(full), \(first.name) has the worst median: \(values)"
    case .none: return "no setting left out of \(full) makes it worse"
    }
  }

  /// The setting that is the best alone, or the worst left out, and after it those that cannot be
  /// told from it.
  private func extremes(_ metric: Metric, leftOut: Bool) -> [Entry] {
    let reference = leftOut ? reading.full : reading.base
    guard let reference, reference.status == .completed, let other = reference[metric: metric.name],
      other.summary != nil
    else { return [] }
    let entries = reading.settings(leftOut: leftOut).compactMap { setting, result in
      // What did not go on to the end buys nothing.
      leftOut || !result.isTerminated ? (setting, result) : nil
    }.compactMap { setting, result in
      result[metric: metric.name].flatMap { own in
        own.summary.map {
          (entry: Entry(setting: setting, own: own, other: other), median: $0.median)
        }
      }
    }
    let wantsLess = (metric.polarity == .lowerIsBetter) != leftOut
    let sign: Double = wantsLess ? 1 : -1
    guard let extreme = entries.min(by: { sign * $0.median < sign * $1.median })?.entry else {
      return []
    }
    let level = entries.map(\.entry).filter { entry in
      guard entry.setting != extreme.setting else { return false }
      switch MetricComparison(entry.own, to: extreme.own) {
      case .equal, .withinNoise: return true
      case .better, .worse, .undecided: return false
      }
    }
    return [extreme] + level
  }

  private enum Standing {
    case certain
    /// Too few trials to tell; the median says so.
    case undecided
    case none
  }

  private func standing(_ entry: Entry, wantsBetter: Bool) -> Standing {
    switch MetricComparison(entry.own, to: entry.other) {
    case .better: return wantsBetter ? .certain : .none
    case .worse: return wantsBetter ? .none : .certain
    case .equal, .withinNoise: return .none
    case .undecided:
      guard let own = entry.own.number,
        let other = entry.other.number, own != other
      else { return .none }
      let isBetter = (own < other) == (entry.own.metric.polarity == .lowerIsBetter)
      return isBetter == wantsBetter ? .undecided : .none
    }
  }

  private func tie(_ entries: [Entry]) -> String {
    guard let first = entries.first, entries.count > 1 else { return "" }
    let names = WordList.and(entries.dropFirst().map(\.name))
    guard first.own.metric.kind.isDeterministic else {
      return ", and \(names) cannot be told from it"
    }
    return ", as \(names) \(entries.count == 2 ? "does" : "do")"
  }
}
