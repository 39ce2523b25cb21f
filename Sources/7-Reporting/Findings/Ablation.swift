import Answers
import ScenarioModel

/// The results of a family's ablation in one configuration.
package struct AblationResults {
  /// One strategy of the ablation.
  package struct Row {
    package enum Role: Hashable, Sendable {
      case base
      case alone(Ablation.Setting)
      case leftOut(Ablation.Setting)
      case full

      /// The settings in few words.
      package var label: String {
        switch self {
        case .base: "none"
        case .alone(let setting): "\(setting.name) alone"
        case .leftOut(let setting): "\(setting.name) left out"
        case .full: "all"
        }
      }
    }

    package let role: Role
    package let strategy: String
    /// `nil` where the scenario does not name the strategy.
    package let result: CaseResult?
  }

  package let ablation: Ablation
  /// The base, each setting alone and left out, and the full strategy, without those that the
  /// selection of the run left out.
  package let rows: [Row]

  /// `nil` where the run has no base or no strategy of any setting.
  package init?(
    _ results: ScenarioResults, in configuration: Configuration, selection: RunSelection
  ) {
    guard let ablation = results.scenario.ablation,
      results.result(of: ablation.base, in: configuration) != nil
    else { return nil }
    func row(_ role: Row.Role, _ strategy: String?) -> Row? {
      guard let strategy else { return nil }
      let result = results.result(of: strategy, in: configuration)
      let isSelected = selection.strategies?.contains(strategy) ?? true
      return result != nil || isSelected
        ? Row(role: role, strategy: strategy, result: result) : nil
    }
    let settings = ablation.settings.flatMap { setting in
      [row(.alone(setting), setting.alone), row(.leftOut(setting), setting.leftOut)]
    }.compactMap(\.self)
    guard settings.contains(where: { $0.result != nil }) else { return nil }
    self.ablation = ablation
    rows =
      [row(.base, ablation.base)].compactMap(\.self) + settings
      + [row(.full, ablation.full)].compactMap(\.self)
  }

  /// The result that a row is compared with: the base for a setting alone, the full strategy for
  /// one left out.
  func reference(of row: Row) -> CaseResult? {
    switch row.role {
    case .alone: rows.first { $0.role == .base }?.result
    case .leftOut: rows.first { $0.role == .full }?.result
    case .base, .full: nil
    }
  }

  /// The effects by the ablation's first metric.
  ///
  /// - Parameter terminated: the strategies whose app the watchdog ended, which never gain.
  package func effects(terminated: [String]) -> [AblationEffect] {
    guard let metric = ablation.metrics.first, metric.polarity != .neutral else { return [] }
    return [false, true].compactMap { effect(of: metric, isLeftOut: $0, terminated: terminated) }
  }

  private func effect(of metric: Metric, isLeftOut: Bool, terminated: [String]) -> AblationEffect? {
    let entries = rows.compactMap { row -> (name: String, own: MetricResult, number: Double)? in
      let name: String
      switch row.role {
      case .alone(let setting) where !isLeftOut && !terminated.contains(row.strategy):
        name = setting.name
      case .leftOut(let setting) where isLeftOut: name = setting.name
      case .base, .full, .alone, .leftOut: return nil
      }
      guard let result = row.result, result.status == .completed,
        let own = result[metric: metric.name], let number = own.number
      else { return nil }
      return (name, own, number)
    }
    let reference = rows.first { $0.role == (isLeftOut ? .full : .base) }
    guard let reference, let result = reference.result, result.status == .completed,
      let other = result[metric: metric.name], let otherNumber = other.number
    else { return nil }
    // The best setting alone, or the worst one left out.
    let sign: Double = (metric.polarity == .lowerIsBetter) != isLeftOut ? 1 : -1
    guard let extreme = entries.min(by: { sign * $0.number < sign * $1.number }) else { return nil }
    let ties = entries.filter {
      $0.name != extreme.name && MetricComparison($0.own, to: extreme.own).isTie
    }
    let certainty: AblationEffect.Certainty
    switch MetricComparison(extreme.own, to: other) {
    case .better: certainty = isLeftOut ? .none : .certain
    case .worse: certainty = isLeftOut ? .certain : .none
    case .equal, .withinNoise: certainty = .none
    case .undecided:
      let changes =
        isLeftOut
        ? other.hasBetterNumber(than: extreme.own) : extreme.own.hasBetterNumber(than: other)
      certainty = changes ? .undecided : .none
    }
    return AblationEffect(
      metric: metric, isLeftOut: isLeftOut, settings: [extreme.name] + ties.map(\.name),
      value: extreme.number, reference: StrategyValue(reference.strategy, otherNumber),
      certainty: certainty)
  }
}

/// The setting of an ablation that gains most alone, or costs most where it is left out.
package struct AblationEffect: Hashable, Sendable {
  package enum Certainty: Hashable, Sendable {
    case certain
    /// Only the medians differ: there are too few trials.
    case undecided
    /// No setting has an effect.
    case none
  }

  package let metric: Metric
  package let isLeftOut: Bool
  /// The setting, and after it the settings that tie with it.
  package let settings: [String]
  package let value: Double
  /// The strategy without any setting, or the one with all of them.
  package let reference: StrategyValue
  package let certainty: Certainty
}
