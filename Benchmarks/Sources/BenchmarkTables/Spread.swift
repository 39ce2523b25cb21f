import Support

/// The minimum, the median and the maximum of the samples of one number.
public struct Spread {
  private let summary: SampleSummary

  /// - Parameter samples: At least one.
  public init(_ samples: some Sequence<Double>) throws {
    summary = try SampleSummary(samples)
  }

  /// "minimum / median / maximum" of durations in nanoseconds, in the unit that suits the median.
  public var durations: String {
    let unit = NumberText.unit(ofNanoseconds: summary.median)
    return text { $0 / unit.nanoseconds } + " " + unit.name
  }

  /// "minimum / median / maximum" of plain numbers.
  public var numbers: String { text { $0 } }

  private func text(_ scale: (Double) -> Double) -> String {
    [summary.minimum, summary.median, summary.maximum]
      .map { NumberText.threeDigits(scale($0)) }.joined(separator: " / ")
  }
}
