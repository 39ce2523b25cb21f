import Dispatch
import PinService
import Synchronization

/// Lets changes wait for the disk on a thread of its own, one after the other, so that they never
/// take the threads of readers.
final class ChangeQueue: Sendable {
  private let queue = DispatchQueue(label: "changes")
  /// The bodies that are read, which are in memory as far as they came.
  let bodies: WaitingCount
  private let waiting: WaitingCount

  init(limit: Int, maxBodies: Int) {
    bodies = WaitingCount(limit: maxBodies)
    waiting = WaitingCount(limit: limit)
  }

  func respond(to request: ServiceRequest, with service: PinService) async -> ServiceResponse {
    guard waiting.enter() else {
      return .unavailable("too many changes are waiting; send this one again")
    }
    return await withCheckedContinuation { continuation in
      queue.async { [waiting] in
        let response = service.respond(to: request)
        waiting.leave()
        continuation.resume(returning: response)
      }
    }
  }
}

/// A number of things that wait, up to a limit.
final class WaitingCount: Sendable {
  private let limit: Int
  private let count = Mutex(0)

  init(limit: Int) {
    self.limit = limit
  }

  /// Returns whether there was space below the limit, and takes it.
  func enter() -> Bool {
    count.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
  }

  func leave() {
    count.withLock { $0 -= 1 }
  }
}
