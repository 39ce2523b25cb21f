import Platform
import Support

/// The span of a parameter in the units of a profile's subscript.
package struct ParameterSpan: Hashable, Sendable {
  package let parameter: ProfileParameter

  package init(parameter: ProfileParameter) { self.parameter = parameter }

  package var name: ProfileParameter.Name { parameter.name }
  var value: Double { parameter.scaled }
  package var low: Double { parameter.scaled(parameter.low) }
  package var high: Double { parameter.scaled(parameter.high) }
  /// The ends that differ from the value.
  var ends: [Double] { [low, high].filter { $0 != value } }

  private var isCount: Bool { parameter.unit == .count || isChoice }
  /// Indicates whether the values are two ways in which the platform may be built.
  var isChoice: Bool { parameter.unit == .choice }

  /// The value at a fraction of the draws.
  ///
  /// Half of the draws lie below the profile's value and half above it, each half evenly: its
  /// value is the best estimate, and the span may be wide on one side only. A value at an end of
  /// its span has all of them on the other side.
  package func quantile(_ fraction: Double) -> Double {
    let drawn =
      if value == low || value == high {
        low + (high - low) * fraction
      } else if fraction < 0.5 {
        low + (value - low) * 2 * fraction
      } else {
        value + (high - value) * (2 * fraction - 1)
      }
    return isCount ? drawn.rounded() : drawn
  }

  /// The value in the middle between two others; `nil` if there is none between them.
  ///
  /// The geometric mean where they are far apart, so that each step halves what is unknown.
  func middle(_ first: Double, _ second: Double) -> Double? {
    let (low, high) = (min(first, second), max(first, second))
    let isFar = low > 0 && high > 3 * low
    let middle = isFar ? (low * high).squareRoot() : (low + high) / 2
    let rounded = isCount ? middle.rounded() : middle
    return rounded > low && rounded < high ? rounded : nil
  }
}

extension [ParameterSpan] {
  /// Returns joint draws of the parameters: a Latin hypercube.
  package func draws(count: Int, seed: UInt64) -> [[ProfileParameter.Name: Double]] {
    LatinHypercube(count: count, dimensions: self.count, seed: seed).points.map { coordinates in
      Dictionary(uniqueKeysWithValues: zip(self, coordinates).map { ($0.name, $0.quantile($1)) })
    }
  }
}
