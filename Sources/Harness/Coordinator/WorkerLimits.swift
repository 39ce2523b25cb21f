/// What a trial may use before it is ended.
public struct WorkerLimits: Hashable, Sendable {
  /// Seconds of wall time for a whole trial.
  public var seconds: Double
  /// Bytes of resident memory.
  public var memory: Int

  public static let standard = WorkerLimits(seconds: 120, memory: 2 << 30)

  public init(seconds: Double, memory: Int) {
    self.seconds = seconds
    self.memory = memory
  }
}
