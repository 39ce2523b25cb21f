/// Time that passes only when the simulation says so.
///
/// Modelled numbers are read off this clock, so they are the same on every machine and every run.
public struct VirtualClock: Hashable, Sendable {
  /// Nanoseconds since the simulation began.
  public private(set) var now: Int64 = 0

  public init() {}

  /// Lets time pass; it never runs backwards.
  public mutating func advance(by nanoseconds: Int64) {
    precondition(nanoseconds >= 0, "a virtual clock does not run backwards")
    now += nanoseconds
  }
}
