/// What the machine's processors have spent their time on since it started, in the kernel's ticks.
public struct ProcessorTimes: Hashable, Sendable {
  /// All of it, idle time included.
  public let total: UInt64
  /// Time in which a processor had work, and the host of this virtual machine ran something else.
  public let stolen: UInt64

  public init(total: UInt64, stolen: UInt64) {
    self.total = total
    self.stolen = stolen
  }

  static let path = "/proc/stat"

  /// Reads the text of `/proc/stat`, whose first line sums up all processors.
  ///
  /// Its numbers are user, nice, system, idle, iowait, irq, softirq, steal, guest, guest nice (see
  /// proc(5)); guest time is part of user time. Kernels before 2.6.11 tell of no stolen time.
  public init(procStat text: String) throws(SystemFileUnavailable) {
    let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("cpu ") }
    let words = line?.split(separator: " ").dropFirst().prefix(8) ?? []
    let numbers = words.compactMap { UInt64($0) }
    guard numbers.count == 8, words.count == 8 else {
      throw .unexpected(
        path: Self.path, expected: "a line 'cpu' with eight times or more",
        found: SystemFiles.trimmed(text))
    }
    self.init(total: numbers.reduce(0, &+), stolen: numbers[7])
  }

  /// The share of the time since an earlier reading that was stolen, from 0 to 1; `nil` where no
  /// tick went by.
  public func stolenShare(since earlier: ProcessorTimes) -> Double? {
    guard total > earlier.total, stolen >= earlier.stolen else { return nil }
    return Double(stolen - earlier.stolen) / Double(total - earlier.total)
  }
}
