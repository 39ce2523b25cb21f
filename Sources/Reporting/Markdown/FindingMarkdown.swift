import ScenarioModel
import Support

extension Ranking {
  /// The columns of ``cells``, and one more where an analysis tells how firmly they hold.
  static func columns(
    with stability: AnswerStability?
  ) -> [(title: String, alignment: MarkdownTable.Alignment)] {
    [
      ("Metric", .left), ("Kind", .left), ("Best strategy", .left), ("Median", .right),
      ("Naive", .right), ("Ratio", .right), ("Remark", .left),
    ] + (stability == nil ? [] : [(AnswerStability.column, .left)])
  }

  /// The cell of the column of an analysis; none without an analysis.
  func stabilityCells(
    _ stability: AnswerStability?, _ configuration: Configuration, of results: ScenarioResults
  ) -> [String] {
    stability.map {
      [MarkdownText.escaped($0.text(self, in: configuration, of: results.scenario.name))]
    } ?? []
  }

  /// The row of a table of rankings.
  ///
  /// - Parameter naiveStrategy: comes first among strategies that tie.
  func cells(naive naiveStrategy: String) -> [String] {
    let names =
      strategies.filter { $0 == naiveStrategy } + strategies.filter { $0 != naiveStrategy }
    let median = NumberFormat.text(value, metric.unit)
    let naiveText = naive.map { NumberFormat.text($0, metric.unit) }
    return [
      MarkdownText.code(metric.name), metric.kind.rawValue,
      LimitedList.text(names.map { MarkdownText.code($0) }, limit: 3), median,
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

extension Finding {
  /// The finding as the point of a list; `nil` for one that is a row of the table of rankings.
  var markdown: String? {
    switch self {
    case .best: return nil
    case .terminated(let strategies):
      return "Not ranked, because the app ended early: \(Self.names(strategies))."
    case .belowRequirement(let requirement, let values):
      return "Only strategies that \(MarkdownText.escaped(requirement.summary)) are ranked. Below "
        + "that by \(Self.name(requirement.metric)): \(Self.list(values, requirement.metric))."
    case .ablation(let effect): return effect.markdown
    case .frameBudget(let budget):
      let over = budget.over.isEmpty ? "none" : Self.list(budget.over, budget.metric)
      let within = budget.within.isEmpty ? "none" : Self.names(budget.within)
      return "Frame budget of \(NumberFormat.text(budget.time, .nanoseconds)) at "
        + "\(NumberFormat.plain(budget.refresh)) Hz, by \(Self.name(budget.metric)): over it "
        + "\(over); within it \(within)."
    case .hitches(let metric, let values, let others):
      return "Late frames by \(Self.name(metric)): \(Self.list(values, metric))"
        + (others == 0 ? "." : "; none under the other \(NumberFormat.grouped(others)).")
    case .worse(let strategy, let naive, let differences):
      let parts = differences.map { difference in
        let values = [difference.value, difference.naive].map {
          NumberFormat.text($0, difference.metric.unit)
        }
        return "\(Self.name(difference.metric)) (\(values.joined(separator: " against ")))"
      }
      return "\(MarkdownText.code(strategy)) is worse than \(MarkdownText.code(naive)) by "
        + "\(LimitedList.all(parts))."
    case .notBetter(let strategies, let naive):
      return "Not better than \(MarkdownText.code(naive)) by any headline metric: "
        + "\(Self.names(strategies))."
    case .fewTrials:
      return "Fewer than \(MetricComparison.minimumTrials) trials: a difference between measured "
        + "numbers can be chance."
    }
  }

  fileprivate static func name(_ metric: Metric) -> String {
    "\(MarkdownText.code(metric.name)) (\(metric.kind.rawValue))"
  }

  private static func names(_ strategies: [String]) -> String {
    LimitedList.all(strategies.map { MarkdownText.code($0) })
  }

  private static func list(_ values: [StrategyValue], _ metric: Metric) -> String {
    LimitedList.all(
      values.map {
        "\(MarkdownText.code($0.strategy)) (\(NumberFormat.text($0.value, metric.unit)))"
      })
  }
}

extension AblationEffect {
  fileprivate var markdown: String {
    let values = [value, reference.value].map { NumberFormat.text($0, metric.unit) }
      .joined(separator: " against ")
    let role = isLeftOut ? "most costly setting left out of" : "best single setting added to"
    let start =
      "By \(Finding.name(metric)), the \(role) \(MarkdownText.code(reference.strategy)): "
    let names = LimitedList.all(settings.map { "“\(MarkdownText.escaped($0))”" })
    switch certainty {
    case .certain: return start + "\(names) (\(values))."
    case .undecided: return start + "\(names) by the median (\(values)), not certain."
    case .none: return start + "none (\(values))."
    }
  }
}
