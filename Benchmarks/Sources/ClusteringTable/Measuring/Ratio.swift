import Support

/// The ratio of two medians, with a 95 % interval.
struct Ratio {
  let value: Double
  /// `nil` for counts.
  let interval: ClosedRange<Double>?

  /// `nil` if the denominator is zero.
  init?(of numerator: Figure.Samples, to denominator: Figure.Samples) {
    guard
      let first = Self.ratio(
        numerator.later.isEmpty ? [numerator.first] : numerator.later,
        denominator.later.isEmpty ? [denominator.first] : denominator.later)
    else { return nil }
    value = first
    interval = Self.interval(numerator.later, denominator.later)
  }

  /// By the bootstrap: rounds are drawn with replacement, both sides of a round together, because
  /// they met the same disturbances. The same samples give the same interval.
  private static func interval(
    _ numerators: [Double], _ denominators: [Double]
  ) -> ClosedRange<Double>? {
    let count = numerators.count
    guard count > 1, count == denominators.count else { return nil }
    var random = SplitMix64(seed: 0)
    let resamples = 2000
    var ratios: [Double] = []
    for _ in 0..<resamples {
      let rounds = (0..<count).map { _ in Int(random.unit() * Double(count)) }
      if let ratio = ratio(rounds.map { numerators[$0] }, rounds.map { denominators[$0] }) {
        ratios.append(ratio)
      }
    }
    ratios.sort()
    guard ratios.count == resamples else { return nil }
    return ratios[resamples / 40]...ratios[resamples - resamples / 40 - 1]
  }

  private static func ratio(_ numerators: [Double], _ denominators: [Double]) -> Double? {
    let denominator = median(denominators)
    return denominator > 0 ? median(numerators) / denominator : nil
  }

  private static func median(_ samples: [Double]) -> Double {
    let ascending = samples.sorted()
    return (ascending[(ascending.count - 1) / 2] + ascending[ascending.count / 2]) / 2
  }
}
