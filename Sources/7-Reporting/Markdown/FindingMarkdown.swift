import Answers
import Documents
import ScenarioModel

extension Ranking {
  /// The columns of ``cells(naive:)``.
  static let columns: [Table.Column] = [
    "Metric", "Kind", "Best strategy", .number("Median"), .number("Naive"), .number("Ratio"),
    "Remark",
  ]

  /// The row of a table of rankings.
  ///
  /// - Parameter naiveStrategy: comes first among strategies that tie.
  func cells(naive naiveStrategy: String) -> [String] {
    let names =
      strategies.filter { $0 == naiveStrategy } + strategies.filter { $0 != naiveStrategy }
    let median = NumberFormat.text(value, metric.unit)
    let naiveText = naive.map { NumberFormat.text($0, metric.unit) }
    return [
      metric.name.code, metric.kind.rawValue,
      LimitedList.text(names.map(\.code), limit: 3), median,
      naiveText ?? "not available",
      naiveText == median
        ? "the same" : ratio.map { NumberFormat.ratio($0) } ?? "not available",
      remark,
    ]
  }

  private var remark: String {
    switch comparison {
    case .better, .worse: ""
    case .equal: "no better than naive"
    case .withinNoise: "within the noise"
    case .undecided: "too few trials to be certain"
    case nil: naive == nil ? "" : "none is better than naive"
    }
  }
}

extension ScenarioResults {
  /// The findings in a configuration besides the rankings, as the points of a list.
  package func remarks(in configuration: Configuration, selection: RunSelection) -> [String] {
    let candidates = Candidates(self, in: configuration)
    let ablation = AblationResults(self, in: configuration, selection: selection)
    let effects = ablation?.effects(terminated: candidates.terminated).map(\.markdown) ?? []
    return [ended(candidates), below(candidates)].compactMap(\.self) + effects
      + (hasFewTrials(in: configuration)
        ? [
          "Fewer than \(MetricComparison.minimumTrials) trials: a difference between measured "
            + "numbers can be chance."
        ] : [])
  }

  private func ended(_ candidates: Candidates) -> String? {
    let names = LimitedList.all(candidates.terminated.map(\.code))
    return names.isEmpty ? nil : "Not ranked, because the app ended early: \(names)."
  }

  private func below(_ candidates: Candidates) -> String? {
    guard let requirement = scenario.requirement, !candidates.belowRequirement.isEmpty else {
      return nil
    }
    let values = candidates.belowRequirement.map {
      "\($0.strategy.code) (\(NumberFormat.text($0.value, requirement.metric.unit)))"
    }
    return "Only strategies that \(requirement.summary.escaped) are ranked. Not "
      + "ranked, with their \(requirement.metric.nameWithKind): \(LimitedList.all(values))."
  }

  private func hasFewTrials(in configuration: Configuration) -> Bool {
    let completed = cases(in: configuration).filter { $0.status == .completed }
    let measured = completed.flatMap(\.metrics).filter { $0.metric.kind == .measured }
    let counts = measured.compactMap { $0.summary?.count }.filter { $0 > 1 }
    return !measured.isEmpty && (counts.min() ?? 1) < MetricComparison.minimumTrials
  }
}

extension Metric {
  fileprivate var nameWithKind: String { "\(name.code) (\(kind.rawValue))" }
}

extension AblationEffect {
  fileprivate var markdown: String {
    let values = [value, reference.value].map { NumberFormat.text($0, metric.unit) }
      .joined(separator: " instead of ")
    let names = settings.map { "“\($0.escaped)”" }.joined(separator: " or ")
    let change = isLeftOut ? "leaving \(names) out of" : "adding \(names) to"
    let effect = "\(reference.strategy.code) \(isLeftOut ? "costs" : "gains") most (\(values))"
    let none = isLeftOut ? "costs anything if left out of" : "gains anything if added to"
    let start = "In \(metric.nameWithKind), "
    switch certainty {
    case .certain: return start + "\(change) \(effect)."
    case .undecided: return start + "\(change) \(effect); not certain: only the medians show it."
    case .none: return start + "no setting \(none) \(reference.strategy.code) (\(values))."
    }
  }
}
