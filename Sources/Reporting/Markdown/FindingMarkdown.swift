import ScenarioModel
import Support

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

extension Finding {
  /// The finding as the point of a list; `nil` for one that is a row of the table of rankings.
  var markdown: String? {
    switch self {
    case .best: return nil
    case .terminated(let strategies):
      return "Not ranked, because the app ended early: \(Self.names(strategies))."
    case .belowRequirement(let requirement, let values):
      return "Only strategies that \(requirement.summary.escaped) are ranked. Below "
        + "that by \(Self.name(requirement.metric)): \(Self.list(values, requirement.metric))."
    case .ablation(let effect): return effect.markdown
    case .fewTrials:
      return "Fewer than \(MetricComparison.minimumTrials) trials: a difference between measured "
        + "numbers can be chance."
    }
  }

  fileprivate static func name(_ metric: Metric) -> String {
    "\(metric.name.code) (\(metric.kind.rawValue))"
  }

  private static func names(_ strategies: [String]) -> String {
    LimitedList.all(strategies.map(\.code))
  }

  private static func list(_ values: [StrategyValue], _ metric: Metric) -> String {
    LimitedList.all(
      values.map {
        "\($0.strategy.code) (\(NumberFormat.text($0.value, metric.unit)))"
      })
  }
}

extension AblationEffect {
  fileprivate var markdown: String {
    let values = [value, reference.value].map { NumberFormat.text($0, metric.unit) }
      .joined(separator: " against ")
    let role = isLeftOut ? "most costly setting left out of" : "best single setting added to"
    let start = "By \(Finding.name(metric)), the \(role) \(reference.strategy.code): "
    let names = LimitedList.all(settings.map { "“\($0.escaped)”" })
    switch certainty {
    case .certain: return start + "\(names) (\(values))."
    case .undecided: return start + "\(names) by the median (\(values)), not certain."
    case .none: return start + "none (\(values))."
    }
  }
}
