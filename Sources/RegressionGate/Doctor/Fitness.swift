import Harness

/// What kind of numbers may be compared on a machine.
package enum Fitness: Hashable, Sendable {
  /// Differences of measured times from this share on are seen, in about so many seconds for each
  /// case.
  case measuredDifferences(from: Double, seconds: Double)
  /// The machine is too noisy for times; what is counted and modelled is as exact as everywhere.
  case countedOnly(why: Reason)

  /// Why times cannot be compared.
  package enum Reason: Hashable, Sendable {
    /// Too few pairs were recorded to tell.
    case tooFewPairs(found: Int, needed: Int)
    /// The interval would still be wider than the margin after so many pairs.
    case tooNoisy(halfWidth: Double, pairs: Int)
  }

  /// Judges the noise of a machine. Pure.
  ///
  /// Fit is what brings the half-width down to the margin within the most pairs that are predicted.
  package init(_ noise: NoiseSummary) {
    let needed = NoiseRecorder.minPairs
    guard noise.pairs >= needed, let last = noise.predictions.last else {
      self = .countedOnly(why: .tooFewPairs(found: noise.pairs, needed: needed))
      return
    }
    guard last.halfWidth <= NoiseSummary.margin else {
      self = .countedOnly(why: .tooNoisy(halfWidth: last.halfWidth, pairs: last.pairs))
      return
    }
    self = .measuredDifferences(from: last.smallestDifference, seconds: last.seconds)
  }

  /// Whether a difference of this share would be seen.
  package func sees(_ difference: Double) -> Bool {
    switch self {
    case .measuredDifferences(let smallest, _): smallest <= difference
    case .countedOnly: false
    }
  }
}
