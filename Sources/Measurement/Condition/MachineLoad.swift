import Statistics

/// How busy a machine was while something was measured on it.
public struct MachineLoad: Hashable, Sendable, Codable {
  /// How many threads wanted to run, on average over the minute before the end; `nil` where the
  /// system does not tell.
  public let average: Double?
  /// The share of all processors' time in which the host of this virtual machine ran something
  /// else; `nil` where the system does not tell.
  public let stolen: Double?
  /// The share of the measured time in which the measured thread waited for a processor; `nil`
  /// where the system does not tell.
  public let waiting: Double?

  public init(average: Double?, stolen: Double?, waiting: Double?) {
    self.average = average
    self.stolen = stolen
    self.waiting = waiting
  }

  /// Whether what was measured meanwhile says more of the machine's other work than of the work
  /// that was measured: more than a twentieth of the time was waited or taken away.
  public var isBusy: Bool { max(waiting ?? 0, stolen ?? 0) > Self.mostDisturbance }

  /// The share of the time from which on a machine counts as busy. A threshold that was made on an
  /// idle machine has more room than that.
  public static let mostDisturbance = 0.05

  /// The middle of each number over several loads; `nil` for none.
  public static func median(of loads: [MachineLoad]) -> MachineLoad? {
    guard !loads.isEmpty else { return nil }
    func middle(_ numbers: [Double?]) -> Double? {
      (try? SampleSummary(numbers.compactMap(\.self)))?.median
    }
    return MachineLoad(
      average: middle(loads.map(\.average)), stolen: middle(loads.map(\.stolen)),
      waiting: middle(loads.map(\.waiting)))
  }

  /// Looks at the machine's load from one moment to another.
  public struct Watch: Sendable {
    private let times: ProcessorTimes?

    /// Begins to look.
    public init() {
      times = try? ProcessorTimes.current()
    }

    /// The load since the beginning. Reads two small files.
    ///
    /// - Parameter waiting: what is known of the measured thread itself.
    public func load(waiting: Double?) -> MachineLoad {
      MachineLoad(
        average: LoadAverage.current()?.oneMinute,
        stolen: times.flatMap { times in
          (try? ProcessorTimes.current())?.stolenShare(since: times)
        }, waiting: waiting)
    }
  }
}
