import Support

/// One number's least, middle and greatest sample.
public struct Spread {
  private let summary: SampleSummary

  /// - Parameter samples: at least one.
  public init(_ samples: some Sequence<Double>) throws {
    summary = try SampleSummary(samples)
  }

  /// "least / median / greatest" of durations in nanoseconds, in the unit that suits the median.
  public var durations: String {
    let unit = NumberText.unit(ofNanoseconds: summary.median)
    return text { $0 / unit.nanoseconds } + " " + unit.name
  }

  /// "least / median / greatest" of plain numbers.
  public var numbers: String { text { $0 } }

  private func text(_ scale: (Double) -> Double) -> String {
    [summary.minimum, summary.median, summary.maximum]
      .map { NumberText.threeDigits(scale($0)) }.joined(separator: " / ")
  }
}
