#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The power of the size that a cost grows with: 1 where twice the size costs twice as much.
///
/// The line of least squares through the logarithms of costs over the logarithms of sizes. Every
/// figure is rounded to nine decimals, so that the last digits of a logarithm, which differ between
/// machines, decide nothing.
public struct PowerLawFit: Hashable, Sendable, Codable {
  /// What a population's exponent may be.
  public struct Interval: Hashable, Sendable, Codable {
    public let low: Double
    public let high: Double

    public init(low: Double, high: Double) {
      self.low = low
      self.high = high
    }
  }

  /// The growth between two neighbouring sizes.
  public struct Step: Hashable, Sendable, Codable {
    /// The smaller size.
    public let from: Double
    /// The larger size.
    public let to: Double
    /// The slope between the medians of the two.
    public let exponent: Double

    public init(from: Double, to: Double, exponent: Double) {
      self.from = from
      self.to = to
      self.exponent = exponent
    }
  }

  /// The slope of the line.
  public let exponent: Double
  /// What encloses the exponent with the confidence that was asked for; the exponent itself for
  /// exact costs, and `nil` where there are only two noisy ones, which leave no spread to tell by.
  public let interval: Interval?
  /// Whether each cost was taken as free of error.
  public let isExact: Bool
  /// How far costs are from the line, as a standard deviation of natural logarithms: 0.05 is about
  /// 5 %. 0 for two points, which no line can miss.
  public let residualSpread: Double
  /// The sizes, ascending.
  public let sizes: [Double]
  /// The median cost of each size, in the costs' own unit.
  public let medians: [Double]
  /// Where the cost grows most, which a line through all sizes can hide.
  public let steepest: Step

  /// Fits costs that are free of error, such as counted ones: one at each size.
  ///
  /// O(n log n) for n points in any order. Throws where there are fewer than two sizes, one of them
  /// twice, or one that is below 1, or where a cost has no logarithm.
  public init(exact points: [(size: Double, cost: Double)]) throws(PowerLawError) {
    try self.init(points.map { (size: $0.size, costs: [$0.cost]) }, confidence: nil)
  }

  /// Fits costs that differ from trial to trial: as many as there are at each size.
  ///
  /// The interval is Student's, of the slope of a regression with n - 2 degrees of freedom (Draper
  /// and Smith, Applied Regression Analysis, section 1.4), where n is the number of all costs: it
  /// rests on costs that scatter independently and alike around one line.
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
    let points = ascending.flatMap { size, costs in costs.map { (x: log(size), y: log($0)) } }
    let count = Double(points.count)
    let meanX = points.reduce(0) { $0 + $1.x } / count
    let meanY = points.reduce(0) { $0 + $1.y } / count
    let squares = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    let products = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
    let slope = products / squares
    let residuals = points.reduce(0) { sum, point in
      let residual = point.y - meanY - slope * (point.x - meanX)
      return sum + residual * residual
    }
    let degreesOfFreedom = points.count - 2
    let spread =
      degreesOfFreedom > 0 ? (residuals / Double(degreesOfFreedom)).squareRoot() : 0

    exponent = Self.rounded(slope)
    residualSpread = Self.rounded(spread)
    isExact = confidence == nil
    if let confidence {
      if degreesOfFreedom > 0 {
        let reach =
          StudentDistribution(degreesOfFreedom: Double(degreesOfFreedom))
          .upperQuantile((1 - confidence) / 2) * spread / squares.squareRoot()
        interval = Interval(low: Self.rounded(slope - reach), high: Self.rounded(slope + reach))
      } else {
        interval = nil
      }
    } else {
      interval = Interval(low: exponent, high: exponent)
    }
    sizes = ascending.map(\.size)
    medians = ascending.map { Self.median($0.costs) }
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

  private static func median(_ costs: [Double]) -> Double {
    let ascending = costs.sorted()
    let upper = ascending[ascending.count / 2]
    guard ascending.count.isMultiple(of: 2) else { return upper }
    return ascending[ascending.count / 2 - 1] / 2 + upper / 2
  }

  // The first of equals.
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
