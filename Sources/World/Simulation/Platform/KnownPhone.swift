import Foundation

/// How many times as long the main thread of a phone takes for its work as a profile says.
public struct Slowness: Hashable, Sendable, Codable {
  /// The factors of the axis that a phone can have.
  package static let axis = 0.25...16.0

  /// The best estimate.
  public let factor: Double
  /// The largest factor that a measurement leaves open; at least ``factor``.
  public let upTo: Double

  /// - Parameter upTo: `nil` for a factor that is known.
  package init(_ factor: Double, upTo: Double? = nil) {
    self.factor = factor
    self.upTo = max(factor, upTo ?? factor)
  }

  /// A factor with at most three digits.
  package static func text(_ factor: Double) -> String { String(format: "%.3g", factor) }
}

extension Slowness {
  /// The ends of the axis in words.
  package static var axisText: String { "\(text(axis.lowerBound)) to \(text(axis.upperBound))" }

  /// Factors over the axis in even steps on a logarithmic scale, six for each doubling.
  package static let factors = (-12...24).map { pow(2, Double($0) / 6) }
}

extension Slowness: CustomStringConvertible {
  /// `2.1 times as slow (up to 2.5)`.
  public var description: String {
    "\(Self.text(factor)) times as slow" + (upTo > factor ? " (up to \(Self.text(upTo)))" : "")
  }
}
