import Foundation

/// The exponent of a cost that grows with a power of the size: 1 where twice the size costs twice
/// as much.
///
/// The line of least squares through the logarithms of costs over the logarithms of sizes. Every
/// figure is rounded to nine decimals, because the last digits of a logarithm differ between
/// machines.
public struct PowerLawFit: Hashable, Sendable, Codable {
  /// A confidence interval of the population's exponent.
  public struct Interval: Hashable, Sendable, Codable {
    /// The lower bound.
    public let low: Double
    /// The upper bound.
    public let high: Double
  }

  /// The growth between two neighbouring sizes.
  public struct Step: Hashable, Sendable, Codable {
    /// The smaller size.
    public let from: Double
    /// The larger size.
    public let to: Double
    /// The slope between the medians of the two.
    public let exponent: Double
  }

  /// The slope of the line.
  public let exponent: Double
  /// The confidence interval of the exponent: the exponent itself for exact costs, `nil` for only
  /// two noisy ones, which have no spread.
  public let interval: Interval?
  /// Indicates whether each cost was taken as free of error.
  public let isExact: Bool
  /// The standard deviation of the natural logarithms of costs from the line: 0.05 is about 5 %; 0
  /// for two points.
  public let residualSpread: Double
  /// The sizes, ascending.
  public let sizes: [Double]
  /// The median cost of each size, in the costs' own unit.
  public let medians: [Double]
  /// The step of the steepest growth, which a line through all sizes can hide.
  public let steepest: Step

  /// Fits costs that are free of error, such as counted ones: one at each size.
  ///
  /// O(n log n) for n points in any order. Throws where there are fewer than two sizes, one of them
  /// twice, or one that is below 1, or where a cost has no logarithm.
  public init(exact points: [(size: Double, cost: Double)]) throws(PowerLawError) {
    try self.init(points.map { (size: $0.size, costs: [$0.cost]) }, confidence: nil)
  }

  /// Fits costs that differ from trial to trial, any number at each size.
  ///
  /// The interval is Student's, of the slope of a regression with n - 2 degrees of freedom (Draper
  /// and Smith, Applied Regression Analysis, section 1.4), where n is the number of all costs. It
  /// assumes independent costs that scatter alike around one line.
  ///
  /// O(n log n). Throws as `init(exact:)` does, and where a size has no cost.
  ///
  /// - Parameter confidence: above 0 and below 1.
  public init(
    samples: [(size: Double, costs: [Double])], confidence: Double = 0.95
  ) throws(PowerLawError) {
    precondition(
      confidence > 0 && confidence < 1,
      "expected a confidence between 0 and 1, found \(confidence)")
    try self.init(samples, confidence: confidence)
  }

  private init(
    _ samples: [(size: Double, costs: [Double])], confidence: Double?
  ) throws(PowerLawError) {
    let ascending = samples.sorted { $0.size < $1.size }
    try Self.check(ascending)
    let points = ascending.flatMap { size, costs in
      costs.map { SlopeFit.Point(x: log(size), y: log($0)) }
    }
    // Sizes so large that their logarithms are the same are one size.
    guard let fit = SlopeFit([points]) else { throw .repeatedSize(ascending[0].size) }
    let spread = fit.variance?.squareRoot() ?? 0

    exponent = Self.rounded(fit.slope)
    residualSpread = Self.rounded(spread)
    isExact = confidence == nil
    if confidence == nil {
      interval = Interval(low: exponent, high: exponent)
    } else if let confidence, fit.variance != nil {
      let reach =
        StudentDistribution(degreesOfFreedom: Double(points.count - 2))
        .upperQuantile((1 - confidence) / 2) * spread / fit.squares.squareRoot()
      interval = Interval(
        low: Self.rounded(fit.slope - reach), high: Self.rounded(fit.slope + reach))
    } else {
      interval = nil
    }
    sizes = ascending.map(\.size)
    medians = ascending.map { SampleSummary.median(ofAscending: $0.costs.sorted()) }
    steepest = Self.steepest(sizes: sizes, medians: medians)
  }
}

extension PowerLawFit {
  private static func check(
    _ ascending: [(size: Double, costs: [Double])]
  ) throws(PowerLawError) {
    guard ascending.count > 1 else { throw .tooFewSizes(found: ascending.count) }
    for (size, costs) in ascending {
      guard size >= 1, size.isFinite else { throw .sizeOutOfRange(size) }
      guard !costs.isEmpty else { throw .noCost(size: size) }
      for cost in costs where !(cost > 0 && cost.isFinite) {
        throw .costOutOfRange(cost, size: size)
      }
    }
    for (size, next) in zip(ascending, ascending.dropFirst()) where size.size == next.size {
      throw .repeatedSize(size.size)
    }
  }

  // The first of equal steps.
  private static func steepest(sizes: [Double], medians: [Double]) -> Step {
    let steps = (1..<sizes.count).map { index in
      Step(
        from: sizes[index - 1], to: sizes[index],
        exponent: rounded(
          log(medians[index] / medians[index - 1]) / log(sizes[index] / sizes[index - 1])))
    }
    return steps.dropFirst().reduce(steps[0]) { $1.exponent > $0.exponent ? $1 : $0 }
  }

  private static func rounded(_ number: Double) -> Double {
    // Adding 0 turns the -0 of a tiny negative number into 0.
    (number * 1e9).rounded() / 1e9 + 0
  }
}

/// The reason why no power law fits some costs.
public enum PowerLawError: Error, Hashable, Sendable {
  /// There were fewer than two sizes.
  case tooFewSizes(found: Int)
  /// A size was below 1, or not a finite number.
  case sizeOutOfRange(Double)
  /// A size occurred twice.
  case repeatedSize(Double)
  /// A size had no cost.
  case noCost(size: Double)
  /// A cost was 0 or less, or not a finite number: it has no logarithm.
  case costOutOfRange(Double, size: Double)
}

extension PowerLawError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooFewSizes(let found):
      "expected at least two sizes, found \(found)"
    case .sizeOutOfRange(let size):
      "expected every size to be 1 or more, found \(size.shortText)"
    case .repeatedSize(let size):
      "expected every size once, found \(size.shortText) twice"
    case .noCost(let size):
      "expected a cost at every size, found none at \(size.shortText)"
    case .costOutOfRange(let cost, let size):
      "expected every cost to be above 0, as growth is defined only for such costs; "
        + "found \(cost.shortText) at size \(size.shortText)"
    }
  }
}
