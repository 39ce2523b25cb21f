import Documents
import Platform
import ScenarioModel

extension SensitivityResults {
  /// The largest parts of a modelled number, each a count of operations times a cost of the
  /// profile; `nil` for a number that is no sum of costs, or that was not analysed.
  package func sum(_ metric: Metric, of result: CaseResult, on profile: PlatformProfile?) -> String?
  {
    let sum = scenarios.first { $0.scenario == result.scenarioCase.scenario }?.sums?
      .first { $0.scenarioCase == result.scenarioCase && $0.metric == metric.name }
    guard let sum, let profile else { return nil }
    let parts = sum.parts.compactMap { part -> String? in
      profile.parameters.first { $0.name == part.parameter }.map { parameter in
        let count = (part.value / parameter.scaled).rounded()
        return
          "\(NumberFormat.text(part.value, metric.unit)) for \(NumberFormat.grouped(Int(count))) x "
          + "\(parameter.name.rawValue) at \(NumberFormat.quantity(parameter.value, parameter.unit)) "
          + "(\(parameter.confidence.rawValue); \(parameter.spanLabel))"
      }
    }
    guard !parts.isEmpty else { return nil }
    let rest = sum.parts.dropFirst(Self.maxParts).reduce(0) { $0 + $1.value }
    return
      "\(NumberFormat.text(sum.value, metric.unit)) is \(sum.parts.count > 1 ? "the sum of " : "")"
      + LimitedList.all(Array(parts.prefix(Self.maxParts)))
      + (rest > 0 ? ", and \(NumberFormat.text(rest, metric.unit)) for other operations" : "")
  }

  /// The most parts of a sum that a sentence has.
  private static let maxParts = 3
}
