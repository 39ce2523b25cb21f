import Platform
import ScenarioModel

/// A modelled time or memory as the sum of its parts: what each cost of the profile has of it.
///
/// A part is the number's change when its parameter changes by a hundredth, times a hundred: for a number
/// that is a sum of counts times costs, exactly the count times the cost. Where the parts do not make
/// the number, it is no such sum, and has none here.
public struct NumberSum: Hashable, Sendable, Codable {
  /// A cost with what it has of the number.
  public struct Part: Hashable, Sendable, Codable {
    /// The parameter.
    public let parameter: ProfileParameter.Name
    /// Its part, in the metric's unit.
    public let value: Double
  }

  /// The case.
  public let scenarioCase: Case
  /// The metric's name.
  public let metric: String
  /// The number.
  public let value: Double
  /// The parts, the largest first.
  public let parts: [Part]

  /// The change of a parameter, as a share of its value.
  private static let step = 0.01
  /// The share of a number by which the parts may miss it: times are whole nanoseconds.
  private static let tolerance = 0.01
  /// The smallest share of a number that a part has.
  private static let minPart = 0.001

  /// Returns the point at which a parameter is a little smaller.
  static func point(_ span: ParameterSpan) -> ParameterPoint {
    ParameterPoint([span.name: (1 - step) * span.value])
  }

  /// `nil` for a number that is no sum of costs.
  init?(_ metric: String, of scenarioCase: Case, spans: [ParameterSpan], in table: EvaluationTable)
  {
    guard let value = table.value(metric, of: scenarioCase, at: .nominal)?.number, value > 0 else {
      return nil
    }
    let parts = spans.compactMap { span -> Part? in
      table.value(metric, of: scenarioCase, at: Self.point(span))?.number.map {
        Part(parameter: span.name, value: (value - $0) / Self.step)
      }
    }
    let sum = parts.reduce(0) { $0 + $1.value }
    guard abs(sum - value) <= Self.tolerance * value else { return nil }
    self.scenarioCase = scenarioCase
    self.metric = metric
    self.value = value
    self.parts = parts.filter { $0.value >= Self.minPart * value }.sorted {
      ($1.value, $0.parameter.rawValue) < ($0.value, $1.parameter.rawValue)
    }
  }
}

extension ScenarioDescription {
  /// The names of the metrics that may be sums of costs: modelled times that decide, and the memory.
  var summedMetrics: [String] {
    let times = (family?.criteria ?? []).map(\.metric).filter { $0.unit == .nanoseconds }
    return (times + [metric(.footprint)].compactMap(\.self)).filter { $0.kind == .modelled }
      .map(\.name)
  }
}
