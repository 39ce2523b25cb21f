import Harness
import ScenarioModel
import Verdicts

/// What one world of a run shows of its family's ablation: which strategies to compare with which.
struct AblationReading {
  /// One strategy of the ablation.
  struct Row {
    enum Role {
      case base
      case alone(Ablation.Setting)
      case leftOut(Ablation.Setting)
      case full
    }

    let role: Role
    let strategy: String
    /// `nil` where the strategy was not run, although nobody left it out.
    let result: CaseResult?
  }

  let ablation: Ablation
  /// The base, each setting alone and left out, and the full strategy; those that the selection of
  /// the run left out are missing.
  let rows: [Row]

  /// `nil` where the run has not the base or no strategy of any setting.
  init?(_ results: ScenarioResults, world: Configuration, selection: RunSelection) {
    guard let ablation = results.scenario.ablation,
      results.result(of: ablation.base, in: world) != nil
    else { return nil }
    func row(_ role: Row.Role, _ strategy: String?) -> Row? {
      guard let strategy else { return nil }
      let result = results.result(of: strategy, in: world)
      let isSelected = selection.strategies?.contains(strategy) ?? true
      return result != nil || isSelected
        ? Row(role: role, strategy: strategy, result: result) : nil
    }
    let settings = ablation.settings.flatMap { setting in
      [row(.alone(setting), setting.alone), row(.leftOut(setting), setting.leftOut)]
        .compactMap(\.self)
    }
    guard settings.contains(where: { $0.result != nil }) else { return nil }
    self.ablation = ablation
    rows =
      [row(.base, ablation.base)].compactMap(\.self) + settings
      + [row(.full, ablation.full)].compactMap(\.self)
  }

  /// The strategy without any setting.
  var base: CaseResult? { result(of: ablation.base) }
  /// The strategy with all settings.
  var full: CaseResult? { result(of: ablation.full) }

  private func result(of strategy: String) -> CaseResult? {
    rows.first { $0.strategy == strategy }?.result
  }

  /// What a row is compared with: a setting alone with the base, one left out with the full
  /// strategy.
  func reference(of row: Row) -> CaseResult? {
    switch row.role {
    case .alone: base
    case .leftOut: full
    case .base, .full: nil
    }
  }

  /// The settings whose strategies completed, alone or left out.
  func settings(leftOut: Bool) -> [(setting: Ablation.Setting, result: CaseResult)] {
    rows.compactMap { row in
      guard let result = row.result, result.status == .completed else { return nil }
      switch row.role {
      case .alone(let setting): return leftOut ? nil : (setting, result)
      case .leftOut(let setting): return leftOut ? (setting, result) : nil
      case .base, .full: return nil
      }
    }
  }
}
