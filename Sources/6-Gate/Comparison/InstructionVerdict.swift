import ScenarioModel

/// The verdict on the instructions of a case, counted a few times in the base and in the head.
///
///     InstructionVerdict.judge(base: [a1, a2], head: [b1, b2])
package enum InstructionVerdict {
  /// The largest change that passes, as a share of the base: other choices of a compiler change as
  /// much, while two counts of one program differ by some parts in a million.
  package static let standardTolerance = 0.002
  /// The minimum number of counts of each program: fewer do not show how much they vary.
  package static let minCounts = 2

  /// Judges the counts. Pure.
  ///
  /// A change is a regression or an improvement only where every count of the head is on the same
  /// side of the tolerance of every count of the base; counts that vary more are inconclusive. The
  /// effect is the change of the means; its interval is from the extremes. A head without a count,
  /// where the base has one, is missing and never a pass; without any count, the metric is not
  /// gated.
  package static func judge(
    base: [InstructionCount], head: [InstructionCount],
    tolerance: Double = standardTolerance
  ) -> MetricVerdict {
    switch (Counting.of(base), Counting.of(head)) {
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
    // The ends of the change.
    let low = base.max > 0 ? head.min / base.max - 1 : 0
    let high = base.min > 0 ? head.max / base.min - 1 : 0
    let outcome: MetricVerdict.Outcome =
      if low > tolerance {
        .regression
      } else if high < -tolerance {
        .improvement
      } else if high <= tolerance {
        .pass
      } else {
        .inconclusive(why: "the counts vary by more than the tolerance")
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

  /// The counts of one program, which all come from one source.
  private struct Counts {
    let source: String
    let min: Double
    let max: Double
    let mean: Double

    /// The maximum above the minimum, as a share of it.
    var spread: Double { max / min - 1 }
  }

  /// The counts of one program, or the reason why there are none to compare.
  private enum Counting {
    case counted(Counts)
    case without(why: String)
    /// The counts have several sources, or are too few.
    case varying(why: String)

    static func of(_ samples: [InstructionCount]) -> Counting {
      var counts: [Double] = []
      var sources: [String] = []
      for sample in samples {
        switch sample {
        case .counted(let count, let source) where count > 0:
          counts.append(Double(count))
          if !sources.contains(source) { sources.append(source) }
        case .counted:
          return .without(why: "counted 0 instructions; the counter is not working")
        case .notAvailable(let reason): return .without(why: reason)
        case .broken(let status): return .without(why: status.description)
        }
      }
      guard counts.count >= minCounts, let min = counts.min(), let max = counts.max(),
        let source = sources.first
      else { return .varying(why: "expected \(minCounts) counts or more, found \(counts.count)") }
      guard sources.count == 1 else {
        return .varying(why: "counted by \(sources.joined(separator: " and by "))")
      }
      return .counted(
        Counts(
          source: source, min: min, max: max,
          mean: counts.reduce(0, +) / Double(counts.count)))
    }
  }
}
