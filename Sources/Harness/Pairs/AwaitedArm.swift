import Synchronization

/// Whose answer a pair is waiting for: where the time is not enough, that one is to blame, whichever
/// process is ended first.
final class AwaitedArm: Sendable {
  private let state: Mutex<PairArm>

  init(_ arm: PairArm) {
    state = Mutex(arm)
  }

  var arm: PairArm { state.withLock { $0 } }

  func set(_ arm: PairArm) {
    state.withLock { $0 = arm }
  }
}
