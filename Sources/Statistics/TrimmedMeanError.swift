/// Why samples have no trimmed mean.
public enum TrimmedMeanError: Error, Hashable, Sendable {
  /// There were fewer samples than the estimate, or its error, needs.
  case tooFewSamples(found: Int, needed: Int)
  /// A sample was NaN or infinite, which has no mean.
  case notFinite
}

extension TrimmedMeanError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooFewSamples(let found, let needed):
      "expected \(needed) samples or more, found \(found)"
    case .notFinite:
      "expected every sample to be a finite number, found one that is not; "
        + "leave out what was not measured"
    }
  }
}
