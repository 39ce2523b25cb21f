import Harness
import Measurement
import ScenarioModel

/// Which strategy is best by the numbers that speak for a scenario, and how far from the naive one.
struct BestFindings {
  let scenario: ScenarioDescription
  /// The naive strategy's case.
  let naive: CaseResult
  /// The cases of the other strategies that do the whole job.
  let candidates: [CaseResult]
  /// What the candidates do that others do not; `nil` where there are no others.
  let restriction: String?

  /// A sentence for each number that a strategy is better by, and one for all others.
  var sentences: [String] {
    let metrics =
      scenario.headlines
      + scenario.metrics.filter { $0.name == "modelled-footprint" }
    var sentences: [String] = []
    var without: [String] = []
    for metric in metrics {
      guard let naive = naive[metric: metric.name], naive.summary != nil,
        let nearest = BestStrategy(metric, among: candidates),
        !nearest.best.isZero || !naive.isZero
      else { continue }
      if let sentence = betterSentence(metric, nearest: nearest, naive: naive) {
        sentences.append(sentence)
      } else {
        let remark = remark(on: nearest.best, against: naive)
        without.append(
          "\(MarkdownText.code(metric.name)) (at best \(values(nearest.best, naive))\(remark))")
      }
    }
    if !without.isEmpty {
      sentences.append(
        "No other strategy\(restriction.map { ", of those that \($0)," } ?? "") is better than "
          + "\(MarkdownText.code(scenario.naive)) by \(WordList.and(without)).")
    }
    return sentences
  }

  /// The sentence for a number that a strategy is better by; `nil` where none is.
  private func betterSentence(
    _ metric: Metric, nearest: BestStrategy, naive: MetricResult
  ) -> String? {
    // The best median may be one that chance has made; another may be better beyond the noise.
    let better = candidates.filter { result in
      result[metric: metric.name].map {
        if case .better = MetricComparison($0, to: naive) { true } else { false }
      } ?? false
    }
    let among = restriction.map { ", of the strategies that \($0)," } ?? ""
    let subject = "By \(MarkdownText.code(metric.name)) (\(metric.kind.rawValue))\(among)"
    if let best = BestStrategy(metric, among: better) {
      let isCertain = best.strategy == nearest.strategy
      let praise = isCertain ? "is the best" : "is the best beyond the noise"
      return "\(subject) \(MarkdownText.code(best.strategy)) \(praise): "
        + "\(namedValues(best.best, naive))\(isCertain ? tie(nearest) : "")."
    }
    // Too few trials to tell: what the medians say, and no more.
    guard case .undecided = MetricComparison(nearest.best, to: naive),
      isBetter(nearest.best, than: naive)
    else { return nil }
    return "\(subject) \(MarkdownText.code(nearest.strategy)) has the best median: "
      + "\(namedValues(nearest.best, naive))."
  }

  private func isBetter(_ result: MetricResult, than other: MetricResult) -> Bool {
    guard let own = result.number, let others = other.number else {
      return false
    }
    return result.metric.polarity == .lowerIsBetter ? own < others : own > others
  }

  private func values(_ result: MetricResult, _ naive: MetricResult) -> String {
    let unit = result.metric.unit
    let medians = [result, naive].compactMap(\.summary)
      .map { NumberFormat.text($0.median, unit) }
    return medians.joined(separator: " against ")
  }

  /// The same with the naive strategy's name and the ratio to it.
  private func namedValues(_ result: MetricResult, _ naive: MetricResult) -> String {
    "\(values(result, naive)) of \(MarkdownText.code(scenario.naive))"
      + (result.ratio(to: naive).map { " (\(NumberFormat.ratio($0)))" } ?? "")
  }

  private func tie(_ nearest: BestStrategy) -> String {
    let level = Array(zip(nearest.strategies, nearest.results)).dropFirst()
    guard !level.isEmpty else { return "" }
    guard nearest.metric.kind.isDeterministic else {
      return "; \(WordList.and(level.map { MarkdownText.code($0.0) })) cannot be told from it"
    }
    let same = level.filter { MetricChange.isWrittenAlike($0.1, nearest.best) }
      .map { MarkdownText.code($0.0) }
    let close = level.filter { !MetricChange.isWrittenAlike($0.1, nearest.best) }
      .map { MarkdownText.code($0.0) }
    return
      (same.isEmpty ? "" : "; \(WordList.and(same)) \(same.count == 1 ? "has" : "have") the same")
      + (close.isEmpty
        ? "" : "; \(WordList.and(close)) \(close.count == 1 ? "has" : "have") nearly the same")
  }

  private func remark(on result: MetricResult, against naive: MetricResult) -> String {
    switch MetricComparison(result, to: naive) {
    case .withinNoise: ", within the noise"
    case .equal: MetricChange.isWrittenAlike(result, naive) ? ", the same" : ", nearly the same"
    case .better, .worse, .undecided: ""
    }
  }
}
