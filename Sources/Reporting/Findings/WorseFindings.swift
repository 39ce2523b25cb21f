import Harness
import Measurement
import ScenarioModel

/// By which numbers strategies are worse than the naive one, and which are better by none.
struct WorseFindings {
  let scenario: ScenarioDescription
  /// The naive strategy's case.
  let naive: CaseResult
  /// The cases of the other strategies to speak of.
  let others: [CaseResult]

  /// A sentence for each list of numbers, with every strategy of which it is true.
  var sentences: [String] {
    var groups: [(remark: Remark, strategies: [String])] = []
    for result in others {
      guard let remark = remark(on: result) else { continue }
      let name = MarkdownText.code(result.scenarioCase.strategy)
      if let index = groups.firstIndex(where: { $0.remark == remark }) {
        groups[index].strategies.append(name)
      } else {
        groups.append((remark, [name]))
      }
    }
    return groups.map { remark, strategies in
      let verb = strategies.count == 1 ? "is" : "are"
      let judgement = remark.isBetterBySome ? "worse" : "not better"
      return "\(WordList.and(strategies)) \(verb) \(judgement) than "
        + "\(MarkdownText.code(scenario.naive)) by \(WordList.and(remark.parts))."
    }
  }

  private struct Remark: Equatable {
    let isBetterBySome: Bool
    let parts: [String]
  }

  /// What is worse; all that is not better where nothing is.
  private func remark(on result: CaseResult) -> Remark? {
    let metrics =
      scenario.metrics.filter { $0.name == "build-time" } + scenario.headlines
    let isBetterBySome = (metrics + scenario.metrics.filter { $0.name == "modelled-footprint" })
      .contains { metric in
        comparison(result, metric).map { if case .better = $0 { true } else { false } } ?? false
      }
    let parts = metrics.compactMap { part(result, $0, onlyWorse: isBetterBySome) }
    return parts.isEmpty ? nil : Remark(isBetterBySome: isBetterBySome, parts: parts)
  }

  private func comparison(_ result: CaseResult, _ metric: Metric) -> MetricComparison? {
    guard let own = result[metric: metric.name], let naive = naive[metric: metric.name],
      !own.isZero || !naive.isZero
    else { return nil }
    return MetricComparison(own, to: naive)
  }

  private func part(_ result: CaseResult, _ metric: Metric, onlyWorse: Bool) -> String? {
    guard let comparison = comparison(result, metric), let own = result[metric: metric.name],
      let naive = naive[metric: metric.name]
    else { return nil }
    let name = MarkdownText.code(metric.name)
    let values = [own, naive].compactMap(\.summary)
      .map { NumberFormat.text($0.median, metric.unit) }.joined(separator: " against ")
    switch comparison {
    case .worse: return "\(name) (\(values))"
    case .equal where !onlyWorse:
      return MetricChange.isWrittenAlike(own, naive)
        ? "\(name) (the same)" : "\(name) (\(values), nearly the same)"
    case .withinNoise where !onlyWorse: return "\(name) (\(values), within the noise)"
    case .better, .equal, .withinNoise, .undecided: return nil
    }
  }
}
