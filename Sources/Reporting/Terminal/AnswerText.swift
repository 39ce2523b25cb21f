import ScenarioModel
import Sensitivity
import Support
import Verdicts

/// The answer for one load of pins in a few sentences, for a terminal.
package struct AnswerText {
  private let advice: Advice
  private let scenario: ScenarioResults
  private let sensitivity: SensitivityResults?

  /// - Parameter sensitivity: an analysis of the answer; `nil` if there is none.
  package init(
    _ advice: Advice, of scenario: ScenarioResults, sensitivity: SensitivityResults? = nil
  ) {
    self.advice = advice
    self.scenario = scenario
    self.sensitivity = sensitivity
  }

  /// The strategy in one line: `12,480 pins: take grid-clusters.`
  package var headline: String {
    "\(advice.load): take \(PlainText.line(advice.strategy))."
  }

  /// What it saves of what a user notices most, compared with the naive strategy:
  /// `It saves 600 MB of memory and 523 ms/s of hitches against all-pins (modelled).`
  private var savings: String? {
    let roles: [(MetricRole, String)] = [(.footprint, "memory"), (.hitchRatio, "hitches")]
    let parts = roles.compactMap { role, noun -> String? in
      guard let metric = scenario.scenario.metric(role),
        let (value, naive) = advice.pair(of: metric), naive > value
      else { return nil }
      return "\(NumberFormat.text(naive - value, metric.unit)) of \(noun)"
    }
    guard !parts.isEmpty else { return nil }
    return "It saves \(LimitedList.all(parts)) against "
      + "\(PlainText.line(scenario.scenario.naive)) (modelled)."
  }

  /// What it saves and costs, why simpler ones do not do, and how sure it is: a line each.
  package var lines: [String] {
    let naive = PlainText.line(scenario.scenario.naive)
    var lines = [savings].compactMap(\.self)
    let better = advice.differences(isBetter: true)
    if !better.isEmpty {
      lines.append("Compared with \(naive): \(LimitedList.all(Array(better.prefix(4)))).")
    }
    let worse = advice.differences(isBetter: false)
    if !worse.isEmpty { lines.append("It costs: \(LimitedList.all(Array(worse.prefix(3)))).") }
    if advice.isNaive { lines.append("Why: \(advice.reason).") }
    if let missed = advice.missed { lines.append("Not reached: \(missed).") }
    for simpler in advice.simpler.prefix(4) {
      lines.append("Not enough: \(PlainText.line(simpler)).")
    }
    return lines + sureness
  }

  /// The answer's analysis; `nil` if there is none.
  private var analysis: AnswerSensitivity? {
    sensitivity?.scenarios.first { $0.scenario == scenario.scenario.name }?.answers.first {
      $0.answer.kind == .recommendation && $0.answer.size == advice.recommendation.size
    }
  }

  private var sureness: [String] {
    guard let sensitivity, let analysis else { return [] }
    var lines: [String] = []
    let parameters =
      sensitivity.scenarios.first { $0.scenario == scenario.scenario.name }?.parameters.count ?? 0
    if sensitivity.draws > 0 {
      lines.append(
        "How sure: the same in \(analysis.draws) of "
          + "\(LimitedList.counted(sensitivity.draws, "joint draw")) of "
          + "\(LimitedList.counted(parameters, "cost")) of the platform.")
    }
    for flip in analysis.flips.prefix(3) {
      let other = PlainText.line(flip.outcome.words.first ?? "")
      let unit = flip.unit.symbol.isEmpty ? "" : " " + flip.unit.symbol
      lines.append(
        "It would be \(other) if \(flip.parameter.rawValue) were "
          + "\(NumberFormat.plain(flip.value))\(unit)\(nominal(flip, unit)).")
    }
    return lines
  }

  private func nominal(_ flip: Flip, _ unit: String) -> String {
    scenario.scenario.profiles.first?.parameters.first { $0.name == flip.parameter }
      .map { " (assumed here: \(NumberFormat.plain($0.value))\(unit))" } ?? ""
  }
}
