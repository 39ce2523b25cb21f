import ScenarioModel

/// Judges the instructions of a case's base and head, counted some times a side.
///
///     InstructionVerdict.judge(base: [a1, a2], head: [b1, b2])
package enum InstructionVerdict {
  /// A change up to this share passes: what a compiler's other choices come to, and far above what
  /// two counts of one program differ by (some parts in a million).
  package static let standardTolerance = 0.002
  /// Counts a side, without which nothing tells how much they vary.
  package static let fewestCounts = 2

  /// The verdict. Pure.
  ///
  /// It speaks of a change only where every count of the head is on the same side of the tolerance
  /// of every count of the base; counts that vary more than that are inconclusive. The effect is
  /// that of the means, its interval that of the extremes. A head without a count, where the base
  /// has one, is missing and never a pass; where no side has one, nothing is judged.
  package static func judge(
    base: [InstructionCount], head: [InstructionCount],
    tolerance: Double = standardTolerance
  ) -> MetricVerdict {
    switch (Side(base), Side(head)) {
    case (.counted(let base), .counted(let head)):
      judge(base: base, head: head, tolerance: tolerance)
    case (.without(let why), .without(let headWhy)):
      verdict(
        .notGated(why: why == headWhy ? why : "base: \(why); head: \(headWhy)"), tolerance,
        source: "none")
    case (.counted(let base), .without(let why)):
      verdict(.missing(why: why), tolerance, source: base.source, base: base.mean)
    case (.without, .counted(let head)):
      verdict(.new, tolerance, source: head.source, head: head.mean)
    case (.varying(let why), _):
      verdict(.inconclusive(why: "base: \(why)"), tolerance, source: "none")
    case (_, .varying(let why)):
      verdict(.inconclusive(why: "head: \(why)"), tolerance, source: "none")
    }
  }

  private static func judge(base: Counts, head: Counts, tolerance: Double) -> MetricVerdict {
    guard base.source == head.source else {
      return verdict(
        .inconclusive(why: "the base was counted by \(base.source), the head by \(head.source)"),
        tolerance, source: head.source, base: base.mean, head: head.mean)
    }
    // How much the head has at least and at most.
    let low = base.most > 0 ? head.least / base.most - 1 : 0
    let high = base.least > 0 ? head.most / base.least - 1 : 0
    let outcome: MetricVerdict.Outcome =
      if low > tolerance {
        .regression
      } else if high < -tolerance {
        .improvement
      } else if high <= tolerance {
        .pass
      } else {
        .inconclusive(why: "the counts vary too much to tell whether they are in the tolerance")
      }
    return MetricVerdict(
      metric: .instructions, outcome: outcome,
      method: .instructions(source: head.source, tolerance: tolerance),
      base: base.mean, head: head.mean,
      effect: MetricVerdict.Effect(change: head.mean / base.mean - 1, low: low, high: high),
      minimumDetectableEffect: (1 + tolerance) * (1 + base.spread) * (1 + head.spread) - 1)
  }

  private static func verdict(
    _ outcome: MetricVerdict.Outcome, _ tolerance: Double, source: String, base: Double? = nil,
    head: Double? = nil
  ) -> MetricVerdict {
    MetricVerdict(
      metric: .instructions, outcome: outcome,
      method: .instructions(source: source, tolerance: tolerance), base: base, head: head)
  }

  /// The counts of one side, which all come from one source.
  private struct Counts {
    let source: String
    let least: Double
    let most: Double
    let mean: Double

    /// How much the most is above the least.
    var spread: Double { most / least - 1 }
  }

  /// What one side has to say.
  private enum Side {
    case counted(Counts)
    case without(why: String)
    /// Its readings do not agree on whether, how or how often there is a count.
    case varying(why: String)

    init(_ readings: [InstructionCount]) {
      var counts: [Double] = []
      var sources: [String] = []
      for reading in readings {
        switch reading {
        case .counted(let count, let source) where count > 0:
          counts.append(Double(count))
          if !sources.contains(source) { sources.append(source) }
        case .counted:
          self = .without(why: "0 instructions were counted, which no case gets along with")
          return
        case .notAvailable(let reason):
          self = .without(why: reason)
          return
        case .broken(let status):
          self = .without(why: status.description)
          return
        }
      }
      guard counts.count >= fewestCounts, let least = counts.min(), let most = counts.max(),
        let source = sources.first
      else {
        self = .varying(
          why: "expected \(fewestCounts) counts or more, found \(counts.count)")
        return
      }
      guard sources.count == 1 else {
        self = .varying(why: "counted by \(sources.joined(separator: " and by "))")
        return
      }
      self = .counted(
        Counts(
          source: source, least: least, most: most,
          mean: counts.reduce(0, +) / Double(counts.count)))
    }
  }
}
