import Measurement
import ScenarioModel
import Verdicts

extension ClaimVerdict {
  /// The verdict's reasons in one line, with the numbers.
  ///
  /// - Parameter metrics: the scenario's metrics, for their units.
  func explanation(metrics: [Metric]) -> String {
    switch outcome {
    case .contradicted(let why), .notTestable(let why): return why
    case .reproduced, .notReproduced: break
    }
    switch (claim.test, numbers) {
    case (.range(let name, let strategy, let low, let high), .value(let value)):
      let (unit, kind) = Self.nature(of: name, metrics)
      return "\(name)\(kind) of \(strategy) is \(NumberFormat.text(value, unit)); claimed: "
        + Self.range(low, high) { NumberFormat.text($0, unit) }
    case (.ratio(let name, let strategy, let other, let low, let high), .ratio(let of, let to)):
      let (unit, kind) = Self.nature(of: name, metrics)
      return "\(name)\(kind) of \(strategy) is \(NumberFormat.text(of, unit)), "
        + "\(NumberFormat.ratio(of / to)) the \(NumberFormat.text(to, unit)) of \(other); "
        + "claimed: " + Self.range(low, high, NumberFormat.ratio)
    case (.growth(let name, let strategy, let low, let high), .growth(let sizes, let values, let e)):
      let (unit, kind) = Self.nature(of: name, metrics)
      let points = zip(sizes, values).map { size, value in
        "\(NumberFormat.text(value, unit)) at \(NumberFormat.grouped(size))"
      }
      return
        "\(name)\(kind) of \(strategy) grows with the power \(NumberFormat.plain(e)) of the size: "
        + points.joined(separator: ", ") + "; claimed: "
        + Self.range(low, high, NumberFormat.plain)
    default:
      return ""
    }
  }

  /// A metric's unit, and its kind in brackets: what is modelled rests on a profile,
  /// assumptions included.
  private static func nature(of name: String, _ metrics: [Metric]) -> (MetricUnit, String) {
    guard let metric = metrics.first(where: { $0.name == name }) else { return (.count, "") }
    return (metric.unit, " (\(metric.kind.rawValue))")
  }

  /// A range whose ends may be open.
  private static func range(
    _ low: Double, _ high: Double, _ text: (Double) -> String
  ) -> String {
    let hasLow = low > -.greatestFiniteMagnitude
    let hasHigh = high < .greatestFiniteMagnitude
    switch (hasLow, hasHigh) {
    case (true, true): return "\(text(low)) to \(text(high))"
    case (true, false): return "at least \(text(low))"
    case (false, true): return "at most \(text(high))"
    case (false, false): return "any number"
    }
  }
}
