/// Names an action that waits in a ``Simulation``, so that it can be cancelled.
///
/// A name is never used twice in one simulation, and is for that simulation only.
public struct ScheduledEvent: Hashable, Sendable {
  let slot: Int
  let sequence: UInt64
}
