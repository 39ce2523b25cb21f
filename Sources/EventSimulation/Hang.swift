/// A stretch of time in which the main thread did not get round to anything else.
public struct Hang: Hashable, Sendable {
  /// When it began, in nanoseconds of the simulation.
  public let start: Int64
  /// How long it took, in nanoseconds.
  public let duration: Int64

  /// Makes a hang from its beginning and its length, both in nanoseconds.
  public init(start: Int64, duration: Int64) {
    self.start = start
    self.duration = duration
  }
}
