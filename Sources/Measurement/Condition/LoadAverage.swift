/// How many threads wanted to run, on average over the last minutes.
public struct LoadAverage: Hashable, Sendable {
  public let oneMinute: Double
  public let fiveMinutes: Double
  public let fifteenMinutes: Double

  public init(oneMinute: Double, fiveMinutes: Double, fifteenMinutes: Double) {
    self.oneMinute = oneMinute
    self.fiveMinutes = fiveMinutes
    self.fifteenMinutes = fifteenMinutes
  }

  static let path = "/proc/loadavg"

  /// Reads the text of `/proc/loadavg`: `1.05 0.95 1.19 1/90 18403`.
  public init(procLoadavg text: String) throws(SystemFileUnavailable) {
    let numbers = text.split(whereSeparator: \.isWhitespace).prefix(3).compactMap { Double($0) }
    guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 && $0.isFinite }) else {
      throw .unexpected(
        path: Self.path, expected: "three averages", found: SystemFiles.trimmed(text))
    }
    self.init(
      oneMinute: numbers[0], fiveMinutes: numbers[1], fifteenMinutes: numbers[2])
  }
}
