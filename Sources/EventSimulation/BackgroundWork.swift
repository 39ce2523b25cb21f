/// Names work that waits in a ``BackgroundQueue``, so that it can be cancelled.
///
/// A name is never used twice in one queue, and is for that queue only.
public struct BackgroundWork: Hashable, Sendable {
  let number: UInt64
}
