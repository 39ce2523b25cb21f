import Support

#if canImport(Darwin)
  import Darwin
#endif

/// The load of a machine during a measurement.
public struct MachineLoad: Hashable, Sendable, Codable {
  /// The number of threads that were ready to run, on average over the minute before the end; `nil`
  /// where the system does not count them.
  public let average: Double?
  /// The fraction of all processors' time in which the host of this virtual machine ran something
  /// else; `nil` where the system does not count it.
  public let stolen: Double?
  /// The fraction of the measured time in which the measured thread waited for a processor; `nil`
  /// where the system does not count it.
  public let waiting: Double?

  /// Makes a load from its parts.
  package init(average: Double?, stolen: Double?, waiting: Double?) {
    self.average = average
    self.stolen = stolen
    self.waiting = waiting
  }

  /// Indicates whether the measurement says more about the machine's other work than about the
  /// measured work: more than a twentieth of the time was waited or stolen.
  package var isBusy: Bool { max(waiting ?? 0, stolen ?? 0) > Self.maxDisturbance }

  /// The fraction of the time above which a machine counts as busy. A threshold that was made on an
  /// idle machine tolerates more than that.
  package static let maxDisturbance = 0.05

  /// The median of each number over several loads; `nil` for none.
  package static func median(of loads: [MachineLoad]) -> MachineLoad? {
    guard !loads.isEmpty else { return nil }
    func median(_ numbers: [Double?]) -> Double? {
      (try? SampleSummary(numbers.compactMap(\.self)))?.median
    }
    return MachineLoad(
      average: median(loads.map(\.average)), stolen: median(loads.map(\.stolen)),
      waiting: median(loads.map(\.waiting)))
  }

  /// An observation of the machine's load, from its creation on.
  package struct Watch: Sendable {
    private let times: ProcessorTimes?

    /// Begins the observation.
    package init() {
      times = try? ProcessorTimes.current()
    }

    /// The load since the beginning. Reads two small files.
    ///
    /// - Parameter waiting: the fraction of the time that the measured thread waited, where known.
    package func load(waiting: Double?) -> MachineLoad {
      MachineLoad(
        average: LoadAverage.current()?.oneMinute,
        stolen: times.flatMap { times in
          (try? ProcessorTimes.current())?.stolenFraction(since: times)
        }, waiting: waiting)
    }
  }
}

/// The number of threads that were ready to run, on average over the last minutes.
struct LoadAverage: Hashable, Sendable {
  /// Of the last minute, of five and of fifteen.
  let numbers: [Double]
  var oneMinute: Double { numbers[0] }
}

extension LoadAverage {
  static let path = "/proc/loadavg"

  /// Parses the text of `/proc/loadavg`: `1.05 0.95 1.19 1/90 18403`.
  init(procLoadavg text: String) throws(SystemFileUnavailable) {
    let numbers = text.split(whereSeparator: \.isWhitespace).prefix(3).compactMap { Double($0) }
    guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 && $0.isFinite }) else {
      throw .unexpected(
        path: Self.path, expected: "three averages", found: SystemFiles.trimmed(text))
    }
    self.init(numbers: numbers)
  }

  /// The load average of this machine now; `nil` where the system does not give it.
  static func current() -> LoadAverage? {
    #if canImport(Darwin)
      var averages = [Double](repeating: 0, count: 3)
      guard getloadavg(&averages, 3) == 3 else { return nil }
      return LoadAverage(numbers: averages)
    #else
      return try? LoadAverage(procLoadavg: SystemFiles.ofThisMachine.read(path))
    #endif
  }
}

/// The time of the machine's processors since it started, in the kernel's ticks.
package struct ProcessorTimes: Hashable, Sendable {
  /// All time, idle time included.
  package let total: UInt64
  /// The time in which a processor had work and the host of this virtual machine ran something
  /// else.
  package let stolen: UInt64

  package init(total: UInt64, stolen: UInt64) {
    self.total = total
    self.stolen = stolen
  }

  private static let path = "/proc/stat"

  /// Parses the text of `/proc/stat`, whose first line sums up all processors.
  ///
  /// Its numbers are user, nice, system, idle, iowait, irq, softirq, steal, guest, guest nice (see
  /// proc(5)); guest time is part of user time. Kernels before 2.6.11 do not count stolen time.
  package init(procStat text: String) throws(SystemFileUnavailable) {
    let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("cpu ") }
    let words = line?.split(separator: " ").dropFirst().prefix(8) ?? []
    let numbers = words.compactMap { UInt64($0) }
    guard numbers.count == 8, words.count == 8 else {
      throw .unexpected(
        path: Self.path, expected: "a line 'cpu' with eight or more timings",
        found: SystemFiles.trimmed(text))
    }
    self.init(total: numbers.reduce(0, &+), stolen: numbers[7])
  }

  /// The times of this machine until now. Throws where `/proc/stat` cannot be read, as on Apple
  /// platforms, which do not count stolen time.
  package static func current() throws(SystemFileUnavailable) -> ProcessorTimes {
    try ProcessorTimes(procStat: SystemFiles.ofThisMachine.read(path))
  }

  /// The fraction of the time since earlier times that was stolen, from 0 to 1; `nil` where no tick
  /// passed.
  package func stolenFraction(since earlier: ProcessorTimes) -> Double? {
    guard total > earlier.total, stolen >= earlier.stolen else { return nil }
    return Double(stolen - earlier.stolen) / Double(total - earlier.total)
  }
}
